import { afterAll, afterEach, expect } from 'vitest';
import { startTestApp, type TestAppOptions } from './harness.ts';
import { startReceiver } from './webhook-receiver.ts';

/**
 * Creates an organization whose buyer events are delivered to a receiver. Each test starts without pending
 * deliveries.
 */
export async function openWebhookWorld({ environment, ...options }: TestAppOptions = {}) {
  const app = await startTestApp({
    ...options,
    environment: { WEBHOOK_ALLOW_INSECURE_URL: 'true', ...environment },
  });
  const org = await app.organization();
  const receiver = await startReceiver();
  await app.sendWebhooks();
  afterAll(async () => {
    await receiver.stop();
    await app.stop();
  });

  const call = (method: string, path: string, body?: unknown) =>
    app.request(method, `/org/${org.id}${path}`, {
      token: org.token,
      ...(body === undefined ? {} : { body }),
    });
  const made: string[] = [];
  const create = async (body: object = {}): Promise<string> => {
    const settings = { url: receiver.url, scopes: ['CREATE.BUYER', 'UPDATE.BUYER'], ...body };
    const reply = await call('POST', '/webhook', settings);
    expect(reply.status, reply.text).toBe(200);
    made.push(reply.body.id);
    return reply.body.id;
  };
  afterEach(async () => {
    for (const id of made.splice(0)) await call('DELETE', `/webhook/${id}`);
    receiver.answers(200);
    await app.sendWebhooks();
    receiver.clear();
  });
  const buyer = async (name: string): Promise<string> => (await call('POST', '/buyer', { name })).body.id;
  const rename = (id: string, name: string) => call('PATCH', `/buyer/${id}`, { name });
  const names = () => receiver.received.map(({ json }) => json.entityName);
  // biome-ignore lint/suspicious/noExplicitAny: the record is the API's
  const deliveries = async (id: string, query = ''): Promise<any[]> =>
    (await call('GET', `/webhook/${id}/delivery${query}`)).body;
  // biome-ignore lint/suspicious/noExplicitAny: the record is the API's
  const messageOf = async (id: string): Promise<any> =>
    (await call('GET', `/notificationMessage/${id}`)).body;
  /** Makes the next attempt of pending deliveries due, by moving their times into the past. */
  const wait = (interval = '25 hours') =>
    app.database.query(
      `SET ROLE tradepost_system;
       UPDATE webhook_delivery SET due_at = due_at - interval '${interval}' WHERE status = 'PENDING';
       UPDATE webhook_queue SET wake_at = now(), hold_until = hold_until - interval '${interval}',
         failing_since = failing_since - interval '${interval}', warned_at = warned_at - interval '${interval}';
       RESET ROLE`,
    );
  const onTheirWay = async (): Promise<number> => {
    const results = await app.database.query(
      'SET ROLE tradepost_system; SELECT count(*) FROM webhook_delivery WHERE lease_token IS NOT NULL; RESET ROLE',
    );
    return Number((results as unknown as { rows: { count: string }[] }[])[1]?.rows[0]?.count);
  };
  return { app, org, receiver, call, create, buyer, rename, names, deliveries, messageOf, wait, onTheirWay };
}
