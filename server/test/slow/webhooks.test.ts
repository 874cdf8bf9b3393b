import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../harness.ts';
import { type Caller, callerOf } from '../process/api.ts';
import { cleanUp, makeFolder, start, waitFor } from '../process/program.ts';
import {
  type Behaviour,
  type ReceivedWebhook,
  type Receiver,
  startReceiver,
  verify,
} from '../webhook-receiver.ts';
import { type PreparedDatabase, prepareDatabase } from './prepared.ts';
import { countOf, seededChance } from './seeded.ts';

const rounds = countOf('CRASH_ROUNDS', 2);
const chance = seededChance('webhooks');
const clients = 4;

let prepared: PreparedDatabase;
beforeAll(async () => {
  prepared = await prepareDatabase();
});
afterAll(async () => {
  await cleanUp();
  await prepared?.database.drop();
});

/** Receivers that reject most deliveries, each in a different way. Deliveries with a 200 are accepted. */
type Kind = 'well' | 'fails' | 'hangs' | 'redirects' | 'is overloaded' | 'closes' | 'is gone';
const troubles: Record<Exclude<Kind, 'well'>, Behaviour> = {
  fails: (response) => response.writeHead(500).end(),
  hangs: () => {},
  redirects: (response) => response.writeHead(307, { location: '/elsewhere' }).end(),
  'is overloaded': (response) => response.writeHead(429, { 'retry-after': '1' }).end(),
  closes: (response) => response.destroy(),
  'is gone': (response) => response.writeHead(410).end(),
};

type Endpoint = {
  kind: Kind;
  id: string;
  secret: string;
  fifo: boolean;
  receiver: Receiver;
  taken: ReceivedWebhook[];
};

async function createEndpoint(caller: Caller, kind: Kind, fifo: boolean): Promise<Endpoint> {
  const receiver = await startReceiver();
  const taken: ReceivedWebhook[] = [];
  receiver.answers((response, received) => {
    const isRefused = kind !== 'well' && (kind === 'is gone' || chance.below(3) === 0);
    const trouble = kind === 'well' ? undefined : troubles[kind];
    if (isRefused && typeof trouble === 'function') return trouble(response, received);
    taken.push(received);
    return response.writeHead(200).end();
  });
  const body = { url: receiver.url, fifo, timeoutSeconds: 1, scopes: ['CREATE.BUYER', 'UPDATE.BUYER'] };
  const reply = await caller.post('/webhook', body);
  expect(reply.status, reply.text).toBe(200);
  return { kind, id: reply.body.id, secret: reply.body.secret, fifo, receiver, taken };
}

/** The number of buyers created by the clients. */
let made = 0;

