import { copyId, copyRow } from './list-rows.ts';
import { figures, median, ms, range, table } from './page.ts';
import { get } from './requests.ts';
import { alternate, of, type Round, ratios, runLoad, say } from './rounds.ts';
import { type Bench, call, loadRows, type Service, withService } from './world.ts';

const pageSize = 100;

/** The measured lists: the record to copy, and the columns that must differ in copies. */
const nouns: Readonly<Record<string, { body: object; distinct?: readonly string[] }>> = {
  offer: { body: { name: 'Analytics platform', offerType: 'PRIVATE', info: { currency: 'USD' } } },
  product: { body: { name: 'Analytics platform' } },
  buyer: { body: { name: 'Buyer Corporation' } },
  contact: { body: { emailAddress: 'ada@buyer.example', name: 'Ada' }, distinct: ['email'] },
};

/** Measures the first and a deep page of each list, with all rows in one organization, and a page of long records. */
export const measureLists = (bench: Bench): Promise<string[]> =>
  withService(bench, { sellers: 2 }, async (service) => {
    const rows: string[][] = [];
    for (const noun of Object.keys(nouns)) rows.push(await measureNoun(service, noun));
    const head = ['', 'rows', 'page', 'page 1 /s', 'that page /s', 'ratio', 'lowest to highest'];
    return [table([...head, 'p50 page 1', 'p50 that page'], rows), await measureLongPage(service)];
  });

async function measureNoun(service: Service, noun: string): Promise<string[]> {
  const { settings, connectionString, organizations } = service;
  const [organization] = organizations;
  const { body, distinct = [] } = nouns[noun] as (typeof nouns)[string];
  const rows = Math.max(2, Math.floor(settings.listRows / pageSize)) * pageSize;
  const page = rows / pageSize;
  say(`Loading ${rows} rows: ${noun} …`);
  const { id } = (await call(service, organization, 'POST', noun, body)).body as { id: string };
  // One page more than the measured pages, so that the deep page has a next page like the first page.
  await copyRow(connectionString, { table: noun, id, distinct }, rows + pageSize - 1);
  const first = `${noun}?limit=${pageSize}`;
  // The deep page is read with the cursor in the previous page's link.
  const before = await call(service, organization, 'GET', `${first}&offset=${(page - 2) * pageSize}`);
  const deep = /<\/org\/[^/]+\/([^>]+)>; rel="next"/.exec(before.link)?.[1] ?? '';
  await refuseOtherRows(service, first, [id, copyId(id, pageSize - 1)]);
  await refuseOtherRows(service, deep, [copyId(id, rows - pageSize), copyId(id, rows - 1)]);
  const run = (side: 'first' | 'deep', seconds: number) =>
    readPage(service, get({ first, deep }[side], organization), seconds, settings.connections);
  for (const side of ['first', 'deep'] as const) await run(side, Math.min(2, settings.seconds));
  const each = (side: 'first' | 'deep') => run(side, settings.seconds);
  const done = await alternate(noun, settings.rounds, ['first', 'deep'], each, ({ perSecond }) =>
    perSecond.toFixed(0),
  );
  const ratio = ratios(done.deep, done.first, 'perSecond');
  const both = (key: 'perSecond' | 'p50Ms', digits: number) =>
    [done.first, done.deep].map((rounds) => of(rounds, key).toFixed(digits));
  const speeds = [...both('perSecond', 0), median(ratio).toFixed(2), range(ratio)];
  return [`\`GET\` list of ${noun}`, String(rows), String(page), ...speeds, ...both('p50Ms', 1)];
}

const readPage = (service: Service, request: string, seconds: number, connections: number): Promise<Round> =>
  runLoad(service, { request, seconds, connections });

/** Requires that a page has the expected first and last row, and a next page. */
async function refuseOtherRows(service: Service, target: string, ends: [string, string]): Promise<void> {
  const { body, link } = await call(service, service.organizations[0], 'GET', target);
  const ids = (body as { id: string }[]).map(({ id }) => id);
  const found = [ids[0], ids.at(-1)].join(' to ');
  if (ids.length !== pageSize || found !== ends.join(' to ') || !link)
    throw new Error(`${target} has ${ids.length} rows from ${found}, not from ${ends.join(' to ')}`);
}

/** Measures a page of realistic offers, read repeatedly over one connection. */
async function measureLongPage(service: Service): Promise<string> {
  const { settings, connectionString, sellers, organizations } = service;
  const [, organization] = organizations;
  await loadRows(connectionString, sellers.slice(1), 1000);
  const target = `offer?limit=${pageSize}`;
  const offers = (await call(service, organization, 'GET', target)).body as unknown[];
  if (offers.length !== pageSize) throw new Error(`${target} has ${offers.length} rows, not ${pageSize}`);
  const read = () => readPage(service, get(target, organization), settings.seconds, 1);
  await read();
  const rounds: Round[] = [];
  for (let round = 0; round < settings.rounds; round++) rounds.push(await read());
  const kB = Buffer.byteLength(JSON.stringify(offers)) / pageSize / 1000;
  const p50 = of(rounds, 'p50Ms');
  return figures([
    [`\`GET\` list of ${pageSize} offers of ${kB.toFixed(1)} KB, p50`, ms(p50, 1), '12 ms', p50 <= 12],
    ['CPU time of the program per request', ms(of(rounds, 'programUs') / 1000, 1)],
  ]);
}
