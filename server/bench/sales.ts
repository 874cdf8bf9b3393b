import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { JSONWebKeySet } from 'jose';
import pg from 'pg';
import { migrate } from '../src/platform/database/migrate.ts';
import { withDatabase } from './database.ts';
import { type Load, startBare, startLoad, startProgram } from './processes.ts';
import { get, type World } from './requests.ts';
import type { Settings } from './settings.ts';
import { type ProcessorUs, startStopwatch, transactionsOf } from './stopwatch.ts';
import { createSellers, openWorld } from './world.ts';

/**
 * A burst of offers, from the first POST until the last offer is published and every event is sealed and
 * dispatched.
 */
export type Sales = {
  offers: number;
  acceptedMs: number;
  publishedMs: number;
  dispatchedMs: number;
  /** Commits of one offer. */
  commits: number;
  processorUs: ProcessorUs;
};

/** The cost of an idle program. */
export type Idle = {
  /** Duration of the observation, and its delay after the start or burst. */
  seconds: number;
  afterSeconds: number;
  processorShare: number;
  commitsPerSecond: number;
};

/** The latency of reading an offer, alone and while a burst is published. */
export type Beside = { aloneP99Ms: number; besideP99Ms: number };

/**
 * `bursts` has the smaller burst with the median speed of several fresh starts, and the larger burst; `rates` are the
 * offers published a second in all smaller bursts. `idle` is measured on a fresh program, `idleAfter` after a burst.
 */
export type SalesRounds = {
  bursts: Sales[];
  rates: number[];
  /**
   * Offers a second that the bare handler writes in a smaller burst after a fresh start, which measures the machine.
   */
  bareRate: number;
  idle: Idle;
  idleAfter: Idle;
  beside: Beside;
};

/** Offers published a second. */
export const rateOf = ({ offers, publishedMs }: Sales): number => (offers * 1000) / publishedMs;

const say = (line: string) => process.stdout.write(`${line}\n`);

type Ground = {
  settings: Settings;
  connectionString: string;
  database: pg.Pool;
  pid: number;
  port: number;
  world: World;
  load: Load;
};

/** Measures whole sales in role `start`, on a database as `npm start` makes it. */
export async function measureSales(root: string, main: string, settings: Settings): Promise<SalesRounds> {
  const after: { idle?: Idle; beside?: Beside } = {};
  const fresh = { root, main, settings, role: 'start' } as const;
  const idle = await onFreshStart(fresh, measureIdle);
  say(`just started, ${idleText(idle)}`);
  const burstOf = (offers: number, andThen?: (ground: Ground) => Promise<void>): Promise<Sales> =>
    onFreshStart(fresh, async (ground) => {
      const burst = await measureBurst(ground, offers);
      say(textOf(burst));
      await andThen?.(ground);
      return burst;
    });
  const [fewer, more] = settings.bursts;
  // Role `serve` ignores jobs, so jobs that the bare handler enqueues cause no load.
  const bareRate = await onFreshStart({ ...fresh, role: 'serve' }, (ground) => measureBare(ground, fewer));
  say(`the bare handler writes ${bareRate.toFixed(0)} offers a second`);
  const rounds: Sales[] = [];
  for (let start = 0; start < settings.starts; start++) rounds.push(await burstOf(fewer));
  const byRate = rounds.toSorted((one, other) => rateOf(one) - rateOf(other));
  const larger = await burstOf(more, async (ground) => {
    after.idle = await measureIdle(ground);
    after.beside = await measureBeside(ground, fewer);
  });
  const { idle: idleAfter, beside } = after;
  if (!idleAfter || !beside) throw new Error('no burst was asked for');
  say(`after a burst, ${idleText(idleAfter)}`);
  say(
    `GET of an offer, p99: ${beside.aloneP99Ms.toFixed(1)} ms alone, ${beside.besideP99Ms.toFixed(1)} ms beside a burst`,
  );
  const bursts = [byRate[Math.floor(byRate.length / 2)] as Sales, larger];
  return { bursts, rates: rounds.map(rateOf), bareRate, idle, idleAfter, beside };
}

const idleText = ({ processorShare, commitsPerSecond }: Idle): string =>
  `idle: ${(processorShare * 100).toFixed(1)} % of a core, ${commitsPerSecond.toFixed(1)} commits per second`;

const textOf = (sales: Sales): string => {
  const { offers, acceptedMs, publishedMs, dispatchedMs, commits, processorUs } = sales;
  return (
    `${offers} offers: accepted in ${acceptedMs.toFixed(0)} ms, published in ${publishedMs.toFixed(0)} ms ` +
    `(${rateOf(sales).toFixed(0)} a second), dispatched in ${dispatchedMs.toFixed(0)} ms; each ${commits.toFixed(1)} commits, ` +
    `program ${processorUs.program.toFixed(0)} us, database ${processorUs.database.toFixed(0)} us`
  );
};

type Fresh = { root: string; main: string; settings: Settings; role: 'start' | 'serve' };

