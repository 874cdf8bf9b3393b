import path from 'node:path';
import { migrate } from '../src/platform/database/migrate.ts';
import { bareUsageTable } from './bare-usage.ts';
import { median, met, ms, range, table } from './page.ts';
import type { UsageIds } from './requests.ts';
import { alternate, of, type Round, ratios, runLoad, say } from './rounds.ts';
import { copyDatabase, databaseOf, dropDatabases, storeGroups } from './usage-rows.ts';
import { measureRun } from './usage-run.ts';
import {
  type Bench,
  beginEntitlements,
  createSellers,
  loadRows,
  type Service,
  withBare,
  withClient,
  withDatabase,
  withProgram,
} from './world.ts';

/** Where programs run on copies of a database with organizations and their entitlements. */
type Ground = Bench & Pick<Service, 'folder' | 'connectionString' | 'sellers'> & { rows: number };

const organizations = 20;
/** Entitlements, distributed evenly over the organizations. */
const rows = 2000;
/** Groups of the small store. */
const fewRows = 10_000;
/** Connections that report batches. More connections would only wait for each other, with a thousand groups each. */
const batchConnections = 8;

/** The sizes of reports, with the targets for speed relative to the bare handler and in groups a second. */
const sizes = [
  { size: 1000, title: 'batches of 1000', least: 0.4, leastPerSecond: 10_000 },
  { size: 100, title: 'batches of 100', least: 0.3 },
  { size: 0, title: 'single reports', least: 0.7 },
];
type Size = (typeof sizes)[number];

/** Measures the speed of reports, the cost of a large store, and the duration of a settlement. */
export const measureUsage = (bench: Bench): Promise<string[]> =>
  withDatabase(bench, async (first, folder) => {
    // The server's first database has a permanent connection, so it cannot be copied.
    const connectionString = databaseOf(first, 'usage_base');
    await copyDatabase(first, 'template1', 'usage_base');
    await migrate(connectionString, path.join(bench.root, 'server/migrations'));
    const sellers = await createSellers(connectionString, organizations);
    await copyDatabase(first, 'usage_base', 'usage_run');
    await loadRows(connectionString, sellers, rows);
    await beginEntitlements(connectionString);
    await withClient(connectionString, (client) => client.query(bareUsageTable));
    await copyDatabase(first, 'usage_base', 'usage_template');
    const ground = { ...bench, folder, connectionString, sellers, rows };
    const settling = {
      ...ground,
      connectionString: databaseOf(first, 'usage_run'),
      sellers: sellers.slice(0, 1),
      rows: 1000,
      role: 'start' as const,
    };
    return [
      ...(await measureTaking(ground)),
      await measureGrowth(ground),
      await measureRun(settling, (work) => withProgram(bench, settling, work)),
    ];
  });

/** Runs one round of one side: reports until the time is over. Speed and processor time are per group. */
const report = (
  service: Pick<Service, 'settings' | 'pid' | 'port' | 'database' | 'load' | 'world'>,
  order: { size: number; ids: UsageIds; seed: number },
): Promise<Round> => {
  const { connections, seconds } = service.settings;
  const own = { world: service.world, connections: order.size === 0 ? connections : batchConnections };
  return runLoad(service, { ...order, ...own, seconds }, Math.max(1, order.size));
};

/** Compares reports to the program with reports to a bare handler. @throws when an acknowledged group is missing */
const measureTaking = (ground: Ground): Promise<string[]> =>
  withProgram(ground, ground, (own) =>
    withBare(own, async (bare) => {
      const sides = { own, bare: { ...own, ...bare } };
      const [speeds, times]: [string[][], string[][]] = [[], []];
      for (const size of sizes) {
        const taken = await compareSize(sides, size);
        speeds.push(speedOf(size, taken));
        times.push(timesOf(size, taken));
      }
      return [
        table(['', 'bare /s', 'Tradepost /s', 'ratio', 'lowest to highest', 'target', 'met'], speeds),
        table(
          ['', 'p50 and p99 bare', 'p50 and p99 Tradepost', 'us a group, bare', 'us a group, Tradepost'],
          times,
        ),
      ];
    }),
  );

type Taken = Record<'bare' | 'own', Round[]>;

async function compareSize(sides: { own: Service; bare: Service }, { size, title }: Size): Promise<Taken> {
  const { database, settings } = sides.own;
  const stored = await countGroups(database);
  let acknowledged = 0;
  const run = async (side: 'own' | 'bare', round: number) => {
    const done = await report(sides[side], { size, ids: 'ordered', seed: 100 + round });
    // The bare handler writes single reports into the same tables.
    if (side === 'own' || size === 0) acknowledged += done.requests * Math.max(1, size);
    return done;
  };
  for (const side of ['bare', 'own'] as const) await run(side, -1);
  const shown = ({ perSecond }: Round) => perSecond.toFixed(0);
  const taken = await alternate(title, settings.rounds, ['bare', 'own'], run, shown);
  const found = (await countGroups(database)) - stored;
  if (found !== acknowledged)
    throw new Error(`${acknowledged} groups were acknowledged, but there are ${found}`);
  return taken;
}

