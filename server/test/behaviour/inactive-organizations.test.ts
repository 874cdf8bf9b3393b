import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { notificationSweeps } from '../../src/notifications/wiring.ts';
import { createMaintenance } from '../../src/platform/database/maintenance.ts';
import { createLog } from '../../src/platform/observability/log.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { type Receiver, startReceiver } from '../webhook-receiver.ts';

let app: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  app = await startTestApp({ environment: { WEBHOOK_ALLOW_INSECURE_URL: 'true' } });
  receiver = await startReceiver();
});
afterEach(() => receiver.clear());
afterAll(async () => {
  await receiver.stop();
  await app.stop();
});
const names = () => receiver.received.map(({ json }) => json.entityName);

describe('an inactive organization', () => {
  const become = (id: string, status: string) =>
    app.database.query('UPDATE organization SET status = $2 WHERE organization_id = $1', [id, status]);
  /**
   * Creates an organization with an endpoint and a member, and an event that is pending for the endpoint and
   * the member.
   */
  const withPendingEvent = async () => {
    const own = await app.organization();
    const { email } = await app.person(own.id, 'ADMIN');
    const ask = async (method: string, path: string, body?: unknown) => {
      const reply = await app.request(method, `/org/${own.id}${path}`, { token: own.token, body });
      expect(reply.status, reply.text).toBe(200);
      return reply.body;
    };
    await ask('PATCH', '/notificationConfigInfo', { enableEmailNotification: true });
    const { id } = await ask('POST', '/webhook', { url: receiver.url, scopes: ['CREATE.OFFER'] });
    await app.sendWebhooks();
    await app.sendMails();
    await ask('POST', '/offer', { name: 'Owed' });
    const mails = async () =>
      (await app.mails()).filter((mail) => mail.to.includes(email) && mail.subject === 'Offer created: Owed');
    return { id: own.id, ask, endpoint: id, mails };
  };

  test('sends nothing while it is suspended, and its pending messages afterwards', async () => {
    const own = await withPendingEvent();
    await become(own.id, 'SUSPENDED');
    expect([await app.sendWebhooks(), await app.sendMails()]).toEqual([0, 0]);
    expect((await own.ask('GET', `/webhook/${own.endpoint}/delivery`))[0]).toMatchObject({
      status: 'PENDING',
      attempts: 0,
    });
    await become(own.id, 'ACTIVE');
    await app.sendWebhooks();
    await app.sendMails();
    expect(names()).toEqual(['Owed']);
    expect(await own.mails()).toHaveLength(1);
  });

  test('sends nothing once it is deleted', async () => {
    const own = await withPendingEvent();
    await app.dispatchEvents();
    await become(own.id, 'DELETED');
    await app.sendWebhooks();
    await app.sendMails();
    await createMaintenance({
      database: app.app.database,
      log: createLog('silent'),
      sweeps: notificationSweeps,
    }).sweep();
    const { rows } = await app.database.query(
      'SELECT type, status, last_error FROM notification_message WHERE organization_id = $1 ORDER BY creation_time, type',
      [own.id],
    );
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['DONE', 'FAILED']));
    const failed = rows.filter(({ status }) => status === 'FAILED');
    expect(new Set(failed.map(({ last_error: error }) => error))).toEqual(
      new Set(['the endpoint or its organization was deleted', 'the organization was deleted']),
    );
    await become(own.id, 'ACTIVE');
    expect([await app.sendWebhooks(), await app.sendMails()]).toEqual([0, 0]);
    expect([names(), await own.mails()]).toEqual([[], []]);
  });
});
