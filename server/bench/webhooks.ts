import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../src/platform/database/migrate.ts';
import { withDatabase } from './database.ts';
import { answerOf, forkFile, leave, startProgram } from './processes.ts';
import type { World } from './requests.ts';
import type { Settings } from './settings.ts';
import { type ProcessorUs, startStopwatch } from './stopwatch.ts';
import type { Arrivals, ReceiverPorts } from './webhook-receiver.ts';
import { createSellers, openWorld } from './world.ts';

/**
 * Time from commit to receipt at a steady rate; deliveries a second of each side, and deliveries to nine endpoints
 * while a tenth endpoint hangs.
 */
export type WebhookRounds = {
  eventsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  own: number[];
  bare: number[];
  besideHanging: number[];
  /**
   * Processor time of program and database: of an event at the steady rate, and of a delivery of a backlog.
   */
  eventUs: ProcessorUs;
  deliveryUs: ProcessorUs[];
};

const eventsPerSecond = 100;
const backlog = 6000;
const endpointCount = 10;
const atOnce = 64;
const say = (line: string) => process.stdout.write(`${line}\n`);

type Receiver = { ports: ReceiverPorts; ask(): Promise<Arrivals>; stop(): Promise<void> };

async function startReceiver(): Promise<Receiver> {
  const child = forkFile('./webhook-receiver.js');
  const ports = await answerOf<ReceiverPorts>(child, 'the receiver');
  return {
    ports,
    ask: () => {
      const answer = answerOf<Arrivals>(child, 'the receiver');
      child.send('ask');
      return answer;
    },
    stop: () => leave(child),
  };
}

type Ground = {
  settings: Settings;
  database: pg.Pool;
  pid: number;
  baseUrl: string;
  organization: World['organizations'][number];
  receiver: Receiver;
};

/** Measures webhooks in a database of their own, with a receiver in its own process. */
export async function measureWebhooks(
  root: string,
  main: string,
  settings: Settings,
): Promise<WebhookRounds> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tradepost-bench-webhooks-'));
  const receiver = await startReceiver();
  try {
    return await withDatabase(folder, async (connectionString) => {
      await migrate(connectionString, path.join(root, 'server/migrations'));
      const sellers = await createSellers(connectionString, 1);
      const variables = {
        DATABASE_URL: connectionString,
        MASTER_KEY: '5a'.repeat(32),
        MIGRATE: 'off',
        WEBHOOK_ALLOW_INSECURE_URL: 'true',
      };
      const own = await startProgram({
        main,
        role: 'start',
        folder,
        variables,
        nodeArguments: settings.profile ? ['--cpu-prof', `--cpu-prof-dir=${settings.profile}`] : [],
      });
      const database = new pg.Pool({ connectionString, max: 1 });
      try {
        const baseUrl = `http://127.0.0.1:${own.port}`;
        const world = await openWorld(baseUrl, sellers, 1);
        const organization = world.organizations[0] as World['organizations'][number];
        return await measure({ settings, database, pid: own.pid, baseUrl, organization, receiver });
      } finally {
        await database.end();
        await own.stop();
      }
    });
  } finally {
    await receiver.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(ground: Ground): Promise<WebhookRounds> {
  const { settings, receiver } = ground;
  const quick = `http://127.0.0.1:${receiver.ports.quick}/`;
  const [first] = await createEndpoints(ground, [quick]);
  const latency = await measureLatency(ground, settings.seconds * 5);
  await call(ground, 'DELETE', `/webhook/${first}`);
  const ids = await createEndpoints(ground, new Array<string>(endpointCount).fill(quick));
  const [last = ''] = ids.slice(-1);
  const [well, hanging] = [ids.slice(0, -1), `http://127.0.0.1:${receiver.ports.hanging}/`];
  const rounds: Omit<WebhookRounds, 'eventsPerSecond' | keyof typeof latency> = {
    own: [],
    bare: [],
    besideHanging: [],
    deliveryUs: [],
  };
  await deliver(ground, well);
  await clear(ground);
  for (let round = 0; round < settings.rounds; round++) {
    rounds.bare.push(await deliverBare(receiver));
    const sides = {
      own: async () => {
        const busy = await startStopwatch(ground.database, ground.pid);
        const perSecond = await deliver(ground, well);
        rounds.deliveryUs.push(await busy(backlog));
        return perSecond;
      },
      besideHanging: async () => {
        await call(ground, 'PATCH', `/webhook/${last}`, { url: hanging, timeoutSeconds: 30 });
        return deliver(ground, well, last);
      },
    };
    const order = round % 2 === 0 ? (['own', 'besideHanging'] as const) : (['besideHanging', 'own'] as const);
    for (const side of order) {
      rounds[side].push(await sides[side]());
      await clear(ground);
    }
    const { program, database } = rounds.deliveryUs.at(-1) as ProcessorUs;
    say(`CPU time of a delivery: program ${program.toFixed(0)} us, database ${database.toFixed(0)} us`);
    const [bare, own, beside] = [rounds.bare, rounds.own, rounds.besideHanging].map((all) => all.at(-1) ?? 0);
    say(
      `webhooks ${round + 1}/${settings.rounds}: bare ${bare?.toFixed(0)}, Tradepost ${own?.toFixed(0)}, beside one that ` +
        `hangs ${beside?.toFixed(0)} a second`,
    );
  }
  return { eventsPerSecond, ...latency, ...rounds };
}

/** Deletes deliveries and vacuums their tables, so that both sides begin in the same state. */
async function clear({ database }: Ground): Promise<void> {
  await database.query(
    `SET ROLE tradepost_system; DELETE FROM webhook_attempt; DELETE FROM webhook_delivery;
     DELETE FROM notification_message`,
  );
  await database.query('RESET ROLE');
  for (const table of ['webhook_attempt', 'webhook_delivery', 'notification_message'])
    await database.query(`VACUUM ${table}`);
}

async function createEndpoints(ground: Ground, urls: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const url of urls)
    ids.push((await call(ground, 'POST', '/webhook', { url, scopes: ['CREATE.BUYER'] })).id as string);
  return ids;
}

