import type { JSONWebKeySet } from 'jose';
import pg from 'pg';
import { type Load, type Running, startBare, startProgram } from '../processes.ts';
import type { World } from '../requests.ts';
import { type Round, runOrder } from '../rounds.ts';
import type { Settings } from '../settings.ts';
import { startStopwatch } from '../stopwatch.ts';
import { openWorld, type Seller } from '../world.ts';
import type { UsageOrder } from './requests.ts';

/** Rounds of reports of one size. Speed and processor time are per group, not per request. */
export type Taking = { size: number; bare: Round[]; own: Round[] };

export type Side = { server: Running; world: World; database: pg.Pool };
export type Ground = {
  main: string;
  folder: string;
  settings: Settings;
  load: Load;
  sellers: readonly Seller[];
  rows: number;
  /** Number of runs so far, which makes the identifiers of each run unique. */
  runs: number;
};

/** Starts the program on a database, and stops it after the work. */
export async function withProgram<T>(
  { main, folder, settings, sellers, rows }: Ground,
  connectionString: string,
  role: 'serve' | 'start',
  work: (side: Side) => Promise<T>,
): Promise<T> {
  const server = await startProgram({
    main,
    role,
    folder,
    variables: { DATABASE_URL: connectionString, MASTER_KEY: '5a'.repeat(32), MIGRATE: 'off' },
    nodeArguments: settings.profile ? ['--cpu-prof', `--cpu-prof-dir=${settings.profile}`] : [],
  });
  const database = new pg.Pool({ connectionString, max: 1 });
  try {
    return await work({
      server,
      world: await openWorld(`http://127.0.0.1:${server.port}`, sellers, rows),
      database,
    });
  } finally {
    await database.end();
    await server.stop();
  }
}

/** Connections that report batches. More connections would only wait for each other, with a thousand groups each. */
const batchConnections = 8;

/** Runs one round of one side: reports until the time is over. */
export async function runUsage(
  ground: Ground,
  { server, world, database }: Side,
  order: { size: number; ids: UsageOrder['ids']; seconds: number; seed: number },
): Promise<Round & { groups: number }> {
  const { settings, load } = ground;
  const { size, ids, seconds, seed } = order;
  const each = Math.max(1, size);
  const busy = await startStopwatch(database, server.pid);
  const round = await runOrder(load, server, `usage of ${size}`, {
    port: server.port,
    connections: size === 0 ? settings.connections : batchConnections,
    seconds,
    world,
    usage: { size, ids, seed, run: ++ground.runs },
  });
  const groups = round.requests * each;
  const { program, database: databaseUs } = await busy(groups);
  return { ...round, groups, perSecond: round.perSecond * each, processorUs: program, databaseUs };
}

/** Compares reports to the program with reports to a bare handler. @throws when an acknowledged group is missing */
export async function measureTaking(ground: Ground, connectionString: string): Promise<Taking[]> {
  return withProgram(ground, connectionString, 'serve', async (own) => {
    const baseUrl = `http://127.0.0.1:${own.server.port}`;
    const keys = (await (await fetch(`${baseUrl}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
    const order = { connectionString, keys, issuer: baseUrl, audience: baseUrl };
    const bare = await startBare(order);
    try {
      const results: Taking[] = [];
      for (const size of ground.settings.usageSizes)
        results.push(await compareSize(ground, { own, bare: { ...own, server: bare } }, size));
      return results;
    } finally {
      await bare.stop();
    }
  });
}

async function compareSize(ground: Ground, sides: { own: Side; bare: Side }, size: number): Promise<Taking> {
  const { seconds, rounds } = ground.settings;
  const taking: Taking = { size, bare: [], own: [] };
  const stored = await countGroups(sides.own.database);
  let acknowledged = 0;
  const run = async (side: 'own' | 'bare', seed: number) => {
    const round = await runUsage(ground, sides[side], { size, ids: 'ordered', seconds, seed });
    // The bare handler writes single reports into the same tables.
    if (side === 'own' || size === 0) acknowledged += round.groups;
    return round;
  };
  for (const side of ['bare', 'own'] as const) await run(side, 1);
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (['bare', 'own'] as const) : (['own', 'bare'] as const);
    for (const side of order) taking[side].push(await run(side, 100 + round));
    const [bare, own] = [taking.bare[round] as Round, taking.own[round] as Round];
    process.stdout.write(
      `${size === 0 ? 'single reports' : `batches of ${size}`} ${round + 1}/${rounds}: bare ${bare.perSecond.toFixed(0)}, ` +
        `Tradepost ${own.perSecond.toFixed(0)} groups a second, ratio ${(own.perSecond / bare.perSecond).toFixed(2)}; ` +
        `us a group ${[bare, own].map(({ processorUs = 0, databaseUs = 0 }) => `${processorUs.toFixed(1)}+${databaseUs.toFixed(1)}`).join(' and ')}\n`,
    );
  }
  const found = (await countGroups(sides.own.database)) - stored;
  if (found !== acknowledged)
    throw new Error(`${acknowledged} groups were acknowledged, but there are ${found}`);
  return taking;
}

/** Counts the stored groups, each of which must have an identifier. */
async function countGroups(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ groups: string; keys: string }>(
    'SELECT (SELECT count(*) FROM usage_group) AS groups, (SELECT count(*) FROM usage_key) AS keys',
  );
  const { groups, keys } = rows[0] as { groups: string; keys: string };
  if (groups !== keys) throw new Error(`there are ${groups} groups, but ${keys} identifiers`);
  return Number(groups);
}
