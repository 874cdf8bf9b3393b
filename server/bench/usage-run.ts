import { setTimeout as delay } from 'node:timers/promises';
import { figures, median, ms, range } from './page.ts';
import { of, ratios, say } from './rounds.ts';
import { storedSize, storeGroups } from './usage-rows.ts';
import { beginEntitlements, call, loadRows, type Service, withClient } from './world.ts';

/** Entitlements whose usage is settled, in one organization. */
const entitlements = 1000;
/** The statement timeout, which no chunk of a run may reach. */
const statementMs = 15_000;

/** Runs the program with one organization on a database. */
export type RunSettling = <T>(work: (service: Service) => Promise<T>) => Promise<T>;

/** Measures the job that settles usage, beside a bare sum over the same rows. */
export async function measureRun(
  { settings, connectionString, sellers }: Pick<Service, 'settings' | 'connectionString' | 'sellers'>,
  runProgram: RunSettling,
): Promise<string> {
  const groups = Math.max(1, Math.round(settings.usageGroups / storedSize)) * storedSize;
  const stored = { entitlements, rows: groups, ids: 'ordered', isSettled: false } as const;
  await loadRows(connectionString, sellers, entitlements);
  await beginEntitlements(connectionString);
  const [bare, own]: [{ ms: number }[], Settled[]] = [[], []];
  let sums = 0;
  for (let round = 0; round < Math.min(3, settings.rounds); round++) {
    await storeGroups(connectionString, { ...stored, organizationIds: sellers.map(({ id }) => id) });
    await clear(connectionString);
    const summed = await sumBare(connectionString);
    sums = summed.sums;
    bare.push(summed);
    own.push(await runProgram(settle));
    say(`run ${round + 1}: bare ${ms(summed.ms)}, Tradepost ${ms(own.at(-1)?.ms ?? Number.NaN)}`);
  }
  const each = ratios(own, bare, 'ms');
  const [ratio, longest] = [median(each), Math.max(...own.map(({ longestMs }) => longestMs))];
  return figures([
    [`bare sum of ${groups} groups in ${sums} sums`, ms(of(bare, 'ms'))],
    ['the run', ms(of(own, 'ms'))],
    ['ratio, and lowest to highest', `${ratio.toFixed(2)}, ${range(each)}`, '3', ratio <= 3],
    ['the longest chunk', ms(longest), ms(statementMs), longest < statementMs],
  ]);
}

/** Deletes the results of an earlier run. */
const clear = (connectionString: string) =>
  withClient(connectionString, async (client) => {
    await client.query(
      'TRUNCATE usage_report, usage_line, usage_ledger, usage_balance, usage_included, usage_daily',
    );
    await client.query(`DELETE FROM job WHERE kind LIKE 'metering.%'`);
    await client.query('VACUUM (ANALYZE) job, entitlement, entitlement_term');
    await client.query('CHECKPOINT');
  });

/**
 * The sums with which a run begins, by one statement. Measures the second execution, because the first execution reads
 * from disk.
 */
const sumBare = (connectionString: string): Promise<{ ms: number; sums: number }> =>
  withClient(connectionString, async (client) => {
    const sum = () =>
      client.query(
        `SELECT g.entitlement_id, date_bin('1 hour', g.usage_time, 'epoch') AS hour, u.key, sum(u.quantity) AS quantity
         FROM usage_group g, unnest(g.keys, g.quantities) AS u (key, quantity)
         GROUP BY 1, 2, 3`,
      );
    await sum();
    const began = performance.now();
    const { rowCount } = await sum();
    return { ms: performance.now() - began, sums: rowCount ?? 0 };
  });

/** Milliseconds from the first claim to the end of the job, and of its longest chunk. */
type Settled = { ms: number; longestMs: number };

/** Settles pending usage as at the end of an hour: a report enqueues the run, and its job is made due. */
async function settle(service: Service): Promise<Settled> {
  const { database, organizations } = service;
  const report = [{ entitlementID: `ent_${'0'.repeat(26)}`, records: { usage_units_1: 1 } }];
  await call(service, organizations[0], 'POST', 'batchCreateUsageRecordGroups', report);
  await database.query(`UPDATE job SET due_at = now(), ready_at = now() WHERE kind = 'metering.run'`);
  for (const end = Date.now() + 1_800_000; ; await delay(50)) {
    const { rows } = await database.query<{ failed: number; finished: boolean }>(
      `SELECT count(last_error) AS failed, bool_and(finished_at IS NOT NULL) AS finished FROM job WHERE kind = 'metering.run'`,
    );
    const { failed, finished } = rows[0] as { failed: number; finished: boolean };
    if (Number(failed) > 0) throw new Error('the run failed');
    if (finished) break;
    if (Date.now() > end) throw new Error('the run did not end within half an hour');
  }
  const { rows } = await database.query<{ at: Date }>(
    `SELECT DISTINCT run_time AS at FROM usage_batch WHERE run_time IS NOT NULL
     UNION ALL SELECT max(finished_at) FROM job WHERE kind = 'metering.run' ORDER BY 1`,
  );
  const times = rows.map(({ at }) => at.getTime());
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const chunks = times.slice(1).map((time, index) => time - (times[index] as number));
  return { ms: last - first, longestMs: Math.max(...chunks) };
}
