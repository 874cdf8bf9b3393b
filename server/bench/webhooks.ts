import { setTimeout as delay } from 'node:timers/promises';
import { figures, median, ms, quantile, ratiosOf } from './page.ts';
import { type Child, type ProcessorUs, startChild, startStopwatch } from './processes.ts';
import { alternate, of, say } from './rounds.ts';
import type { BareDeliveries } from './webhook-bare.ts';
import type { Arrivals, ReceiverPorts } from './webhook-receiver.ts';
import { type Bench, call, type Service, withService } from './world.ts';

type Ground = Service & { receiver: Child; quick: string; hanging: string };

const eventsPerSecond = 100;
const backlog = 6000;
const endpointCount = 10;
const atOnce = 64;

/**
 * Measures webhooks, with a receiver in its own process: the time from commit to receipt at a steady rate, and
 * deliveries a second to nine endpoints, beside a bare loop, and while a tenth endpoint hangs.
 */
export async function measureWebhooks(bench: Bench): Promise<string[]> {
  const receiver = startChild('webhook-receiver');
  try {
    const ports = await receiver.ask<ReceiverPorts>();
    const [quick, hanging] = [ports.quick, ports.hanging].map((port) => `http://127.0.0.1:${port}/`);
    const variables = { WEBHOOK_ALLOW_INSECURE_URL: 'true' };
    return await withService(bench, { sellers: 1, role: 'start', variables }, async (service) => [
      await measure(
        { ...service, receiver, quick: quick as string, hanging: hanging as string },
        ports.quick,
      ),
    ]);
  } finally {
    await receiver.stop();
  }
}

async function measure(ground: Ground, quickPort: number): Promise<string> {
  const { settings, database, pid, organizations } = ground;
  const [first] = await createEndpoints(ground, 1);
  const { p50, p99, event } = await measureLatency(ground, settings.seconds * 5);
  await call(ground, organizations[0], 'DELETE', `webhook/${first}`);
  const ids = await createEndpoints(ground, endpointCount);
  const [well, last] = [ids.slice(0, -1), ids.at(-1) as string];
  await deliver(ground, well);
  await clear(ground);
  const [bare, delivery]: [number[], ProcessorUs[]] = [[], []];
  const run = async (side: 'own' | 'besideHanging', round: number) => {
    if (bare.length === round) bare.push(await deliverBare(ground.receiver, quickPort));
    const busy = await startStopwatch(database, pid);
    if (side === 'besideHanging') {
      const change = { url: ground.hanging, timeoutSeconds: 30 };
      await call(ground, organizations[0], 'PATCH', `webhook/${last}`, change);
    }
    const perSecond = await deliver(ground, well, side === 'own' ? [] : [last]);
    if (side === 'own') delivery.push(await busy(backlog));
    await clear(ground);
    return perSecond;
  };
  const shown = (perSecond: number) => perSecond.toFixed(0);
  const done = await alternate('webhooks', settings.rounds, ['own', 'besideHanging'], run, shown);
  const ratio = median(ratiosOf(done.own, bare));
  const share = median(ratiosOf(done.besideHanging, done.own));
  const both = (rounds: readonly ProcessorUs[]) =>
    `${of(rounds, 'program').toFixed(0)} us, ${of(rounds, 'database').toFixed(0)} us`;
  return figures([
    [`commit to receipt at ${eventsPerSecond} events per second, p50`, ms(p50, 1)],
    ['the same, p99', ms(p99, 1), '150 ms', p99 <= 150],
    ['CPU time of an event, program and database', both([event])],
    ['deliveries per second, bare', shown(median(bare))],
    ['deliveries per second, Tradepost', shown(median(done.own))],
    ['ratio', ratio.toFixed(2), '0.5', ratio >= 0.5],
    ['CPU time of a delivery, program and database', both(delivery)],
    ['deliveries per second, one endpoint hanging', shown(median(done.besideHanging))],
    ['ratio to deliveries without the hanging endpoint', share.toFixed(2), '0.95', share >= 0.95],
  ]);
}

