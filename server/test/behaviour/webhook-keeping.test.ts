import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eraseEvent, pruneAudit } from '../../src/auditing/index.ts';
import { sweepDeliveries } from '../../src/notifications/index.ts';
import { createLog } from '../../src/platform/log.ts';
import { createMaintenance } from '../../src/platform/maintenance.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { type Receiver, startReceiver } from '../webhook-receiver.ts';

let app: TestApp;
let org: TestOrganization;
let receiver: Receiver;
beforeAll(async () => {
  app = await startTestApp({ environment: { WEBHOOK_ALLOW_INSECURE_URL: 'true' } });
  org = await app.organization();
  receiver = await startReceiver();
  await app.sendWebhooks();
});
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
const names = () => receiver.received.map(({ json }) => json.entityName);
// biome-ignore lint/suspicious/noExplicitAny: the record is the API's
const deliveries = async (id: string, query = ''): Promise<any[]> =>
  (await call('GET', `/webhook/${id}/delivery${query}`)).body;
/** Lets time pass for what waits for its next attempt. */
const wait = (interval = '25 hours') =>
  app.database.query(
    `SET ROLE tradepost_system;
     UPDATE webhook_delivery SET due_at = due_at - interval '${interval}' WHERE status = 'PENDING';
     UPDATE webhook_queue SET wake_at = now(), hold_until = hold_until - interval '${interval}',
       failing_since = failing_since - interval '${interval}', warned_at = warned_at - interval '${interval}';
     RESET ROLE`,
  );

test('what is owed for long, as its endpoint was disabled, is there to be sent when it is enabled', async () => {
  const id = await create();
  await buyer('Late');
  await app.tellEvents();
  await call('PATCH', `/webhook/${id}`, { status: 'DISABLED' });
  await app.database.query(`UPDATE webhook_payload SET creation_time = now() - interval '41 days'`);
  await createMaintenance({
    database: app.app.database,
    log: createLog('silent'),
    sweeps: sweepDeliveries,
  }).sweep();
  await call('POST', `/webhook/${id}/enable`);
  await app.sendWebhooks();
  expect(names()).toEqual(['Late']);
  await call('DELETE', `/webhook/${id}`);
  await createMaintenance({
    database: app.app.database,
    log: createLog('silent'),
    sweeps: sweepDeliveries,
  }).sweep();
  const kept = await app.database.query('SELECT count(*)::int AS n FROM webhook_payload');
  expect(kept.rows[0].n).toBe(0);
});

test('what is erased from the trail, or pruned, goes from all that was told of it', async () => {
  receiver.answers((response) => response.writeHead(500).end('Erika is not known here'));
  const id = await create();
  await app.person(org.id, 'ADMIN');
  await call('PATCH', '/notificationConfigInfo', { enableEmailNotification: true });
  const offer = (await call('POST', '/offer', { name: 'Erika' })).body.id;
  await call('PATCH', `/webhook/${id}`, { scopes: ['CREATE.OFFER'] });
  await app.sendWebhooks();
  await app.sendMails();
  const told = async () =>
    JSON.stringify([
      (await call('GET', `/notificationEvent/OFFER/${offer}`)).body,
      (await call('GET', '/notificationMessage')).body,
      (
        await Promise.all(
          (await deliveries(id)).map((each) => call('GET', `/webhook/${id}/delivery/${each.id}`)),
        )
      ).map(({ body }) => body),
      await app.database
        .query(
          'SET ROLE tradepost_system; SELECT * FROM outgoing_mail WHERE sent_for IS NOT NULL; RESET ROLE',
        )
        .then((results) => (results as unknown as { rows: unknown[] }[])[1]?.rows),
    ]);
  expect(await told()).toContain('Erika');
  const { notificationEvents } = (await call('GET', `/notificationEvent/OFFER/${offer}`)).body;
  const ofOffer = notificationEvents.find(({ action }: { action: string }) => action === 'CREATE').eventID;
  await eraseEvent(app.app, org.id, ofOffer);
  expect(await told()).not.toContain('Erika');
  receiver.answers(200);
  receiver.clear();
  await wait('10 seconds');
  await app.sendWebhooks();
  expect(receiver.received.map(({ json }) => [json.eventID, json.data])).toEqual([[ofOffer, {}]]);
  await call('PATCH', '/notificationConfigInfo', { enableEmailNotification: false });
  await app.tellEvents();
  await pruneAudit({ ...app.app, key: app.app.auditKey }, org.id, new Date('2099-01-01'));
  expect((await call('GET', `/notificationEvent/OFFER/${offer}`)).body.totalCount).toBe(0);
  expect((await call('GET', '/notificationMessage')).body.totalCount).toBe(0);
});
