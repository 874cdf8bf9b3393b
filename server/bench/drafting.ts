import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../src/platform/database/migrate.ts';
import { withDatabase } from './database.ts';
import { dimensions, entriesEach, storeSettled } from './drafting-world.ts';
import { median } from './median.ts';
import { startProgram } from './processes.ts';
import type { Settings } from './settings.ts';
import { type ProcessorUs, startStopwatch } from './stopwatch.ts';
import { met, table } from './table.ts';
import { createSellers } from './world.ts';

/** One round: a bare sum of the lines, and the drafts of the sales that have these lines. */
type DraftRound = { bareMs: number; bareUs: number; ownMs: number; own: ProcessorUs; commits: number };

export type Drafting = { lines: number; invoices: number; rounds: DraftRound[] };

const asked = 3;
/** Maximum number of hours with usage, equal to the hours of the shortest month. */
const mostReports = 28 * 24;
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Measures the jobs that draft invoices of direct sales whose month has ended, in a separate database. */
export async function measureDrafting(root: string, main: string, settings: Settings): Promise<Drafting> {
  const { billingInvoices: invoices, billingLines } = settings;
  const reports = Math.max(1, Math.round(billingLines / invoices / dimensions / entriesEach));
  if (reports > mostReports) throw new Error('a month has no hours for so many lines of an invoice');
  const lines = invoices * reports * dimensions * entriesEach;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tradepost-bench-drafting-'));
  try {
    return await withDatabase(folder, async (connectionString) => {
      await migrate(connectionString, path.join(root, 'server/migrations'));
      const [seller] = await createSellers(connectionString, 1);
      const database = new pg.Pool({ connectionString, max: 1 });
      try {
        const result: Drafting = { lines, invoices, rounds: [] };
        for (let round = 0; round < Math.min(3, settings.rounds); round++) {
          await storeSettled(database, seller?.id as string, invoices, reports);
          result.rounds.push(
            await measureRound({ main, folder, connectionString, database, settings }, invoices),
          );
          const { bareMs, ownMs, own, commits } = result.rounds.at(-1) as DraftRound;
          say(
            `drafts ${round + 1}: ${lines} lines, ${invoices} invoices; bare ${bareMs.toFixed(0)} ms, Tradepost ${ownMs.toFixed(0)} ms, ` +
              `ratio ${(ownMs / bareMs).toFixed(2)}; us an invoice ${own.program.toFixed(0)} + ${own.database.toFixed(0)}, ` +
              `${commits.toFixed(2)} commits`,
          );
        }
        return result;
      } finally {
        await database.end();
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Ground = {
  main: string;
  folder: string;
  connectionString: string;
  database: pg.Pool;
  settings: Settings;
};

async function measureRound(
  { main, folder, connectionString, database, settings }: Ground,
  invoices: number,
): Promise<DraftRound> {
  const bare = await sumBare(database, invoices);
  const own = await startProgram({
    main,
    role: 'start',
    folder,
    variables: { DATABASE_URL: connectionString, MASTER_KEY: '5a'.repeat(32), MIGRATE: 'off' },
    nodeArguments: settings.profile ? ['--cpu-prof', `--cpu-prof-dir=${settings.profile}`] : [],
  });
  try {
    const busy = await startStopwatch(database, own.pid);
    const commits = await commitsOf(database);
    await database.query(`UPDATE job SET due_at = now(), ready_at = now() WHERE kind = 'billing.draft'`);
    const ownMs = await drafted(database, invoices);
    const made = (await commitsOf(database)) - commits;
    return { bareMs: bare.ms, bareUs: bare.us, ownMs, own: await busy(invoices), commits: made / invoices };
  } finally {
    await own.stop();
  }
}

/** Sums the charges of all sales with one statement; measures the second run, because the first run reads from disk. */
async function sumBare(database: pg.Pool, invoices: number): Promise<{ ms: number; us: number }> {
  const sum = () =>
    database.query(
      `SELECT l.entitlement_id, l.dimension, sum(CASE l.type WHEN 'USAGE' THEN l.quantity ELSE -l.quantity END) AS units
       FROM usage_ledger l WHERE l.type IN ('USAGE', 'INCLUDED', 'CREDIT', 'LIST_PRICE') GROUP BY 1, 2`,
    );
  await sum();
  const busy = await startStopwatch(database, process.pid);
  const began = performance.now();
  const { rowCount } = await sum();
  const ms = performance.now() - began;
  if (rowCount !== invoices * dimensions) throw new Error(`${rowCount} sums of ${invoices} sales`);
  return { ms, us: (await busy(1)).database };
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

/** The table of drafts beside the bare sum of their lines. */
export function draftingTable({ lines, invoices, rounds }: Drafting): string {
  const of = (value: (round: DraftRound) => number) => median(rounds.map(value));
  const ratios = rounds.map(({ ownMs, bareMs }) => ownMs / bareMs);
  const ratio = median(ratios);
  const processor = ({ own, bareUs }: DraftRound) => ((own.program + own.database) * invoices) / bareUs;
  return table(
    ['', 'measured', 'target', 'met'],
    [
      [
        `bare sum of ${lines} lines of ${invoices} sales`,
        `${of(({ bareMs }) => bareMs).toFixed(0)} ms`,
        '',
        '',
      ],
      [`their ${invoices} invoices`, `${of(({ ownMs }) => ownMs).toFixed(0)} ms`, '', ''],
      [
        'ratio, and lowest to highest',
        `${ratio.toFixed(2)}, ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
        String(asked),
        met(ratio <= asked),
      ],
      ['ratio of CPU time', of(processor).toFixed(2), '', ''],
      [
        'of an invoice: CPU time of program and database',
        `${(of(({ own }) => own.program) / 1000).toFixed(1)} ms, ${(of(({ own }) => own.database) / 1000).toFixed(1)} ms`,
        '',
        '',
      ],
      ['of an invoice: commits', of(({ commits }) => commits).toFixed(2), '', ''],
    ],
  );
}
