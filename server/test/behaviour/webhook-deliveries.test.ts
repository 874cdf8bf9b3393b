import { describe, expect, test } from 'vitest';
import { startTestApp } from '../harness.ts';
import { type Receiver, startReceiver } from '../webhook-receiver.ts';
import { openWebhookWorld } from '../webhook-world.ts';

const { app, receiver, call, create, buyer, names, deliveries, messageOf, wait, onTheirWay } =
  await openWebhookWorld();

const secondsUntil = (time: string) => (Date.parse(time) - app.app.clock.now().getTime()) / 1000;

describe('a failed attempt', () => {
  test.each<[what: string, answers: Parameters<Receiver['answers']>[0], expected: object]>([
    ['is answered 500', 500, { responseStatus: 500, errorMessage: 'HTTP 500' }],
    ['is answered 400', 400, { responseStatus: 400 }],
    [
      'is answered a redirect, which is not followed',
      (response) => response.writeHead(302, { location: receiver.url }).end(),
      { responseStatus: 302, errorMessage: 'HTTP 302: redirects are not followed' },
    ],
    [
      'loses its connection',
      (response) => response.destroy(),
      { errorMessage: expect.stringMatching(/other side closed|ECONNRESET/) },
    ],
    ['has no answer in time', () => {}, { errorMessage: 'no response within 1000 ms' }],
    [
      'is answered informational responses without end',
      (response) => {
        const flood = setInterval(() => {
          for (let n = 0; n < 50; n++) response.writeEarlyHints({ link: '</a>; rel=preload' });
        }, 1);
        response.on('close', () => clearInterval(flood));
      },
      { errorMessage: 'more than 100 informational (1xx) responses' },
    ],
    [
      'is answered what no HTTP server may say, which is told without pieces of a program',
      (response) => {
        response.socket?.end('HTTP/1.1 099 x\r\nContent-Length: 0\r\n\r\n');
      },
      { errorMessage: 'the response violates HTTP' },
    ],
  ])('%s: is retried in five seconds, with the same id', async (_, answers, expected) => {
    receiver.answers(answers);
    const id = await create({ timeoutSeconds: 1 });
    await buyer('Again');
    const before = Date.now();
    await app.sendWebhooks();
    const after = Date.now();
    const [delivery] = await deliveries(id);
    expect(delivery).toMatchObject({ status: 'PENDING', attempts: 1, ...expected });
    const next = Date.parse(delivery.nextAttemptTime);
    expect(next).toBeGreaterThan(before + 2000);
    expect(next).toBeLessThan(after + 6000);
    receiver.answers(204);
    await wait('10 seconds');
    await app.sendWebhooks();
    expect(receiver.received.map((one) => one.id)).toEqual([delivery.eventID, delivery.eventID]);
    const { body } = await call('GET', `/webhook/${id}/delivery/${delivery.id}`);
    expect(body).toMatchObject({ status: 'DONE', attempts: 2, responseStatus: 204 });
    expect(body.errorMessage).toBeUndefined();
    expect(body.attemptLog.map(({ number }: { number: number }) => number)).toEqual([1, 2]);
    expect(receiver.received[0]?.body).toBe(receiver.received[1]?.body);
  });

  test('is final after ten times, and can be sent again', async () => {
    receiver.answers(500);
    const id = await create();
    const from = app.app.clock.now().toISOString();
    await buyer('Given up');
    for (let attempt = 0; attempt < 11; attempt++) {
      await app.sendWebhooks();
      await wait('25 hours');
      await app.database.query(
        'SET ROLE tradepost_system; UPDATE webhook_queue SET failing_since = now(); RESET ROLE',
      );
    }
    expect(receiver.received.length).toBe(10);
    const [failed] = await deliveries(id, '?status=FAILED');
    expect(failed).toMatchObject({ attempts: 10, status: 'FAILED' });
    const message = {
      id: failed.id,
      type: 'WEBHOOK',
      status: 'FAILED',
      attempts: 10,
      errorMessage: 'HTTP 500',
    };
    expect(await messageOf(failed.id)).toMatchObject(message);
    receiver.answers(200);
    const again = await call('POST', `/webhook/${id}/delivery/${failed.id}/resend`);
    expect(again.body).toMatchObject({ id: failed.id, status: 'PENDING' });
    expect(await messageOf(failed.id)).toMatchObject({ ...message, status: 'PENDING' });
    await app.sendWebhooks();
    expect(await deliveries(id, '?status=DONE')).toMatchObject([{ id: failed.id, attempts: 11 }]);
    expect(await messageOf(failed.id)).toMatchObject({ status: 'DONE', attempts: 11 });
    expect(await messageOf(failed.id)).not.toHaveProperty('errorMessage');
    // A replay makes the delivery pending again.
    receiver.answers(500);
    await call('POST', `/webhook/${id}/replay`, { from, onlyMissing: false });
    await app.drainJobs();
    expect(await messageOf(failed.id)).toMatchObject({ status: 'PENDING', attempts: 11 });
    await app.sendWebhooks();
    expect(await messageOf(failed.id)).toMatchObject({
      status: 'PENDING',
      attempts: 12,
      errorMessage: 'HTTP 500',
    });
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1);
  });

  test('that waits for its next attempt is sent by a replay', async () => {
    receiver.answers(500);
    const id = await create();
    const from = app.app.clock.now().toISOString();
    await buyer('Waits');
    await app.sendWebhooks();
    await wait('6 seconds');
    await app.sendWebhooks();
    const [waiting] = await deliveries(id);
    expect(waiting).toMatchObject({ status: 'PENDING', attempts: 2 });
    expect(secondsUntil(waiting.nextAttemptTime)).toBeGreaterThan(200);
    receiver.answers(200);
    await call('POST', `/webhook/${id}/replay`, { from });
    await app.drainJobs();
    await app.sendWebhooks();
    expect(await deliveries(id)).toMatchObject([{ id: waiting.id, status: 'DONE', attempts: 3 }]);
  });

  test.each([429, 503])(
    '%i with Retry-After delays the whole endpoint for the requested time',
    async (status) => {
      receiver.answers((response) => response.writeHead(status, { 'retry-after': '600' }).end());
      const id = await create();
      await buyer('First');
      await app.sendWebhooks();
      await buyer('Second');
      await app.sendWebhooks();
      expect(names()).toEqual(['First']);
      const [first] = await deliveries(id);
      expect(secondsUntil(first.nextAttemptTime)).toBeGreaterThan(590);
      receiver.answers(200);
      await wait('11 minutes');
      await app.sendWebhooks();
      expect(names().sort()).toEqual(['First', 'First', 'Second']);
    },
  );
});

