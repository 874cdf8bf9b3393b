import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '../src/platform/database/migrate.ts';
import { withDatabase } from './database.ts';
import { type Drafting, draftingTable, measureDrafting } from './drafting.ts';
import { startProgram } from './processes.ts';
import type { Settings } from './settings.ts';
import { startStopwatch } from './stopwatch.ts';
import { table } from './table.ts';
import { createSellers, openWorld } from './world.ts';

/** Latency and throughput of sequential reads of invoice documents. */
type Documents = { perSecond: number; p50Ms: number; p99Ms: number; processorMs: number };

export type Billing = { documents: InvoiceDocuments | undefined; drafting: Drafting | undefined };

type InvoiceDocuments = { lines: number; preview: Documents; pdf: Documents };

/** Lines of each invoice. */
const lines = 20;
const invoices = 50;
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Measures drafts and documents of invoices. */
export async function measureBilling(root: string, main: string, settings: Settings): Promise<Billing> {
  const has = (part: string) => (settings.billingParts as readonly string[]).includes(part);
  return {
    drafting: has('drafts') ? await measureDrafting(root, main, settings) : undefined,
    documents: has('documents') ? await measureDocuments(root, main, settings) : undefined,
  };
}

/** Measures the documents of invoices: the preview of the mail, and the PDF through its link. */
async function measureDocuments(root: string, main: string, settings: Settings): Promise<InvoiceDocuments> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tradepost-bench-billing-'));
  try {
    return await withDatabase(folder, async (connectionString) => {
      await migrate(connectionString, path.join(root, 'server/migrations'));
      const sellers = await createSellers(connectionString, 1);
      const variables = { DATABASE_URL: connectionString, MASTER_KEY: '5a'.repeat(32), MIGRATE: 'off' };
      const own = await startProgram({ main, role: 'serve', folder, variables });
      const database = new pg.Pool({ connectionString, max: 1 });
      try {
        const base = `http://127.0.0.1:${own.port}`;
        const { organizations } = await openWorld(base, sellers, 1);
        const { id, token } = organizations[0] as (typeof organizations)[number];
        await fill(database, id);
        const previews = Array.from(
          { length: invoices },
          (_, n) => `${base}/org/${id}/invoice/inv_${n + 1}/preview`,
        );
        const headers = { authorization: `Bearer ${token}` };
        const pdfs = await Promise.all(previews.map((address) => pdfOf(address, headers)));
        const rounds = Math.max(1, Math.round(settings.rounds / 2));
        const measured = { database, pid: own.pid, counted: settings.documents * rounds };
        const preview = await measure({ ...measured, addresses: previews, headers });
        const pdf = await measure({ ...measured, addresses: pdfs, headers: {} });
        return { lines, preview, pdf };
      } finally {
        await database.end();
        await own.stop();
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const fill = (database: pg.Pool, organizationId: string) =>
  database.query(
    `INSERT INTO invoice (organization_id, id, entitlement_id, type, status, number, currency, start_date, end_date,
       finalize_at, issue_date, due_date, subtotal_amount, due_amount, info, creation_time, last_update_time)
     SELECT $1, 'inv_' || n, 'ent_1', 'USAGE', 'FINALIZED', n, 'USD', '2027-01-01', '2027-02-01', now(), '2027-02-01',
       '2027-03-01', 100 * $3::integer, 100 * $3::integer, jsonb_build_object('issuer', '{"name": "Seller"}'::jsonb, 'buyer',
         '{"name": "Buyer"}'::jsonb, 'billableDimensionDetails', (
         SELECT jsonb_agg(jsonb_build_object('name', 'Dimension ' || l, 'quantity', l, 'amount', 100, 'details',
           '[{"feeExpressions": "1000 × 0.1 = 100"}]'::jsonb)) FROM generate_series(1, $3::integer) l)), now(), now()
     FROM generate_series(1, $2::integer) n`,
    [organizationId, invoices, lines],
  );

const linkIn = (html: string): string =>
  (/<a href=\\?"([^"\\]+)\\?"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');

/** Finds the address of the PDF: the mail links to a page, and the page links to the PDF. */
async function pdfOf(preview: string, headers: Record<string, string>): Promise<string> {
  const page = linkIn(await (await fetch(preview, { headers })).text());
  return linkIn(await (await fetch(page)).text());
}

async function measure(how: {
  database: pg.Pool;
  pid: number;
  counted: number;
  addresses: readonly string[];
  headers: Record<string, string>;
}): Promise<Documents> {
  const { database, pid, counted, addresses, headers } = how;
  const open = async (index: number): Promise<number> => {
    const began = performance.now();
    const response = await fetch(addresses[index % addresses.length] as string, { headers });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`a document of an invoice: ${response.status}`);
    return performance.now() - began;
  };
  for (let index = 0; index < counted / 10; index++) await open(index);
  const busy = await startStopwatch(database, pid);
  const began = performance.now();
  const times: number[] = [];
  for (let index = 0; index < counted; index++) times.push(await open(index));
  const seconds = (performance.now() - began) / 1000;
  const { program } = await busy(times.length);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] as number;
  const result = {
    perSecond: times.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    processorMs: program / 1000,
  };
  say(
    `${times.length} documents: ${result.perSecond.toFixed(0)} a second, p99 ${result.p99Ms.toFixed(1)} ms`,
  );
  return result;
}

/** The tables of drafts and documents of invoices. */
export const billingTable = ({ drafting, documents }: Billing): string =>
  [...(drafting ? [draftingTable(drafting)] : []), ...(documents ? [documentsTable(documents)] : [])].join(
    '\n\n',
  );

const documentsTable = ({ lines: count, preview, pdf }: InvoiceDocuments): string =>
  table(
    [`invoice of ${count} lines`, 'a second, one at a time', 'p50', 'p99', 'CPU time of the program'],
    (
      [
        ['preview of the mail', preview],
        ['PDF', pdf],
      ] as const
    ).map(([name, { perSecond, p50Ms, p99Ms, processorMs }]) => [
      name,
      perSecond.toFixed(0),
      ...[p50Ms, p99Ms, processorMs].map((ms) => `${ms.toFixed(1)} ms`),
    ]),
  );
