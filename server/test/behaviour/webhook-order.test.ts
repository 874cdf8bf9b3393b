import { describe, expect, test } from 'vitest';
import { eraseEvent, pruneAudit } from '../../src/auditing/index.ts';
import { notificationSweeps } from '../../src/notifications/wiring.ts';
import { createMaintenance } from '../../src/platform/database/maintenance.ts';
import { createLog } from '../../src/platform/observability/log.ts';
import { openWebhookWorld } from '../webhook-world.ts';

const { app, org, receiver, call, create, buyer, rename, names, deliveries, messageOf, wait } =
  await openWebhookWorld();

describe('ordered delivery', () => {
  test('delays an event until the earlier events of its record, and no others', async () => {
    receiver.answers((response, { json }) =>
      response.writeHead(json.entityName.startsWith('Bad') ? 500 : 200).end(),
    );
    const id = await create({ fifo: true });
    const bad = await buyer('Bad');
    for (const name of ['Bad 2', 'Better', 'Best']) await rename(bad, name);
    const good = await buyer('Good');
    await rename(good, 'Good 2');
    await app.sendWebhooks();
    expect(names().filter((name) => name.startsWith('B'))).toEqual(['Bad']);
    expect(names().filter((name) => name.startsWith('G'))).toEqual(['Good', 'Good 2']);
    const waiting = (await deliveries(id, '?status=PENDING')).filter((one) => !one.nextAttemptTime);
    expect(waiting.length).toBe(3);
    receiver.answers(200);
    receiver.clear();
    await wait('10 seconds');
    await app.sendWebhooks();
    expect(names()).toEqual(['Bad', 'Bad 2', 'Better', 'Best']);
  });

  test('replays events in their order, each once', async () => {
    const id = await create({ fifo: true });
    const from = app.app.clock.now().toISOString();
    const first = await buyer('A');
    for (const name of ['B', 'C', 'D']) await rename(first, name);
    await app.sendWebhooks();
    const ids = receiver.received.map((one) => one.id);
    receiver.clear();
    const replay = async (body: object) => {
      expect((await call('POST', `/webhook/${id}/replay`, { from, ...body })).status).toBe(200);
      await app.drainJobs();
      await app.sendWebhooks();
      const found = receiver.received.map((one) => one.id);
      receiver.clear();
      return found;
    };
    expect(await replay({}), 'everything was taken').toEqual([]);
    expect(await replay({ onlyMissing: false })).toEqual(ids);
    expect(await replay({ onlyMissing: false, to: from.replace(/T.*/, '') }).catch(() => 'refused')).toBe(
      'refused',
    );
  });

  test('delays a failed event for an earlier event that is sent again meanwhile', async () => {
    receiver.answers(500);
    const id = await create({ fifo: true });
    const one = await buyer('First');
    await app.sendWebhooks();
    await app.database.query('SET ROLE tradepost_system; UPDATE webhook_delivery SET tries = 9; RESET ROLE');
    await wait('10 seconds');
    await app.sendWebhooks();
    const [given] = await deliveries(id, '?status=FAILED');
    receiver.answers(async (response, { json }) => {
      if (json.entityName === 'Second') await call('POST', `/webhook/${id}/delivery/${given.id}/resend`);
      response.writeHead(500).end();
    });
    await rename(one, 'Second');
    await app.sendWebhooks();
    const pending = await deliveries(id, '?status=PENDING');
    expect(pending.filter((each) => each.nextAttemptTime).map((each) => each.id)).toEqual([given.id]);
    expect(pending).toHaveLength(2);
    receiver.answers(200);
    receiver.clear();
    await wait('10 seconds');
    await app.sendWebhooks();
    expect(names()).toEqual(['First', 'Second']);
  });

  test('that is enabled holds pending events back, and releases them when it is disabled', async () => {
    receiver.answers(500);
    const id = await create();
    const one = await buyer('First');
    await rename(one, 'Second');
    await app.sendWebhooks();
    await call('PATCH', `/webhook/${id}`, { fifo: true });
    const dueCount = async () => (await deliveries(id)).filter((each) => each.nextAttemptTime).length;
    expect(await dueCount()).toBe(1);
    await call('PATCH', `/webhook/${id}`, { fifo: false });
    expect(await dueCount()).toBe(2);
  });
});

