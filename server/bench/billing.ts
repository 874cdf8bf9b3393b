import type pg from 'pg';
import { measureDrafting } from './drafting.ts';
import { ms, quantile, table } from './page.ts';
import { startStopwatch } from './processes.ts';
import { say } from './rounds.ts';
import { type Bench, type Service, withService } from './world.ts';

/** Lines of each invoice. */
const lines = 20;
const invoices = 50;

/** Measures drafts and documents of invoices. */
export const measureBilling = async (bench: Bench): Promise<string[]> => [
  await measureDrafting(bench),
  await withService(bench, { sellers: 1 }, measureDocuments),
];

/** Measures the documents of invoices: the preview of the mail, and the PDF through its link. */
async function measureDocuments(service: Service): Promise<string> {
  const { id, token } = service.organizations[0];
  await fill(service.database, id);
  const previews = Array.from(
    { length: invoices },
    (_, n) => `http://127.0.0.1:${service.port}/org/${id}/invoice/inv_${n + 1}/preview`,
  );
  const headers = { authorization: `Bearer ${token}` };
  const pdfs = await Promise.all(previews.map((address) => pdfOf(address, headers)));
  return table(
    [`invoice of ${lines} lines`, 'a second, one at a time', 'p50', 'p99', 'CPU time of the program'],
    [
      ['preview of the mail', ...(await read(service, previews, headers))],
      ['PDF', ...(await read(service, pdfs, {}))],
    ],
  );
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
  (/<a [^>]*?href=\\?"([^"\\]+)\\?"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');

/** Finds the address of the PDF: the mail links to a page, and the page links to the PDF. */
async function pdfOf(preview: string, headers: Record<string, string>): Promise<string> {
  const page = linkIn(await (await fetch(preview, { headers })).text());
  return linkIn(await (await fetch(page)).text());
}

/** Reads documents one after the other. @returns their speed, their times, and the processor time of one */
async function read(
  { database, pid, settings }: Service,
  addresses: readonly string[],
  headers: Record<string, string>,
): Promise<string[]> {
  const count = settings.documents * Math.max(1, Math.round(settings.rounds / 2));
  const open = async (index: number): Promise<number> => {
    const began = performance.now();
    const response = await fetch(addresses[index % addresses.length] as string, { headers });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`a document of an invoice: ${response.status}`);
    return performance.now() - began;
  };
  for (let index = 0; index < count / 10; index++) await open(index);
  const busy = await startStopwatch(database, pid);
  const times: number[] = [];
  for (let index = 0; index < count; index++) times.push(await open(index));
  const perSecond = (count * 1000) / times.reduce((sum, time) => sum + time, 0);
  const { program } = await busy(count);
  say(`${count} documents: ${perSecond.toFixed(0)} a second`);
  const figures = [quantile(times, 0.5), quantile(times, 0.99), program / 1000];
  return [perSecond.toFixed(0), ...figures.map((figure) => ms(figure, 1))];
}
