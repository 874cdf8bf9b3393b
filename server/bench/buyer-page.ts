import { median, met, range, table } from './page.ts';
import { alternate, of, type Round, ratios, runLoad, say } from './rounds.ts';
import { type Bench, loadRows, type Service, withBare, withClient, withService } from './world.ts';

/** The purchases of the buyer whose page is read. A page lists twelve. */
const purchases = 12;
const invoices = 12;
const buyerId = 'byr_bench';
const mostP99 = 2;

/** Compares the page of a buyer with the bare handler, which reads the same rows and returns them as JSON. */
export const measureBuyerPage = (bench: Bench): Promise<string[]> => {
  const prepare = async (connectionString: string, sellers: Service['sellers']) => {
    await loadRows(connectionString, sellers, bench.settings.rows);
    await giveBuyer(connectionString, sellers[0]?.id as string);
  };
  say(`Loading ${bench.settings.rows} entitlements and a buyer …`);
  return withService(bench, { sellers: 100, rows: bench.settings.rows, prepare }, (own) =>
    withBare(own, async (bare) => [await compare(own, bare)]),
  );
};

/** Gives purchases and invoices of an organization to a buyer. */
const giveBuyer = (connectionString: string, organizationId: string): Promise<unknown> =>
  withClient(connectionString, async (client) => {
    await client.query(
      `INSERT INTO buyer (organization_id, id, partner, name, creation_time, last_update_time)
       VALUES ($1, $2, '', 'Benchmark Industries', now(), now())`,
      [organizationId, buyerId],
    );
    await client.query(
      `UPDATE entitlement SET buyer_id = $2 WHERE organization_id = $1 AND id IN (
         SELECT id FROM entitlement WHERE organization_id = $1 ORDER BY id LIMIT $3)`,
      [organizationId, buyerId, purchases],
    );
    await client.query(
      `INSERT INTO invoice (organization_id, id, entitlement_id, buyer_id, type, status, number, currency, start_date,
         end_date, issue_date, due_date, finalize_at, subtotal_amount, due_amount, info, creation_time, last_update_time)
       SELECT $1, 'inv_' || lpad(n::text, 26, '0'), 'ent_none', $2, 'USAGE', 'FINALIZED', n, 'USD', now(), now(), now(),
         now(), now(), 1250, 1250, '{}', now(), now() FROM generate_series(1, $3::integer) n`,
      [organizationId, buyerId, invoices],
    );
    await client.query('VACUUM (ANALYZE) buyer, entitlement, invoice');
  });

async function compare(own: Service, bare: Pick<Service, 'pid' | 'port'>): Promise<string> {
  const { connections, seconds, rounds, warmUp } = own.settings;
  const [seller] = own.organizations;
  const path = await linkOf(own);
  await refuseDifference(own, bare, path);
  const request = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${seller.token}\r\n\r\n`;
  const run = (side: 'bare' | 'own', order: { seconds: number; requests?: number }): Promise<Round> =>
    runLoad(side === 'own' ? own : { ...own, ...bare }, { connections, request, ...order });
  for (const side of ['bare', 'own'] as const) await run(side, { seconds: 600, requests: warmUp / 10 });
  const done = await alternate(
    'page',
    rounds,
    ['bare', 'own'],
    (side) => run(side, { seconds }),
    ({ perSecond }) => perSecond.toFixed(0),
  );
  const each = ratios(done.own, done.bare, 'p99Ms');
  const times = (['p50Ms', 'p99Ms'] as const).flatMap((key) =>
    [done.bare, done.own].map((side) => of(side, key).toFixed(1)),
  );
  const ratio = median(each);
  return table(
    [
      '',
      'p50 bare',
      'p50 Tradepost',
      'p99 bare',
      'p99 Tradepost',
      'p99 ratio',
      'lowest to highest',
      'target',
      'met',
    ],
    [['page of a buyer', ...times, ratio.toFixed(2), range(each), mostP99.toFixed(1), met(ratio <= mostP99)]],
  );
}

/** Reads the buyer's link from the API. */
async function linkOf({ port, organizations: [{ id, token }] }: Service): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/org/${id}/buyer/${buyerId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { info } = (await response.json()) as { info: { spaUrl: string } };
  const { pathname, search } = new URL(info.spaUrl);
  return `${pathname}${search}`;
}

/** Requires that the page shows the purchases and invoices that the bare handler reads. */
async function refuseDifference(own: Service, bare: { port: number }, path: string): Promise<void> {
  const headers = { authorization: `Bearer ${own.organizations[0].token}` };
  const [page, rows] = await Promise.all(
    [own, bare].map(async ({ port }) => (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text()),
  );
  const counts = [page?.match(/<tr>/g)?.length, (JSON.parse(rows ?? '[]') as unknown[]).length];
  const [shown = 0, read] = counts;
  // Each of the two tables has a row of headings. With few rows, the buyer has fewer purchases.
  if (shown !== read || shown <= invoices + 2)
    throw new Error(`the page and the bare handler differ: ${counts.join(' and ')} rows`);
}