/** Creates buyers from several clients and renames each buyer a few times, until the service has stopped. */
async function load(caller: Caller, round: number): Promise<void> {
  const client = async (number: number) => {
    for (let count = 0; count < 40; count++) {
      const name = `round ${round} client ${number} buyer ${count}`;
      const created = await caller.post('/buyer', { name }).catch(() => undefined);
      if (!created) return;
      if (created.status !== 200) {
        await delay(20);
        continue;
      }
      made++;
      for (const word of ['second', 'third'])
        if (
          !(await caller
            .patch(`/buyer/${created.body.id}`, { name: `${name} ${word}` })
            .catch(() => undefined))
        )
          return;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
}

/** Makes waiting retries due, because retries take days. Locks the queues first, as the service does. */
const hasten = (database: TestDatabase) =>
  database.query(
    `SET ROLE tradepost_system;
     SELECT FROM webhook_queue ORDER BY organization_id, endpoint_id FOR UPDATE;
     UPDATE webhook_delivery SET due_at = now(), tries = 0 WHERE status = 'PENDING' AND due_at IS NOT NULL
       AND lease_token IS NULL AND due_at > now();
     UPDATE webhook_queue SET wake_at = now(), hold_until = NULL; RESET ROLE`,
  );

type Event = { id: string; entity_id: string; sequence: number };

/** Returns every recorded event, in recording order. */
const recorded = async (database: TestDatabase): Promise<Event[]> =>
  (
    await database.query<Event>(
      `SELECT id, entity_id, sequence FROM event WHERE entity_type = 'BUYER' AND action IN ('CREATE', 'UPDATE')
       ORDER BY entity_id, sequence`,
    )
  ).rows;

/** Returns the faults: deliveries that are lost, invented, changed between attempts, or out of order. */
function problemsOf(endpoint: Endpoint, events: readonly Event[]): string[] {
  const problems: string[] = [];
  const known = new Map(events.map((event) => [event.id, event]));
  const bodies = new Map<string, string>();
  for (const received of endpoint.receiver.received) {
    if (!known.has(received.id)) problems.push(`${received.id} is no event`);
    if ((bodies.get(received.id) ?? received.body) !== received.body)
      problems.push(`${received.id} has changed`);
    bodies.set(received.id, received.body);
  }
  const taken = new Set(endpoint.taken.map(({ id }) => id));
  const lost = events.filter(({ id }) => !taken.has(id));
  if (endpoint.kind !== 'is gone') problems.push(...lost.map(({ id }) => `${id} is lost`));
  if (!endpoint.fifo) return problems;
  const reached = new Map<string, number>();
  const seen = new Set<string>();
  for (const { id } of endpoint.taken) {
    const event = known.get(id);
    if (!event || seen.has(id)) continue;
    seen.add(id);
    const before = reached.get(event.entity_id) ?? 0;
    if (event.sequence < before) problems.push(`${id} comes after a later one of ${event.entity_id}`);
    reached.set(event.entity_id, event.sequence);
  }
  return problems;
}

test(`webhooks: no event is lost or out of order in ${rounds} crashes, whatever receivers do`, async () => {
  const { database, credentials, environment } = prepared;
  const variables = {
    ...environment,
    WEBHOOK_ALLOW_INSECURE_URL: 'true',
    DATA_DIR: path.join(await makeFolder(), 'data'),
  };
  const endpoints: Endpoint[] = [];
  for (let round = 0; round < rounds; round++) {
    const program = start(variables);
    const caller = await callerOf(await program.address(), credentials);
    if (round === 0)
      for (const kind of ['well', ...Object.keys(troubles)] as Kind[])
        for (const fifo of [false, true]) endpoints.push(await createEndpoint(caller, kind, fifo));
    const working = load(caller, round);
    const enough = made + 2 + chance.below(20);
    await waitFor(() => (made >= enough ? true : undefined));
    await program.kill();
    await working;
    const counts = endpoints.map(({ receiver }) => receiver.received.length);
    console.log(`round ${round}: killed; received ${counts.join(' ')}`);
  }
  const program = start(variables);
  await program.address();
  const events = await waitFor(async () => {
    const { rows } = await database.query(
      `SELECT (SELECT count(*) FROM unsealed_event)::int + (
         SELECT count(*) FROM notification_feed WHERE newest_position > told_position)::int AS waiting`,
    );
    return rows[0].waiting === 0 ? recorded(database) : undefined;
  });
  const isAllTaken = async () => {
    await hasten(database);
    await delay(100);
    const { rows } = await database.query(
      `SELECT count(*)::int AS pending FROM webhook_delivery d JOIN webhook_endpoint w
         ON w.organization_id = d.organization_id AND w.id = d.endpoint_id
       WHERE d.status = 'PENDING' AND w.status = 'ENABLED'`,
    );
    return rows[0].pending === 0 ? true : undefined;
  };
  await waitFor(isAllTaken, 300_000);
  expect(events.length).toBeGreaterThan(rounds);
  for (const endpoint of endpoints) {
    const { kind, fifo, receiver, secret } = endpoint;
    expect(problemsOf(endpoint, events), `${kind}, in order: ${fifo}`).toEqual([]);
    const [first] = receiver.received;
    if (kind !== 'is gone' && first) {
      // The receiver’s library rejects only messages that were sent too long ago.
      try {
        verify(secret, first);
      } catch (error) {
        expect(String(error)).toContain('timestamp');
      }
    }
  }
  const { rows } = await database.query(
    'SELECT status, count(*)::int FROM webhook_endpoint GROUP BY 1 ORDER BY 1',
  );
  expect(rows).toEqual([
    { status: 'DISABLED', count: 2 },
    { status: 'ENABLED', count: endpoints.length - 2 },
  ]);
  console.log(
    `${events.length} events; received ${endpoints.map(({ receiver }) => receiver.received.length).join(' ')}`,
  );
  for (const { receiver } of endpoints) await receiver.stop();
  expect(await program.terminate()).toEqual({ code: 0, signal: null });
});