describe('an endpoint', () => {
  test('that responds with 410 is disabled, with an event', async () => {
    receiver.answers(410);
    const id = await create();
    await buyer('Gone');
    await app.sendWebhooks();
    const endpoint = (await call('GET', `/webhook/${id}`)).body;
    expect(endpoint).toMatchObject({ status: 'DISABLED', statusReason: expect.stringContaining('410') });
    await app.dispatchEvents();
    const { body } = await call('GET', `/notificationEvent/WEBHOOK_ENDPOINT/${id}`);
    expect(body.notificationEvents[0]).toMatchObject({
      action: 'UPDATE',
      entityStatus: 'DISABLED',
      priority: 'HIGH',
    });
  });

  test('that fails for days raises a notice, and is disabled two days later', async () => {
    receiver.answers(503);
    const id = await create();
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']) {
      await buyer(name);
      await app.sendWebhooks();
      await wait('24 hours');
    }
    const endpoint = (await call('GET', `/webhook/${id}`)).body;
    expect(endpoint).toMatchObject({ status: 'DISABLED', statusReason: 'All deliveries failed for 5 days.' });
    await app.dispatchEvents();
    const { body } = await call('GET', `/notificationEvent/WEBHOOK_ENDPOINT/${id}`);
    const actions = body.notificationEvents.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(['UPDATE', 'NOTIFY', 'CREATE']);
    receiver.answers(200);
    receiver.clear();
    await call('POST', `/webhook/${id}/enable`);
    await wait('25 hours');
    await app.sendWebhooks();
    expect(names().length, 'what was pending goes on').toBeGreaterThan(0);
  });

  test('that is slow does not delay others', async () => {
    const slow = await startReceiver();
    slow.answers(() => {});
    try {
      await create({ url: slow.url, timeoutSeconds: 30 });
      await create();
      for (let count = 0; count < 60; count++) await buyer(`Buyer ${count}`);
      await app.dispatchEvents();
      const step = app.app.deliverer.step();
      await expect.poll(() => receiver.received.length).toBe(48);
      // The slots are free again once the responses are stored.
      const steps: Promise<number>[] = [];
      const stepped = () => steps.push(app.app.deliverer.step()) && receiver.received.length;
      await expect.poll(stepped).toBe(60);
      expect(slow.received.length, 'as many as one endpoint may have on their way').toBe(48);
      await slow.stop();
      await Promise.all([step, ...steps]);
    } finally {
      await slow.stop().catch(() => {});
    }
  });

  test('that is slow leaves slots to others, when many endpoints are slow', async () => {
    const slow = await startReceiver();
    slow.answers(() => {});
    try {
      for (let count = 0; count < 18; count++) await create({ url: slow.url, timeoutSeconds: 30 });
      const last = await create();
      await call('PATCH', `/webhook/${last}`, { status: 'DISABLED' });
      for (let count = 0; count < 48; count++) await buyer(`Buyer ${count}`);
      await app.dispatchEvents();
      const steps: Promise<number>[] = [];
      for (const taken of [256, 384, 448, 480]) {
        steps.push(app.app.deliverer.step());
        await expect.poll(onTheirWay).toBe(taken);
      }
      await call('PATCH', `/webhook/${last}`, { status: 'ENABLED' });
      await buyer('Not kept waiting');
      await app.dispatchEvents();
      const stepped = () => steps.push(app.app.deliverer.step()) && receiver.received.length;
      await expect.poll(stepped).toBe(1);
      await slow.stop();
      await Promise.all(steps);
    } finally {
      await slow.stop().catch(() => {});
    }
  });

  test('with a rate of ten a second is sent one delivery at a time, a tenth of a second apart', async () => {
    const id = await create({ ratePerSecond: 10 });
    for (let count = 0; count < 3; count++) await buyer(`Paced ${count}`);
    await app.dispatchEvents();
    /**
     * Returns the number of deliveries received after one claim, if the rate is used up until a given time.
     */
    const claimed = async (pacedUntil: string) => {
      await app.database.query(
        `SET ROLE tradepost_system;
         UPDATE webhook_queue SET wake_at = clock_timestamp(), paced_until = clock_timestamp() + interval '${pacedUntil}'
         WHERE endpoint_id = '${id}'; RESET ROLE`,
      );
      await app.app.deliverer.step();
      return receiver.received.length;
    };
    expect(await claimed('1 hour')).toBe(0);
    for (const count of [1, 2, 3]) {
      const before = (await app.database.query('SELECT clock_timestamp() AS now')).rows[0].now;
      expect(await claimed('-1 hour')).toBe(count);
      const { rows } = await app.database.query(
        'SELECT paced_until >= $2::timestamptz AS paced FROM webhook_queue WHERE endpoint_id = $1',
        [id, before],
      );
      expect(rows, `after ${count} of 3`).toEqual([{ paced: true }]);
    }
  });
});

test('a process that stops returns its deliveries in flight, which uses no attempt', async () => {
  receiver.answers(() => {});
  const id = await create({ timeoutSeconds: 30 });
  await buyer('Handed back');
  await app.dispatchEvents();
  const environment = { WEBHOOK_ALLOW_INSECURE_URL: 'true' };
  const ending = await startTestApp({ database: app.database, environment });
  const step = ending.app.deliverer.step();
  await expect.poll(() => receiver.received.length).toBe(1);
  await ending.app.deliverer.stop(0);
  await step;
  await ending.stop();
  const tries = async () =>
    (await app.database.query('SELECT tries FROM webhook_delivery WHERE endpoint_id = $1', [id])).rows;
  expect(await tries()).toEqual([{ tries: 0 }]);
  receiver.answers(500);
  await app.sendWebhooks();
  expect(await tries()).toEqual([{ tries: 1 }]);
});
