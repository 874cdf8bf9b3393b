import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimDeliveries } from '../../src/notifications/webhooks/claims.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { type Receiver, startReceiver } from '../webhook-receiver.ts';

let app: TestApp;
let org: TestOrganization;
let receiver: Receiver;
beforeAll(async () => {
  app = await startTestApp({ environment: { WEBHOOK_ALLOW_INSECURE_URL: 'true' } });
  org = await app.organization();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await app.stop();
});

const call = (method: string, path: string, body?: unknown) =>
  app.request(method, `/org/${org.id}${path}`, { token: org.token, body });
const create = async (body: object = {}): Promise<string> => {
  const reply = await call('POST', '/webhook', { url: receiver.url, scopes: ['CREATE.BUYER'], ...body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.id;
};
const buyer = (name: string) => call('POST', '/buyer', { name });
const onTheirWay = async (): Promise<number> =>
  (await app.database.query('SELECT FROM webhook_delivery WHERE lease_token IS NOT NULL')).rows.length;

describe('an endpoint', () => {
  test('that fails uses no slot of others, however many fail', async () => {
    const many = 300;
    const own = await create();
    await app.database.query(
      `SET ROLE tradepost_system;
       INSERT INTO webhook_endpoint (organization_id, id, url, timeout_seconds, status_time, sealed_secrets,
           creation_time, last_update_time)
         SELECT organization_id, 'whe_f' || n, 'http://127.0.0.1:9/', 30, now(), sealed_secrets, now(), now()
         FROM webhook_endpoint, generate_series(1, ${many}) n WHERE id = '${own}';
       INSERT INTO webhook_queue (organization_id, endpoint_id, fifo, wake_at, failing_since)
         SELECT '${org.id}', 'whe_f' || n, false, now() - interval '1 hour', now() FROM generate_series(1, ${many}) n;
       INSERT INTO webhook_delivery (organization_id, id, endpoint_id, event_id, scope, entity_type, entity_id, position,
           due_at, creation_time)
         SELECT '${org.id}', 'msg_f' || n, 'whe_f' || n, 'evt_f', 'CREATE.BUYER', 'BUYER', 'buy_f', 1, now(), now()
         FROM generate_series(1, ${many}) n;
       RESET ROLE`,
    );
    const claim = () =>
      claimDeliveries(app.app.database, 'claim', {
        free: 128,
        freeFailing: 64,
        ofEndpoint: 16,
        ofFailing: 1,
      });
    const { taken } = await claim();
    expect(taken.map(({ failing }) => failing)).toEqual(Array(64).fill(true));
    const none = { free: 128, freeFailing: 0, ofEndpoint: 16, ofFailing: 1 };
    expect((await claimDeliveries(app.app.database, 'claim', none)).taken).toEqual([]);
    await buyer('Not kept waiting');
    await app.dispatchEvents();
    const others = await claimDeliveries(app.app.database, 'claim', none);
    expect(others.taken.map(({ endpoint_id, failing }) => [endpoint_id, failing])).toEqual([[own, false]]);
    await app.database.query(
      `SET ROLE tradepost_system;
       DELETE FROM webhook_endpoint WHERE id LIKE 'whe_f%'; DELETE FROM webhook_queue WHERE endpoint_id LIKE 'whe_f%';
       DELETE FROM webhook_delivery WHERE id LIKE 'msg_f%'; RESET ROLE`,
    );
  });

  test('that begins to hang frees slots for others after a while, among hundreds of endpoints', async () => {
    const slow = await startReceiver();
    slow.answers(() => {});
    await app.database.query(
      `SET ROLE tradepost_system;
       INSERT INTO quota VALUES ('${org.id}', 'webhookEndpoints', 600, now()); RESET ROLE`,
    );
    try {
      for (let count = 0; count < 26; count++)
        await Promise.all(Array.from({ length: 20 }, () => create({ url: slow.url, timeoutSeconds: 30 })));
      await buyer('Hangs');
      await app.dispatchEvents();
      const steps: Promise<number>[] = [];
      const step = () => steps.push(app.app.deliverer.step());
      // A lower bound, because on a busy machine some deliveries may have timed out and freed their slots.
      await expect.poll(() => step() && onTheirWay()).toBeGreaterThanOrEqual(512);
      await create();
      await buyer('Not kept waiting for ever');
      await app.dispatchEvents();
      const hasCome = () => receiver.received.some(({ body }) => body.includes('Not kept waiting for ever'));
      await expect.poll(() => step() && hasCome()).toBe(true);
      await slow.stop();
      await Promise.all(steps);
    } finally {
      await slow.stop().catch(() => {});
    }
  });
});
