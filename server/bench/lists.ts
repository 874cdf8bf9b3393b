import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { migrate } from '../src/platform/database/migrate.ts';
import { withDatabase } from './database.ts';
import { copyId, copyRow } from './list-rows.ts';
import { type Load, type Running, startLoad, startProgram } from './processes.ts';
import { get, type World } from './requests.ts';
import { type Round, runOrder } from './rounds.ts';
import type { Settings } from './settings.ts';
import { createSellers, loadRows, openWorld } from './world.ts';

export const pageSize = 100;

/** Rounds of the first page of a list and of a deep page, which is read by its cursor. */
export type ListRounds = { noun: string; rows: number; page: number; first: Round[]; deep: Round[] };

/**
 * The lists to measure, if the program has them: the record to copy, and the columns that must differ in
 * copies.
 */
const nouns: Readonly<Record<string, { body: object; distinct?: readonly string[] }>> = {
  offer: { body: { name: 'Analytics platform', offerType: 'PRIVATE', info: { currency: 'USD' } } },
  product: { body: { name: 'Analytics platform' } },
  buyer: { body: { name: 'Buyer Corporation' } },
  contact: { body: { emailAddress: 'ada@buyer.example', name: 'Ada' }, distinct: ['email'] },
};

const say = (line: string) => process.stdout.write(`${line}\n`);

type Ground = {
  settings: Settings;
  connectionString: string;
  own: Running;
  load: Load;
  organization: Organization;
};
type Organization = World['organizations'][number];

/** Rounds of a page of realistic offers, read repeatedly over one connection. */
export type LargePage = { rows: number; bytes: number; rounds: Round[] };

export type Lists = { nouns: ListRounds[]; largePage: LargePage };

/** Measures each list in a separate database, with all rows in one organization. */
export async function measureLists(root: string, main: string, settings: Settings): Promise<Lists> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tradepost-bench-lists-'));
  try {
    return await withDatabase(folder, async (connectionString) => {
      await migrate(connectionString, path.join(root, 'server/migrations'));
      const sellers = await createSellers(connectionString, 2);
      const variables = { DATABASE_URL: connectionString, MASTER_KEY: '5a'.repeat(32), MIGRATE: 'off' };
      const own = await startProgram({ main, role: 'serve', folder, variables });
      const load = startLoad();
      try {
        const world = await openWorld(`http://127.0.0.1:${own.port}`, sellers, 1);
        const [first, second] = world.organizations as [Organization, Organization];
        const ground = { settings, connectionString, own, load };
        const nouns = await measureNouns({ ...ground, organization: first });
        await loadRows(connectionString, sellers.slice(1), 1000);
        return { nouns, largePage: await measureLargePage({ ...ground, organization: second }) };
      } finally {
        await load.stop();
        await own.stop();
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureNouns(ground: Ground): Promise<ListRounds[]> {
  const { paths } = (await call(ground, 'GET', '/openapi.json')).body as { paths: Record<string, object> };
  const results: ListRounds[] = [];
  for (const noun of Object.keys(nouns)) {
    const operations = paths[`/org/{orgId}/${noun}`] ?? {};
    if ('get' in operations && 'post' in operations) results.push(await measureNoun(ground, noun));
  }
  return results;
}

async function measureNoun(ground: Ground, noun: string): Promise<ListRounds> {
  const { settings, connectionString } = ground;
  const { body, distinct = [] } = nouns[noun] as (typeof nouns)[string];
  const rows = Math.max(2, Math.floor(settings.listRows / pageSize)) * pageSize;
  const list = `/org/${ground.organization.id}/${noun}`;
  say(`Loading ${rows} rows: ${noun} …`);
  const { id } = (await call(ground, 'POST', list, body)).body as { id: string };
  // One page more than the measured pages, so that the deep page has a next page like the first page.
  await copyRow(connectionString, { table: noun, id, distinct }, rows + pageSize - 1);
  const page = rows / pageSize;
  const firstPath = `${list}?limit=${pageSize}`;
  const deepPath = await nextOf(ground, `${firstPath}&offset=${(page - 2) * pageSize}`);
  await refuseOtherRows(ground, firstPath, [id, copyId(id, pageSize - 1)]);
  await refuseOtherRows(ground, deepPath, [copyId(id, rows - pageSize), copyId(id, rows - 1)]);
  const result: ListRounds = { noun, rows, page, first: [], deep: [] };
  const sides = { first: firstPath, deep: deepPath };
  for (const side of ['first', 'deep'] as const)
    await runPage(ground, sides[side], Math.min(2, settings.seconds));
  for (let round = 0; round < settings.rounds; round++) {
    const order = round % 2 === 0 ? (['first', 'deep'] as const) : (['deep', 'first'] as const);
    for (const side of order) result[side].push(await runPage(ground, sides[side], settings.seconds));
    const [first, deep] = [result.first[round] as Round, result.deep[round] as Round];
    say(
      `${noun} ${round + 1}/${settings.rounds}: page 1 ${first.perSecond.toFixed(0)}, page ${page} ` +
        `${deep.perSecond.toFixed(0)} a second, ratio ${(deep.perSecond / first.perSecond).toFixed(2)}`,
    );
  }
  return result;
}

async function measureLargePage(ground: Ground): Promise<LargePage> {
  const { settings } = ground;
  const target = `/org/${ground.organization.id}/offer?limit=${pageSize}`;
  const { body } = await call(ground, 'GET', target);
  const rows = (body as unknown[]).length;
  if (rows !== pageSize) throw new Error(`${target} has ${rows} rows, not ${pageSize}`);
  const result: LargePage = { rows, bytes: Buffer.byteLength(JSON.stringify(body)), rounds: [] };
  await runPage(ground, target, settings.seconds, 1);
  for (let round = 0; round < settings.rounds; round++)
    result.rounds.push(await runPage(ground, target, settings.seconds, 1));
  return result;
}

const runPage = (
  { settings, own, load, organization }: Ground,
  target: string,
  seconds: number,
  connections = settings.connections,
): Promise<Round> =>
  runOrder(load, own, target, {
    port: own.port,
    connections,
    seconds,
    request: get(target, organization.token),
  });

/** The path of the next page, from the response's Link header. */
async function nextOf(ground: Ground, target: string): Promise<string> {
  const { link } = await call(ground, 'GET', target);
  const next = /<([^>]+)>; rel="next"/.exec(link)?.[1];
  if (!next) throw new Error(`${target} has no next page`);
  return next;
}

/** Requires that a page has the expected first and last row, and a next page. */
async function refuseOtherRows(ground: Ground, target: string, ends: [string, string]): Promise<void> {
  const { body, link } = await call(ground, 'GET', target);
  const ids = (body as { id: string }[]).map(({ id }) => id);
  const found = [ids[0], ids.at(-1)];
  if (ids.length !== pageSize || found.join() !== ends.join() || !link)
    throw new Error(
      `${target} has ${ids.length} rows from ${found.join(' to ')}, not from ${ends.join(' to ')}`,
    );
}

async function call(
  { own, organization }: Ground,
  method: string,
  target: string,
  body?: object,
): Promise<{ body: unknown; link: string }> {
  const headers = { authorization: `Bearer ${organization.token}`, 'content-type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${own.port}${target}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${target}: ${response.status} ${text}`);
  return { body: JSON.parse(text), link: response.headers.get('link') ?? '' };
}
