import { setTimeout as delay } from 'node:timers/promises';
import { startStopwatch } from '../stopwatch.ts';
import { loadRows, type Seller } from '../world.ts';
import { type Ground, type Side, withProgram } from './taking.ts';
import { beginEntitlements, storedSize, storeGroups, withClient } from './world.ts';

/** One settlement of all pending groups, and a bare sum over the same rows. */
export type RunRound = {
  bareMs: number;
  ownMs: number;
  longestChunkMs: number;
  chunks: number;
  bareUs: number;
  ownUs: number;
};
export type RunRounds = { groups: number; sums: number; rounds: RunRound[] };

/** Entitlements whose usage is settled, in one organization. */
const entitlements = 1000;
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Measures the job that settles usage, in a database with one organization only. */
export async function measureRun(
  ground: Ground,
  connectionString: string,
  seller: Seller,
): Promise<RunRounds> {
  const groups = Math.max(1, Math.round(ground.settings.usageGroups / storedSize)) * storedSize;
  const result: RunRounds = { groups, sums: 0, rounds: [] };
  await loadRows(connectionString, [seller], entitlements);
  await beginEntitlements(connectionString);
  const fill = () =>
    storeGroups(connectionString, {
      organizationIds: [seller.id],
      entitlements,
      rows: groups,
      ids: 'ordered',
      isSettled: false,
    });
  const own = { ...ground, sellers: [seller], rows: entitlements };
  for (let round = 0; round < Math.min(3, ground.settings.rounds); round++) {
    await fill();
    await clear(connectionString);
    const bare = await sumBare(connectionString);
    result.sums = bare.sums;
    const settled = await withProgram(own, connectionString, 'start', settle);
    result.rounds.push({ bareMs: bare.ms, bareUs: bare.us, ...settled });
    say(
      `run ${round + 1}: ${groups} groups, ${bare.sums} sums; bare ${bare.ms.toFixed(0)} ms, Tradepost ${settled.ownMs.toFixed(0)} ms, ` +
        `ratio ${(settled.ownMs / bare.ms).toFixed(2)}; ${settled.chunks} chunks, the longest ${settled.longestChunkMs.toFixed(0)} ms`,
    );
  }
  return result;
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
const sumBare = (connectionString: string) =>
  withClient(connectionString, async (client) => {
    const sum = () =>
      client.query(
        `SELECT g.entitlement_id, date_bin('1 hour', g.usage_time, 'epoch') AS hour, u.key, sum(u.quantity) AS quantity
         FROM usage_group g, unnest(g.keys, g.quantities) AS u (key, quantity)
         GROUP BY 1, 2, 3`,
      );
    await sum();
    const busy = await startStopwatch(client, process.pid);
    const began = performance.now();
    const { rowCount } = await sum();
    const ms = performance.now() - began;
    const { database } = await busy(1);
    return { ms, us: database, sums: rowCount ?? 0 };
  });

/**
 * Starts the settlement of pending usage as at the end of an hour: a report enqueues the run, and its job is made due.
 * Measures from the first claim to the end of the job.
 */
async function settle({ server, world, database }: Side): Promise<Omit<RunRound, 'bareMs' | 'bareUs'>> {
  const [organization] = world.organizations;
  if (!organization) throw new Error('there is no organization');
  const response = await fetch(
    `http://127.0.0.1:${server.port}/org/${organization.id}/batchCreateUsageRecordGroups`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${organization.token}`, 'content-type': 'application/json' },
      body: JSON.stringify([{ entitlementID: `ent_${'0'.repeat(26)}`, records: { usage_units_1: 1 } }]),
    },
  );
  if (response.status !== 200)
    throw new Error(`usage was refused: ${response.status} ${await response.text()}`);
  const busy = await startStopwatch(database, server.pid);
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
  const { program, database: databaseUs } = await busy(1);
  const { rows } = await database.query<{ at: Date; last: boolean }>(
    `SELECT DISTINCT run_time AS at FROM usage_batch WHERE run_time IS NOT NULL
     UNION ALL SELECT max(finished_at) FROM job WHERE kind = 'metering.run' ORDER BY 1`,
  );
  const times = rows.map(({ at }) => at.getTime());
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const chunkMs = times.slice(1).map((time, index) => time - (times[index] as number));
  return {
    ownMs: last - first,
    ownUs: program + databaseUs,
    longestChunkMs: Math.max(...chunkMs),
    chunks: chunkMs.length,
  };
}