/** Counts the stored groups, each of which must have an identifier. */
async function countGroups(database: Service['database']): Promise<number> {
  const { rows: counts } = await database.query<{ groups: string; keys: string }>(
    'SELECT (SELECT count(*) FROM usage_group) AS groups, (SELECT count(*) FROM usage_key) AS keys',
  );
  const { groups, keys } = counts[0] as { groups: string; keys: string };
  if (groups !== keys) throw new Error(`there are ${groups} groups, but ${keys} identifiers`);
  return Number(groups);
}

function speedOf({ title, least, leastPerSecond = 0 }: Size, { bare, own }: Taken): string[] {
  const each = ratios(own, bare, 'perSecond');
  const [ratio, perSecond] = [median(each), of(own, 'perSecond')];
  const speeds = [of(bare, 'perSecond').toFixed(0), perSecond.toFixed(0), ratio.toFixed(2), range(each)];
  const target = leastPerSecond > 0 ? `${least} and ${leastPerSecond} /s` : String(least);
  return [title, ...speeds, target, met(ratio >= least && perSecond >= leastPerSecond)];
}

const perGroup = (rounds: readonly Round[]) =>
  `${of(rounds, 'programUs').toFixed(1)} + ${of(rounds, 'databaseUs').toFixed(1)}`;

function timesOf({ title }: Size, { bare, own }: Taken): string[] {
  const times = [bare, own].map((rounds) => `${ms(of(rounds, 'p50Ms'), 1)}, ${ms(of(rounds, 'p99Ms'), 1)}`);
  return [title, ...times, perGroup(bare), perGroup(own)];
}

/** Measures the cost of a large store beside a small store, with both orders of identifiers. */
async function measureGrowth(ground: Ground): Promise<string> {
  const growth: string[][] = [];
  for (const ids of ['ordered', 'random'] as const) growth.push(...(await compareStores(ground, ids)));
  const head = ['identifiers', 'stored', 'us a group', 'ratio', 'lowest to highest', 'ratio of time'];
  return table([...head, 'log a group', 'target', 'met'], growth);
}

/** A round, the processor time of program and database, and the bytes of write-ahead log of a group. */
type Logged = Round & { us: number; bytes: number };

async function compareStores(ground: Ground, ids: UsageIds): Promise<string[][]> {
  const { connectionString, settings, sellers } = ground;
  const names = { few: `usage_few_${ids}`, many: `usage_many_${ids}` };
  const at = { few: databaseOf(connectionString, names.few), many: databaseOf(connectionString, names.many) };
  const entitlements = Math.floor(rows / sellers.length);
  const organizationIds = sellers.map(({ id }) => id);
  const fill = (side: 'few' | 'many') => {
    const count = side === 'few' ? fewRows : settings.usageRows;
    return storeGroups(at[side], { organizationIds, entitlements, rows: count, ids, isSettled: true });
  };
  say(`Storing ${settings.usageRows} groups with ${ids} identifiers …`);
  for (const side of ['few', 'many'] as const) {
    await copyDatabase(connectionString, 'usage_template', names[side]);
    await fill(side);
  }
  const alternating = (few: Service, many: Service) => {
    const run = async (side: 'few' | 'many', round: number): Promise<Logged> => {
      if (side === 'few') await fill('few');
      // The first change of a page after a checkpoint logs the whole page, which is the cost of random identifiers.
      await many.database.query('CHECKPOINT');
      const from = await logPosition(many);
      const done = await report({ few, many }[side], { size: 1000, ids, seed: 100 + round });
      const bytes = ((await logPosition(many)) - from) / (done.requests * 1000);
      return { ...done, bytes, us: done.programUs + done.databaseUs };
    };
    const shown = ({ perSecond, us }: Logged) => `${perSecond.toFixed(0)} at ${us.toFixed(1)} us`;
    const warmUp = async () => [await run('few', -1), await run('many', -1)];
    return warmUp().then(() => alternate(`${ids} ids`, settings.rounds, ['few', 'many'], run, shown));
  };
  const { few, many } = await withProgram(ground, { ...ground, connectionString: at.few }, (fewSide) =>
    withProgram(ground, { ...ground, connectionString: at.many }, (manySide) =>
      alternating(fewSide, manySide),
    ),
  );
  await dropDatabases(connectionString, Object.values(names));
  return growthRows(ids, settings.usageRows, few, many);
}

function growthRows(ids: UsageIds, stored: number, few: readonly Logged[], many: readonly Logged[]) {
  const each = ratios(many, few, 'us');
  const ratio = median(each);
  // The ratio of time for a group, the inverse of speed.
  const slower = median(ratios(few, many, 'perSecond')).toFixed(2);
  const bytes = (rounds: readonly Logged[]) => `${of(rounds, 'bytes').toFixed(0)} B`;
  const [name, target] = ids === 'ordered' ? ['UUIDv7', ['1.5', met(ratio <= 1.5)]] : ['random', []];
  return [
    [name, String(fewRows), perGroup(few as Logged[]), '', '', '', bytes(few)],
    [name, String(stored), perGroup(many), ratio.toFixed(2), range(each), slower, bytes(many), ...target],
  ];
}

async function logPosition({ database }: Service): Promise<number> {
  const { rows: found } = await database.query<{ bytes: string }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bytes`,
  );
  return Number(found[0]?.bytes);
}
