import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { dimensions, entriesEach, storeSettled } from './drafting-rows.ts';
import { figures, median, ms, range } from './page.ts';
import { startStopwatch } from './processes.ts';
import { of, ratios, say } from './rounds.ts';
import { type Bench, createSellers, openPool, type Service, withDatabase, withProgram } from './world.ts';

/** Maximum number of hours with usage, equal to the hours of the shortest month. */
const mostReports = 28 * 24;

type Summed = { ms: number; us: number };
/** The drafts of all sales; processor time and commits are of one invoice. */
type Drafted = Summed & { programMs: number; databaseMs: number; commits: number };

/** Measures the jobs that draft invoices of direct sales whose month has ended, beside a bare sum of their lines. */
export const measureDrafting = (bench: Bench): Promise<string> =>
  withDatabase(bench, async (connectionString, folder) => {
    const { billingInvoices: invoices, billingLines, rounds } = bench.settings;
    const reports = Math.max(1, Math.round(billingLines / invoices / dimensions / entriesEach));
    if (reports > mostReports) throw new Error('a month has no hours for so many lines of an invoice');
    const lines = invoices * reports * dimensions * entriesEach;
    const sellers = await createSellers(connectionString, 1);
    const database = openPool(connectionString, 1);
    const [bare, own]: [Summed[], Drafted[]] = [[], []];
    try {
      for (let round = 0; round < Math.min(3, rounds); round++) {
        await storeSettled(database, sellers[0]?.id as string, invoices, reports);
        bare.push(await sumBare(database, invoices));
        const order = { folder, connectionString, sellers, role: 'start' } as const;
        own.push(await withProgram(bench, order, (service) => draft(service, invoices)));
        const [sum, drafts] = [bare.at(-1)?.ms ?? 0, own.at(-1)?.ms ?? 0];
        say(`drafts ${round + 1}: ${lines} lines; bare ${ms(sum)}, Tradepost ${ms(drafts)}`);
      }
    } finally {
      await database.end();
    }
    const each = ratios(own, bare, 'ms');
    const ratio = median(each);
    return figures([
      [`bare sum of ${lines} lines of ${invoices} sales`, ms(of(bare, 'ms'))],
      [`their ${invoices} invoices`, ms(of(own, 'ms'))],
      ['ratio, and lowest to highest', `${ratio.toFixed(2)}, ${range(each)}`, '3', ratio <= 3],
      ['ratio of CPU time', median(ratios(own, bare, 'us')).toFixed(2)],
      [
        'of an invoice: CPU time of program and database',
        `${ms(of(own, 'programMs'), 1)}, ${ms(of(own, 'databaseMs'), 1)}`,
      ],
      ['of an invoice: commits', of(own, 'commits').toFixed(2)],
    ]);
  });

/** Makes the jobs due, and waits for their drafts. */
async function draft({ database, pid }: Service, invoices: number): Promise<Drafted> {
  const busy = await startStopwatch(database, pid);
  const before = await commitsOf(database);
  await database.query(`UPDATE job SET due_at = now(), ready_at = now() WHERE kind = 'billing.draft'`);
  const taken = await drafted(database, invoices);
  const commits = ((await commitsOf(database)) - before) / invoices;
  const us = await busy(invoices);
  const [programMs, databaseMs] = [us.program / 1000, us.database / 1000];
  return { ms: taken, us: (us.program + us.database) * invoices, programMs, databaseMs, commits };
}

/** Sums the charges of all sales with one statement; measures the second run, because the first run reads from disk. */
async function sumBare(database: pg.Pool, invoices: number): Promise<Summed> {
  const sum = () =>
    database.query(
      `SELECT l.entitlement_id, l.dimension, sum(CASE l.type WHEN 'USAGE' THEN l.quantity ELSE -l.quantity END) AS units
       FROM usage_ledger l WHERE l.type IN ('USAGE', 'INCLUDED', 'CREDIT', 'LIST_PRICE') GROUP BY 1, 2`,
    );
  await sum();
  const busy = await startStopwatch(database, process.pid);
  const began = performance.now();
  const { rowCount } = await sum();
  const taken = performance.now() - began;
  if (rowCount !== invoices * dimensions) throw new Error(`${rowCount} sums of ${invoices} sales`);
  return { ms: taken, us: (await busy(1)).database };
}

/**
 * Waits for the drafts. @returns milliseconds from the first draft to the end of the last job @throws when an
 * invoice is missing
 */
async function drafted(database: pg.Pool, invoices: number): Promise<number> {
  for (const end = Date.now() + 1_800_000; ; await delay(50)) {
    const { rows } = await database.query<{ open: string; error: string | null }>(
      `SELECT count(*) FILTER (WHERE finished_at IS NULL) AS open, max(last_error) AS error FROM job
       WHERE kind = 'billing.draft' AND due_at <= now()`,
    );
    const { open, error } = rows[0] as { open: string; error: string | null };
    if (error !== null) throw new Error(`a draft failed: ${error}`);
    if (Number(open) === 0) break;
    if (Date.now() > end) throw new Error('the drafts were not made in half an hour');
  }
  const { rows } = await database.query<{ ms: number; invoices: string; reports: string }>(
    `SELECT extract(epoch FROM (SELECT max(finished_at) FROM job WHERE kind = 'billing.draft') - min(creation_time)) * 1000 AS ms,
       count(*) FILTER (WHERE due_amount > 0) AS invoices, (SELECT count(*) FROM usage_report r WHERE NOT EXISTS (
         SELECT FROM usage_billing b WHERE b.entitlement_id = r.entitlement_id AND b.generation = r.generation
           AND b.since <= r.usage_from AND b.until > r.usage_from AND b.live)) AS reports
     FROM invoice`,
  );
  const { ms, invoices: made, reports } = rows[0] as { ms: number; invoices: string; reports: string };
  if (Number(made) !== invoices || Number(reports) > 0)
    throw new Error(`${made} invoices of ${invoices} sales, ${reports} reports are not billed`);
  return Number(ms);
}

async function commitsOf(database: pg.Pool): Promise<number> {
  await database.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await database.query<{ commits: string }>(
    'SELECT xact_commit AS commits FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0]?.commits);
}