/** Deletes deliveries and vacuums their tables, so that both sides begin in the same state. */
async function clear({ database }: Ground): Promise<void> {
  const tables = ['webhook_attempt', 'webhook_delivery', 'notification_message'];
  const deletions = tables.map((table) => `DELETE FROM ${table};`).join(' ');
  await database.query(`SET ROLE tradepost_system; ${deletions} RESET ROLE`);
  for (const table of tables) await database.query(`VACUUM ${table}`);
}

async function createEndpoints(ground: Ground, count: number): Promise<string[]> {
  const ids: string[] = [];
  const endpoint = { url: ground.quick, scopes: ['CREATE.BUYER'] };
  for (let index = 0; index < count; index++) {
    const { body } = await call(ground, ground.organizations[0], 'POST', 'webhook', endpoint);
    ids.push((body as { id: string }).id);
  }
  return ids;
}

/** Creates buyers at a steady rate, and measures the ages of their events on receipt. */
async function measureLatency(ground: Ground, seconds: number) {
  const run = async (count: number) => {
    const began = Date.now();
    const made: Promise<unknown>[] = [];
    for (let index = 0; index < count; index++) {
      await delay(Math.max(0, began + (index * 1000) / eventsPerSecond - Date.now()));
      made.push(call(ground, ground.organizations[0], 'POST', 'buyer', { name: `Buyer ${index}` }));
    }
    await Promise.all(made);
    return received(ground.receiver, count);
  };
  await run(eventsPerSecond);
  const busy = await startStopwatch(ground.database, ground.pid);
  const { agesMs } = await run(eventsPerSecond * seconds);
  const event = await busy(agesMs.length);
  const [p50, p99] = [quantile(agesMs, 0.5), quantile(agesMs, 0.99)];
  say(`webhooks at ${eventsPerSecond} events per second: p50 ${p50} ms, p99 ${p99} ms`);
  return { p50, p99, event };
}

/** Collects arrivals until the given number of deliveries was received. */
async function received(receiver: Child, count: number): Promise<Arrivals> {
  const all: Arrivals = { count: 0, agesMs: [], lastAt: 0 };
  for (const end = Date.now() + 120_000; all.count < count; await delay(20)) {
    if (Date.now() > end) throw new Error(`only ${all.count} of ${count} deliveries were received`);
    const more = await receiver.ask<Arrivals>('ask');
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

/** Enqueues a backlog for endpoints, some of which may hang. @returns deliveries a second to the others */
async function deliver(ground: Ground, well: readonly string[], hanging: readonly string[] = []) {
  const all = [...well, ...hanging];
  const run = `${Date.now()}`;
  const { database, organizations, receiver } = ground;
  const [organization] = organizations;
  await database.query('SET ROLE tradepost_system');
  const each = Math.floor(backlog / well.length);
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
  await database.query('RESET ROLE; ANALYZE webhook_delivery, notification_message');
  await database.query('SET ROLE tradepost_system');
  await receiver.ask('ask');
  const began = Date.now();
  await database.query(
    `UPDATE webhook_queue SET wake_at = now(), failing_since = NULL, hold_until = NULL WHERE endpoint_id = ANY ($1)`,
    [all],
  );
  // Any change wakes the program.
  await call(ground, organization, 'PATCH', 'organizationConfigInfo', {});
  const count = each * well.length;
  const { lastAt } = await received(receiver, count);
  return (count * 1000) / (lastAt - began);
}

async function deliverBare(receiver: Child, port: number): Promise<number> {
  const child = startChild('webhook-bare');
  const perSecond = await child.ask<number>({ port, body, count: backlog, atOnce } satisfies BareDeliveries);
  await received(receiver, backlog);
  await child.stop();
  return perSecond;
}
