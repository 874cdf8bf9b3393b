import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../../src/platform/database/migrate.ts';
import { withDatabase } from '../database.ts';
import { answerOf, forkFile, leave } from '../processes.ts';
import type { Settings } from '../settings.ts';
import { createSellers, openWorld } from '../world.ts';
import type { Address, MarketplaceOrder, MarketplaceSeller } from './marketplace.ts';
import type { ProgramOrder } from './program.ts';

/** An organization that sells at the marketplace, and its account there. */
export type ConnectedSeller = MarketplaceSeller & { id: string; token: string };

/**
 * A program with connected organizations whose imports have ended, and the marketplace, each in its own
 * process.
 */
export type ConnectedWorld = {
  settings: Settings;
  database: pg.Pool;
  pid: number;
  port: number;
  sellers: readonly ConnectedSeller[];
  ask<T>(order: MarketplaceOrder): Promise<T>;
};

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Unaccepted offers of each seller. */
const offersEach = (settings: Settings): number => Math.ceil(settings.events / busyOf(settings));
/** Number of queues with events during the measurement: a fifth, or fewer if there are fewer events. */
export const busyOf = ({ queues, events }: Settings): number => Math.min(Math.ceil(queues / 5), events);

/** Runs work in a world in which every seller's queue is read and no other job is due. */
export async function withConnections<T>(
  root: string,
  settings: Settings,
  work: (world: ConnectedWorld) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tradepost-bench-connections-'));
  const marketplace = forkFile('./connections/marketplace.js');
  try {
    const address = await answerOf<Address>(marketplace, 'the marketplace');
    const ask = <A>(order: MarketplaceOrder): Promise<A> => {
      const answer = answerOf<A>(marketplace, 'the marketplace');
      marketplace.send(order);
      return answer;
    };
    return await withDatabase(
      folder,
      async (connectionString) => {
        await migrate(connectionString, path.join(root, 'server/migrations'));
        const order: ProgramOrder = { connectionString, folder, marketplace: address };
        return withProgram(order, { settings, ask }, work);
      },
      {},
    );
  } finally {
    await leave(marketplace);
    await rm(folder, { recursive: true, force: true });
  }
}

async function withProgram<T>(
  order: ProgramOrder,
  { settings, ask }: Pick<ConnectedWorld, 'settings' | 'ask'>,
  work: (world: ConnectedWorld) => Promise<T>,
): Promise<T> {
  const { profile } = settings;
  const program = forkFile(
    './connections/program.js',
    profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [],
  );
  const database = new pg.Pool({ connectionString: order.connectionString, max: 2 });
  try {
    const answer = answerOf<number>(program, 'the program');
    program.send(order);
    const port = await answer;
    const sellers = await connectAll(order.connectionString, database, port, { settings, ask });
    await imported(database, settings);
    return await work({ settings, database, pid: program.pid as number, port, sellers, ask });
  } finally {
    await database.end();
    await leave(program);
  }
}

/**
 * Connects every organization, as a seller does by entering role and queue. Only organizations whose queue will have
 * events are verified and imported. Other organizations are set to VERIFIED by SQL, because imports are measured
 * separately.
 */
async function connectAll(
  connectionString: string,
  database: pg.Pool,
  port: number,
  { settings, ask }: Pick<ConnectedWorld, 'settings' | 'ask'>,
): Promise<ConnectedSeller[]> {
  say(`Connecting ${settings.queues} organizations …`);
  const made = await createSellers(connectionString, settings.queues, 'PROD');
  const baseUrl = `http://127.0.0.1:${port}`;
  const { organizations } = await openWorld(baseUrl, made, 1);
  const { rows } = await database.query<{ organization_id: string; external_id: string }>(
    `INSERT INTO integration_external_id (organization_id, partner, external_id, creation_time)
     SELECT o, 'MKA', md5(o), now() FROM unnest($1::text[]) AS o RETURNING organization_id, external_id`,
    [made.map(({ id }) => id)],
  );
  const externalIds = new Map(rows.map((row) => [row.organization_id, row.external_id]));
  const there = await ask<MarketplaceSeller[]>({
    kind: 'sellers',
    externalIds: made.map(({ id }) => externalIds.get(id) as string),
    offers: offersEach(settings),
  });
  const sellers = there.map((seller, index): ConnectedSeller => {
    const { id, token } = organizations[index] as { id: string; token: string };
    return { ...seller, id, token };
  });
  const busy = new Set(sellers.slice(0, busyOf(settings)));
  const left = sellers.values();
  const connectSome = async () => {
    for (const seller of left) await connect(baseUrl, seller, busy.has(seller));
  };
  await Promise.all(Array.from({ length: 8 }, connectSome));
  await database.query(`UPDATE integration SET status = 'VERIFIED' WHERE status = 'CREATED'`);
  return sellers;
}

async function connect(
  baseUrl: string,
  { id, token, roleArn, queueArn }: ConnectedSeller,
  isVerified: boolean,
): Promise<void> {
  const post = async (target: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${baseUrl}/org/${id}/integration${target}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`integration${target}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  const info = { mkAIntegration: { iamRoleArn: roleArn, queueArn } };
  await post('', { partner: 'MKA', credentials: {}, info });
  if (isVerified && (await post('/MKA/MARKETPLACE/verify')) !== true)
    throw new Error('an integration was not verified');
}

/** Waits until all imports have ended, no job is due, and every queue is read. */
async function imported(database: pg.Pool, settings: Settings): Promise<void> {
  for (const end = Date.now() + 1_200_000; ; await delay(200)) {
    const { rows } = await database.query<Record<'imports' | 'queues' | 'due', number>>(
      `SELECT (SELECT count(*)::int FROM marketplace_import WHERE ended_at IS NOT NULL) AS imports,
         (SELECT count(*)::int FROM marketplace_queue WHERE lease_token IS NOT NULL) AS queues,
         (SELECT count(*)::int FROM job WHERE finished_at IS NULL AND ready_at <= now()) AS due`,
    );
    const [found] = rows;
    if (found?.imports === busyOf(settings) && found.queues === settings.queues && found.due === 0) return;
    if (Date.now() > end) throw new Error(`it is not quiet after 20 minutes: ${JSON.stringify(found)}`);
  }
}