/** Creates buyers at a steady rate. @returns the ages of their events on receipt */
async function measureLatency(
  ground: Ground,
  seconds: number,
): Promise<Pick<WebhookRounds, 'p50Ms' | 'p99Ms' | 'eventUs'>> {
  const run = async (count: number) => {
    const began = Date.now();
    const made: Promise<unknown>[] = [];
    for (let index = 0; index < count; index++) {
      await delay(Math.max(0, began + (index * 1000) / eventsPerSecond - Date.now()));
      made.push(call(ground, 'POST', '/buyer', { name: `Buyer ${index}` }));
    }
    await Promise.all(made);
    return received(ground.receiver, count);
  };
  await run(eventsPerSecond);
  const busy = await startStopwatch(ground.database, ground.pid);
  const ages = (await run(eventsPerSecond * seconds)).agesMs.sort((a, b) => a - b);
  const eventUs = await busy(ages.length);
  const at = (part: number) => ages[Math.floor(ages.length * part)] ?? Number.NaN;
  say(`webhooks at ${eventsPerSecond} events per second: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
  say(
    `CPU time of an event: program ${eventUs.program.toFixed(0)} us, database ${eventUs.database.toFixed(0)} us`,
  );
  return { p50Ms: at(0.5), p99Ms: at(0.99), eventUs };
}

/** Collects arrivals until the given number of deliveries was received. */
async function received(receiver: Receiver, count: number): Promise<Arrivals> {
  const all: Arrivals = { count: 0, agesMs: [], lastAt: 0 };
  for (const end = Date.now() + 120_000; all.count < count; await delay(20)) {
    if (Date.now() > end) throw new Error(`only ${all.count} of ${count} deliveries were received`);
    const more = await receiver.ask();
    all.count += more.count;
    all.agesMs.push(...more.agesMs);
    all.lastAt = Math.max(all.lastAt, more.lastAt);
  }
  return all;
}

const body = JSON.stringify({
  type: 'CREATE.BUYER',
  timestamp: '2026-01-01T00:00:00.000Z',
  entityType: 'BUYER',
  action: 'CREATE',
  data: { name: 'Buyer', info: 'x'.repeat(1500) },
});

/** Enqueues a backlog for endpoints. @returns deliveries a second */
async function deliver(ground: Ground, endpointIds: readonly string[], hanging?: string): Promise<number> {
  const all = hanging ? [...endpointIds, hanging] : endpointIds;
  const run = `${Date.now()}`;
  const { database, organization } = ground;
  await database.query(`SET ROLE tradepost_system`);
  const each = Math.floor(backlog / endpointIds.length);
  await database.query(
    `WITH payload AS (
       INSERT INTO webhook_payload (organization_id, event_id, body)
       SELECT $1, 'evt_${run}_' || g.n, $3 FROM generate_series(1, $4::integer) AS g (n)),
     message AS (
       INSERT INTO notification_message (organization_id, id, notification_event_id, type, recipient, action,
         creation_time, last_update_time)
       SELECT $1, 'msg_${run}_' || e.n || '_' || g.n, 'evt_${run}_' || g.n, 'WEBHOOK', e.id, 'CREATE', now(), now()
       FROM unnest($2::text[]) WITH ORDINALITY AS e (id, n), generate_series(1, $4::integer) AS g (n))
     INSERT INTO webhook_delivery (organization_id, id, endpoint_id, event_id, scope, entity_type, entity_id, position,
       due_at, creation_time)
     SELECT $1, 'msg_${run}_' || e.n || '_' || g.n, e.id, 'evt_${run}_' || g.n, 'CREATE.BUYER', 'BUYER', 'buy_' || g.n,
       g.n,
       now(), now()
     FROM unnest($2::text[]) WITH ORDINALITY AS e (id, n), generate_series(1, $4::integer) AS g (n)`,
    [organization.id, all, body, each],
  );
  await database.query('RESET ROLE');
  await database.query('ANALYZE webhook_delivery, notification_message');
  await database.query('SET ROLE tradepost_system');
  await ground.receiver.ask();
  const began = Date.now();
  await database.query(
    `UPDATE webhook_queue SET wake_at = now(), failing_since = NULL, hold_until = NULL WHERE endpoint_id = ANY ($1)`,
    [all],
  );
  // Any change wakes the program.
  await call(ground, 'PATCH', '/organizationConfigInfo', {});
  const count = each * endpointIds.length;
  const { lastAt } = await received(ground.receiver, count);
  return (count * 1000) / (lastAt - began);
}

async function deliverBare(receiver: Receiver): Promise<number> {
  const child = forkFile('./webhook-bare.js');
  const answer = answerOf<number>(child, 'the bare loop');
  child.send({ port: receiver.ports.quick, body, count: backlog, atOnce });
  const perSecond = await answer;
  await received(receiver, backlog);
  await leave(child);
  return perSecond;
}

async function call(
  ground: Ground,
  method: string,
  target: string,
  given?: object,
): Promise<Record<string, unknown>> {
  const { baseUrl, organization } = ground;
  const response = await fetch(`${baseUrl}/org/${organization.id}${target}`, {
    method,
    headers: { authorization: `Bearer ${organization.token}`, 'content-type': 'application/json' },
    ...(given ? { body: JSON.stringify(given) } : {}),
  });
  const text = await response.text();
  if (response.status === 503) {
    // The program is busy: it refused the request, which must be retried.
    await delay(1000 * Number(response.headers.get('retry-after') ?? 1));
    return call(ground, method, target, given);
  }
  if (response.status !== 200) throw new Error(`${method} ${target}: ${response.status} ${text}`);
  const answer: unknown = JSON.parse(text);
  return typeof answer === 'object' ? (answer as Record<string, unknown>) : {};
}
