import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { migrate } from '../src/platform/database/migrate.ts';
import { withDatabase } from './database.ts';
import { median } from './median.ts';
import { residentMb, startProgram } from './processes.ts';
import type { World } from './requests.ts';
import type { Settings } from './settings.ts';
import { met, table } from './table.ts';
import { createSellers, openWorld } from './world.ts';

/** Rows a second as CSV and as COPY, and milliseconds of a report over few records and over many. */
export type Reports = {
  rows: number;
  csv: number[];
  copy: number[];
  fewRows: number;
  few: number[];
  many: number[];
  /** Megabytes of the program while it sends all rows, in order of time. */
  memory: number[];
};

/**
 * The targets: CSV as a fraction of COPY; a report over many records as a multiple of a report over few records; memory
 * of the second half as a multiple of the first.
 */
const asked = { csv: 0.5, report: 1.5, memory: 1.1 };
/** Interval between measurements of memory, in milliseconds. */
const memoryEveryMs = 200;
const fewRows = 10_000;
const reportsOfRound = 200;
const say = (line: string) => process.stdout.write(`${line}\n`);
type Organization = World['organizations'][number];

/** Measures reports and CSV of revenue, each beside its comparison in the same round. */
export async function measureReports(root: string, main: string, settings: Settings): Promise<Reports> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tradepost-bench-reports-'));
  try {
    return await withDatabase(folder, async (connectionString) => {
      await migrate(connectionString, path.join(root, 'server/migrations'));
      const sellers = await createSellers(connectionString, 2);
      const variables = { DATABASE_URL: connectionString, MASTER_KEY: '5a'.repeat(32), MIGRATE: 'off' };
      const own = await startProgram({ main, role: 'serve', folder, variables });
      const client = new pg.Client({ connectionString });
      await client.connect();
      try {
        const world = await openWorld(`http://127.0.0.1:${own.port}`, sellers, 1);
        const [few, many] = world.organizations as [Organization, Organization];
        say(`Storing ${settings.listRows} revenue records …`);
        await fill(client, few.id, fewRows);
        await fill(client, many.id, settings.listRows);
        return await measure({ port: own.port, pid: own.pid, client, few, many, settings });
      } finally {
        await client.end();
        await own.stop();
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Stores records of a year, of one product, with the sums of their days. */
async function fill(client: pg.Client, organizationId: string, rows: number): Promise<void> {
  const money =
    'amount, collectable_amount, invoice_amount, tax_amount, disburse_amount, refund_invoice_amount, refund_disburse_amount';
  await client.query(`INSERT INTO revenue_record (organization_id, id, entitlement_id, product_id, partner, day, currency, ${money},
      invoice_date, creation_time, last_update_time)
    SELECT '${organizationId}', 'rvr_' || lpad(n::text, 26, '0'), 'ent_' || n / 365, 'prd_1', 'MKA', date '2025-01-01' + n % 365, 'USD',
      n % 1000 + 0.25, n % 1000, n % 1000 + 0.25, 1.5, n % 1000, 0, 0, date '2025-01-01' + n % 365, now(), now()
    FROM generate_series(1, ${rows}) n`);
  await client.query(`INSERT INTO revenue_daily (organization_id, partner, product_id, day, currency, ${money})
    SELECT r.organization_id, r.partner, p.id, r.day, r.currency, ${money
      .split(', ')
      .map((name) => `sum(${name})`)
      .join(', ')}
    FROM revenue_record r, unnest('{"",prd_1}'::text[]) p (id) WHERE r.organization_id = '${organizationId}' GROUP BY 1, 2, 3, 4, 5`);
  await client.query('VACUUM ANALYZE revenue_record, revenue_daily');
}

type Ground = {
  port: number;
  pid: number;
  client: pg.Client;
  few: Organization;
  many: Organization;
  settings: Settings;
};

async function measure({ port, pid, client, few, many, settings }: Ground): Promise<Reports> {
  const results: Reports = {
    rows: settings.listRows,
    csv: [],
    copy: [],
    fewRows,
    few: [],
    many: [],
    memory: [],
  };
  const report = (organization: Organization) => timeReports(port, organization);
  // Warms up first, so that the growth of a process at its first responses is excluded.
  await timeCsv(port, many, settings.listRows);
  await report(few);
  await report(many);
  for (let round = 0; round < settings.rounds; round++) {
    results.few.push(await report(few));
    results.many.push(await report(many));
    const watch = watchMemory(pid, results.memory);
    results.csv.push(settings.listRows / (await timeCsv(port, many, settings.listRows).finally(watch)));
    results.copy.push(settings.listRows / (await timeCopy(client, many.id)));
  }
  return results;
}

/** Records a process's memory at intervals. @returns a function that stops the recording */
function watchMemory(pid: number, into: number[]): () => void {
  const look = () => into.push(residentMb(pid));
  const watch = setInterval(look, memoryEveryMs);
  return () => {
    clearInterval(watch);
    look();
  };
}

/** The median duration of a report in milliseconds. */
async function timeReports(port: number, organization: Organization): Promise<number> {
  const body = JSON.stringify({
    partner: 'MKA',
    service: 'MARKETPLACE',
    reportType: 'GrossAmount',
    groupBy: 'day',
    startDate: '2025-01-01',
    endDate: '2025-12-31',
  });
  const times: number[] = [];
  for (let count = 0; count < reportsOfRound; count++) {
    const start = performance.now();
    await ask(port, organization, 'POST', 'revenueReport', body);
    times.push(performance.now() - start);
  }
  return times.sort((one, other) => one - other)[reportsOfRound / 2] as number;
}

async function timeCsv(port: number, organization: Organization, rows: number): Promise<number> {
  const start = performance.now();
  const days = 'startDate=2025-01-01&endDate=2025-12-31';
  const end = await ask(port, organization, 'GET', `partner/MKA/revenueRecord?${days}`);
  if (!end.includes(`#end,${rows},`)) throw new Error(`the CSV ended with ${end}`);
  return (performance.now() - start) / 1000;
}

/** The seconds in which the database alone sends the same columns in the same order. */
async function timeCopy(client: pg.Client, organizationId: string): Promise<number> {
  const start = performance.now();
  const stream = client.query(
    copyTo(`COPY (SELECT id, organization_id, entitlement_id, product_id, partner, currency, amount, collectable_amount,
      invoice_amount, tax_amount, disburse_amount, refund_invoice_amount, refund_disburse_amount, day, invoice_date,
      payment_due_date, disburse_date, refund_invoice_date, refund_disburse_date
      FROM revenue_record WHERE organization_id = '${organizationId}' AND partner = 'MKA' AND day >= '2025-01-01'
        AND day <= '2025-12-31' ORDER BY day, id) TO STDOUT (FORMAT csv, HEADER)`),
  );
  for await (const chunk of stream) if (chunk.length === 0) break;
  return (performance.now() - start) / 1000;
}

/** Sends a request. @returns only the end of the body, to limit memory */
const ask = (port: number, { id, token }: Organization, method: string, place: string, body?: string) =>
  new Promise<string>((resolve, reject) => {
    const request = http.request(
      {
        port,
        host: '127.0.0.1',
        method,
        path: `/org/${id}/${place}`,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? { accept: 'text/csv' } : { 'content-type': 'application/json' }),
        },
      },
      (response) => {
        let last: Buffer[] = [];
        response.on('data', (chunk: Buffer) => {
          last = chunk.length < 200 ? [...last, chunk].slice(-20) : [chunk];
        });
        response.on('end', () => {
          const end = Buffer.concat(last).toString('utf8').slice(-200);
          return response.statusCode === 200 ? resolve(end) : reject(new Error(end));
        });
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(body);
  });

/** The maximum of the second half of values, as a multiple of the maximum of the first half. */
const growthOf = (values: readonly number[]): number => {
  const half = Math.ceil(values.length / 2);
  return Math.max(...values.slice(half - 1)) / Math.max(...values.slice(0, half));
};

/** The table of reports. */
export function reportsTable({ rows, csv, copy, few, many, memory }: Reports): string {
  const ratioOf = (some: readonly number[], others: readonly number[]) =>
    median(some.map((one, index) => one / (others[index] as number)));
  const [share, slower, growth] = [ratioOf(csv, copy), ratioOf(many, few), growthOf(memory)];
  return table(
    ['', 'measured', 'beside', 'ratio', 'target', 'met'],
    [
      [
        `CSV of ${rows} revenue records, rows per second`,
        median(csv).toFixed(0),
        `\`COPY … TO STDOUT\`: ${median(copy).toFixed(0)}`,
        share.toFixed(2),
        String(asked.csv),
        met(share >= asked.csv),
      ],
      [
        'memory of the program, maximum of the second half',
        `${Math.max(...memory.slice(Math.ceil(memory.length / 2) - 1)).toFixed(0)} MB`,
        `of the first half: ${Math.max(...memory.slice(0, Math.ceil(memory.length / 2))).toFixed(0)} MB`,
        growth.toFixed(2),
        String(asked.memory),
        met(growth <= asked.memory),
      ],
      [
        `report of a year by day over ${rows} records`,
        `${median(many).toFixed(2)} ms`,
        `over ${fewRows}: ${median(few).toFixed(2)} ms`,
        slower.toFixed(2),
        String(asked.report),
        met(slower <= asked.report),
      ],
    ],
  );
}
