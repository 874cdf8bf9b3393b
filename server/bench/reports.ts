import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { request } from 'undici';
import { median, met, ms, ratiosOf, table } from './page.ts';
import { residentMb } from './processes.ts';
import type { Organization } from './requests.ts';
import { say } from './rounds.ts';
import { type Bench, type Service, withClient, withService } from './world.ts';

/** Interval between measurements of memory, in milliseconds. */
const memoryEveryMs = 200;
const fewRows = 10_000;
const reportsOfRound = 200;

/** Measures reports and CSV of revenue, each beside its comparison in the same round. */
export const measureReports = (bench: Bench): Promise<string[]> =>
  withService(bench, { sellers: 2 }, (service) =>
    withClient(service.connectionString, async (client) => [await measure(service, client)]),
  );

async function measure({ settings, organizations, port, pid }: Service, client: pg.Client): Promise<string> {
  const { listRows: rows, rounds } = settings;
  const [few, many] = organizations;
  say(`Storing ${rows} revenue records …`);
  await fill(client, few.id, fewRows);
  await fill(client, many.id, rows);
  const found = { csv: [] as number[], copy: [] as number[], few: [] as number[], many: [] as number[] };
  const memory: number[] = [];
  // Warms up first, so that the growth of a process at its first responses is excluded.
  await timeCsv(port, many, rows);
  for (const organization of [few, many]) await timeReports(port, organization);
  for (let round = 0; round < rounds; round++) {
    found.few.push(await timeReports(port, few));
    found.many.push(await timeReports(port, many));
    const watch = setInterval(() => memory.push(residentMb(pid)), memoryEveryMs);
    found.csv.push(rows / (await timeCsv(port, many, rows).finally(() => clearInterval(watch))));
    memory.push(residentMb(pid));
    found.copy.push(rows / (await timeCopy(client, many.id)));
  }
  const half = Math.ceil(memory.length / 2);
  const [early, late] = [Math.max(...memory.slice(0, half)), Math.max(...memory.slice(half - 1))];
  const share = median(ratiosOf(found.csv, found.copy));
  const slower = median(ratiosOf(found.many, found.few));
  const [csv, copy, growth] = [median(found.csv).toFixed(0), median(found.copy).toFixed(0), late / early];
  const compared = (ratio: number, target: number, isMet: boolean) => [
    ratio.toFixed(2),
    String(target),
    met(isMet),
  ];
  return table(
    ['', 'measured', 'beside', 'ratio', 'target', 'met'],
    [
      [
        ...[`CSV of ${rows} revenue records, rows per second`, csv, `\`COPY … TO STDOUT\`: ${copy}`],
        ...compared(share, 0.5, share >= 0.5),
      ],
      [
        ...['memory of the program, maximum of the second half', `${late.toFixed(0)} MB`],
        ...[`of the first half: ${early.toFixed(0)} MB`, ...compared(growth, 1.1, growth <= 1.1)],
      ],
      [
        ...[`report of a year by day over ${rows} records`, ms(median(found.many), 2)],
        ...[`over ${fewRows}: ${ms(median(found.few), 2)}`, ...compared(slower, 1.5, slower <= 1.5)],
      ],
    ],
  );
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

/** The median duration of a report in milliseconds. */
async function timeReports(port: number, organization: Organization): Promise<number> {
  const report = { partner: 'MKA', service: 'MARKETPLACE', reportType: 'GrossAmount', groupBy: 'day' };
  const body = JSON.stringify({ ...report, startDate: '2025-01-01', endDate: '2025-12-31' });
  const times: number[] = [];
  for (let count = 0; count < reportsOfRound; count++) {
    const start = performance.now();
    await ask(port, organization, 'POST', 'revenueReport', body);
    times.push(performance.now() - start);
  }
  return median(times);
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
async function ask(
  port: number,
  { id, token }: Organization,
  method: 'GET' | 'POST',
  place: string,
  body?: string,
) {
  const type = body === undefined ? { accept: 'text/csv' } : { 'content-type': 'application/json' };
  const headers = { authorization: `Bearer ${token}`, ...type };
  const response = await request(`http://127.0.0.1:${port}/org/${id}/${place}`, {
    method,
    headers,
    body: body ?? null,
    bodyTimeout: 0,
  });
  let end = Buffer.alloc(0);
  for await (const chunk of response.body as AsyncIterable<Buffer>)
    end = Buffer.concat([chunk.length < 200 ? end : Buffer.alloc(0), chunk.subarray(-200)]).subarray(-400);
  if (response.statusCode !== 200) throw new Error(end.toString());
  return end.toString();
}