describe('a delivery without a recipient', () => {
  test('is not sent: its endpoint is deleted', async () => {
    const id = await create();
    await buyer('Too late');
    await app.dispatchEvents();
    await call('DELETE', `/webhook/${id}`);
    await app.sendWebhooks();
    expect(receiver.received).toEqual([]);
    expect((await call('GET', `/webhook/${id}/delivery`)).status).toBe(404);
    const [{ id: messageId }] = (await call('GET', '/notificationMessage')).body.notificationMessages;
    expect(await messageOf(messageId)).toMatchObject({ status: 'PENDING', recipient: id });
    await app.app.database.transaction(async ({ query }) => {
      for (const sweep of notificationSweeps) await query(sweep);
    }, 'system');
    expect(await messageOf(messageId)).toMatchObject({
      status: 'FAILED',
      errorMessage: 'the endpoint or its organization was deleted',
    });
  });
});

test('is kept while its endpoint is disabled, and sent when the endpoint is enabled', async () => {
  const id = await create();
  await buyer('Late');
  await app.dispatchEvents();
  await call('PATCH', `/webhook/${id}`, { status: 'DISABLED' });
  await app.database.query(`UPDATE webhook_payload SET creation_time = now() - interval '41 days'`);
  await createMaintenance({
    database: app.app.database,
    log: createLog('silent'),
    sweeps: notificationSweeps,
  }).sweep();
  await call('POST', `/webhook/${id}/enable`);
  await app.sendWebhooks();
  expect(names()).toEqual(['Late']);
  await call('DELETE', `/webhook/${id}`);
  await createMaintenance({
    database: app.app.database,
    log: createLog('silent'),
    sweeps: notificationSweeps,
  }).sweep();
  const kept = await app.database.query('SELECT count(*)::int AS n FROM webhook_payload');
  expect(kept.rows[0].n).toBe(0);
});

test('a replay skips events that are about to be dispatched', async () => {
  const id = await create();
  const from = app.app.clock.now().toISOString();
  const one = await buyer('Untold');
  await app.app.sealer.step();
  await call('POST', `/webhook/${id}/replay`, { from });
  await app.drainJobs();
  await app.sendWebhooks();
  expect(names()).toEqual(['Untold']);
  const { notificationEvents } = (await call('GET', `/notificationEvent/BUYER/${one}`)).body;
  expect(notificationEvents[0].eventStatus).toBe('DONE');
});

test('an event that is erased from the audit trail, or pruned, is deleted from all messages about it', async () => {
  receiver.answers((response) => response.writeHead(500).end('Erika is not known here'));
  const id = await create();
  await app.person(org.id, 'ADMIN');
  await call('PATCH', '/notificationConfigInfo', { enableEmailNotification: true });
  const offer = (await call('POST', '/offer', { name: 'Erika' })).body.id;
  await call('PATCH', `/webhook/${id}`, { scopes: ['CREATE.OFFER'] });
  await app.sendWebhooks();
  await app.sendMails();
  const contents = async () =>
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
  expect(await contents()).toContain('Erika');
  const { notificationEvents } = (await call('GET', `/notificationEvent/OFFER/${offer}`)).body;
  const ofOffer = notificationEvents.find(({ action }: { action: string }) => action === 'CREATE').eventID;
  await eraseEvent(app.app, org.id, ofOffer);
  expect(await contents()).not.toContain('Erika');
  receiver.answers(200);
  receiver.clear();
  await wait('10 seconds');
  await app.sendWebhooks();
  expect(receiver.received.map(({ json }) => [json.eventID, json.data])).toEqual([[ofOffer, {}]]);
  await call('PATCH', '/notificationConfigInfo', { enableEmailNotification: false });
  await app.dispatchEvents();
  await app.index();
  await pruneAudit({ ...app.app, key: app.app.auditKey }, org.id, new Date('2099-01-01'));
  expect((await call('GET', `/notificationEvent/OFFER/${offer}`)).body.totalCount).toBe(0);
  expect((await call('GET', '/notificationMessage')).body.totalCount).toBe(0);
});

test('the deliveries of a lost process are sent by others, with the same id', async () => {
  const id = await create({ timeoutSeconds: 1 });
  await buyer('Lost');
  await app.dispatchEvents();
  await app.database.query(
    `SET ROLE tradepost_system;
     UPDATE webhook_delivery SET lease_token = 'of the lost', attempts = 1, due_at = now() + interval '11 seconds'
     WHERE endpoint_id = '${id}'; RESET ROLE`,
  );
  await app.sendWebhooks();
  expect(receiver.received).toEqual([]);
  await wait('12 seconds');
  await app.sendWebhooks();
  expect(await deliveries(id)).toMatchObject([
    { status: 'DONE', attempts: 2, eventID: receiver.received[0]?.id },
  ]);
});