async function onFreshStart<T>(
  { root, main, settings, role }: Fresh,
  work: (ground: Ground) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tradepost-bench-sales-'));
  const load = startLoad();
  const started = async (connectionString: string) => {
    await migrate(connectionString, path.join(root, 'server/migrations'));
    const sellers = await createSellers(connectionString, 1);
    const own = await startProgram({
      main,
      role,
      folder,
      variables: { DATABASE_URL: connectionString, MASTER_KEY: '5a'.repeat(32), MIGRATE: 'off' },
      nodeArguments: settings.profile ? ['--cpu-prof', `--cpu-prof-dir=${settings.profile}`] : [],
    });
    const database = new pg.Pool({ connectionString, max: 1 });
    try {
      const world = await openWorld(`http://127.0.0.1:${own.port}`, sellers, 1);
      return await work({ settings, connectionString, database, pid: own.pid, port: own.port, world, load });
    } finally {
      await database.end();
      await own.stop();
    }
  };
  try {
    return await withDatabase(folder, started, {});
  } finally {
    await load.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a burst of offers by a fresh bare handler. @returns offers a second */
async function measureBare({ settings, connectionString, port, world, load }: Ground, offers: number) {
  const baseUrl = `http://127.0.0.1:${port}`;
  const keys = (await (await fetch(`${baseUrl}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
  const bare = await startBare({ connectionString, keys, issuer: baseUrl, audience: baseUrl });
  try {
    const began = performance.now();
    const { failures } = await load.run({
      ...{ port: bare.port, world, target: 'create', connections: settings.connections },
      ...{ seconds: 600, seed: 1, run: 1, requests: offers },
    });
    if (failures.length > 0) throw new Error(`the bare handler refused offers: ${JSON.stringify(failures)}`);
    return (offers * 1000) / (performance.now() - began);
  } finally {
    await bare.stop();
  }
}

async function measureBurst(ground: Ground, offers: number): Promise<Sales> {
  const { settings, database, pid, port, world, load } = ground;
  const before = await commitsOf(database);
  const busy = await startStopwatch(database, pid);
  const began = performance.now();
  const sent = load.run({
    ...{ port, world, target: 'create', connections: settings.connections },
    ...{ seconds: 600, seed: 1, run: 1, requests: offers },
  });
  const times = { publishedMs: 0, dispatchedMs: 0 };
  const watched = watch(ground, offers, began, times);
  const { failures } = await sent;
  const acceptedMs = performance.now() - began;
  if (failures.length > 0) throw new Error(`offers were refused: ${JSON.stringify(failures)}`);
  const looks = await watched;
  const processorUs = await busy(offers);
  const commits = ((await commitsOf(database)) - before - looks) / offers;
  return { offers, acceptedMs, ...times, commits, processorUs };
}

/** Waits until all offers are published and dispatched. @returns the number of queries used for waiting */
async function watch(
  { database }: Ground,
  offers: number,
  began: number,
  times: { publishedMs: number; dispatchedMs: number },
): Promise<number> {
  for (let looks = 1; ; looks++) {
    const { rows } = await database.query<{ published: boolean; dispatched: boolean }>(
      `SELECT (SELECT count(*) FROM offer WHERE status = 'PENDING_ACCEPTANCE') = $1 AS published,
         NOT EXISTS (SELECT FROM unsealed_event)
           AND NOT EXISTS (SELECT FROM notification_feed WHERE newest_position > told_position) AS dispatched`,
      [offers],
    );
    const passed = performance.now() - began;
    if (rows[0]?.published) times.publishedMs ||= passed;
    if (times.publishedMs > 0 && rows[0]?.dispatched) {
      times.dispatchedMs = passed;
      return looks;
    }
    if (passed > 300_000) throw new Error('the offers were not published within five minutes');
    await delay(50);
  }
}

/** Measures one reader while another burst is published. */
async function measureBeside(ground: Ground, offers: number): Promise<Beside> {
  const { database, port, world, load, settings } = ground;
  const { rows } = await database.query<{ id: string }>('SELECT id FROM offer LIMIT 1');
  const [organization] = world.organizations;
  if (!organization) throw new Error('there is no organization');
  const request = get(`/org/${organization.id}/offer/${rows[0]?.id}`, organization.token);
  const read = async (seconds: number) => {
    const { p99Ms, failures } = await load.run({ port, connections: 1, seconds, request });
    if (failures.length > 0) throw new Error(`reads were refused: ${JSON.stringify(failures)}`);
    return p99Ms;
  };
  await read(settings.seconds);
  const aloneP99Ms = await read(settings.seconds);
  const others = startLoad();
  try {
    const sent = others.run({
      ...{ port, world, target: 'create', connections: settings.connections },
      ...{ seconds: 600, seed: 2, run: 2, requests: offers },
    });
    const besideP99Ms = await read(settings.seconds);
    await sent;
    return { aloneP99Ms, besideP99Ms };
  } finally {
    await others.stop();
  }
}

async function measureIdle({ settings, database, pid, port }: Ground): Promise<Idle> {
  // Wait until the work after a start or burst has ended: V8 collects garbage three times within 45 s, each time for
  // 0.1 to 0.2 s of a core.
  await delay(settings.settleSeconds * 1000);
  const before = await transactionsOf(port);
  const busy = await startStopwatch(database, pid);
  await delay(settings.idleSeconds * 1000);
  const { program } = await busy(1);
  // Reading the metrics is a transaction, too.
  const commits = (await transactionsOf(port)) - before - 1;
  return {
    seconds: settings.idleSeconds,
    afterSeconds: settings.settleSeconds,
    processorShare: program / 1e6 / settings.idleSeconds,
    commitsPerSecond: commits / settings.idleSeconds,
  };
}

/** Counts commits. Idle sessions report their counts within ten seconds. */
async function commitsOf(database: pg.Pool): Promise<number> {
  await delay(11_000);
  const { rows } = await database.query<{ commits: string }>(
    'SELECT xact_commit AS commits FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0]?.commits);
}
