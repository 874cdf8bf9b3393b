import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
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
const rename = (id: string, name: string) => call('PATCH', `/buyer/${id}`, { name });
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
const onTheirWay = async (): Promise<number> => {
  const results = await app.database.query(
    'SET ROLE tradepost_system; SELECT count(*) FROM webhook_delivery WHERE lease_token IS NOT NULL; RESET ROLE',
  );
  return Number((results as unknown as { rows: { count: string }[] }[])[1]?.rows[0]?.count);
};
const secondsUntil = (time: string) => (Date.parse(time) - app.app.clock.now().getTime()) / 1000;

describe('an attempt that fails', () => {
  test.each<[what: string, answers: Parameters<Receiver['answers']>[0], expected: object]>([
    ['is answered 500', 500, { responseStatus: 500, errorMessage: 'answered 500' }],
    ['is answered 400', 400, { responseStatus: 400 }],
    [
      'is answered a redirect, which is not followed',
      (response) => response.writeHead(302, { location: receiver.url }).end(),
      { responseStatus: 302, errorMessage: 'answered 302: redirects are not followed' },
    ],
    [
      'loses its connection',
      (response) => response.destroy(),
      { errorMessage: expect.stringMatching(/other side closed|ECONNRESET/) },
    ],
    ['has no answer in time', () => {}, { errorMessage: 'no answer within 1000 ms' }],
    [
      'is answered forerunners of an answer without end',
      (response) => {
        const flood = setInterval(() => {
          for (let n = 0; n < 50; n++) response.writeEarlyHints({ link: '</a>; rel=preload' });
        }, 1);
        response.on('close', () => clearInterval(flood));
      },
      { errorMessage: 'more than 100 answers of the form 1xx' },
    ],
    [
      'is answered what no HTTP server may say, which is told without pieces of a program',
      (response) => {
        response.socket?.end('HTTP/1.1 099 x\r\nContent-Length: 0\r\n\r\n');
      },
      { errorMessage: 'the answer is not as HTTP demands' },
    ],
  ])('%s: it is tried again in five seconds, with the same id', async (_, answers, expected) => {
    receiver.answers(answers);
    const id = await create({ timeoutSeconds: 1 });
    await buyer('Again');
    await app.sendWebhooks();
    const [delivery] = await deliveries(id);
    expect(delivery).toMatchObject({ status: 'PENDING', attempts: 1, ...expected });
    expect(secondsUntil(delivery.nextAttemptTime)).toBeGreaterThan(2);
    expect(secondsUntil(delivery.nextAttemptTime)).toBeLessThan(6);
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

  test('ten times is given up, and can be sent again', async () => {
    receiver.answers(500);
    const id = await create();
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
    receiver.answers(200);
    const again = await call('POST', `/webhook/${id}/delivery/${failed.id}/resend`);
    expect(again.body).toMatchObject({ id: failed.id, status: 'PENDING' });
    await app.sendWebhooks();
    expect(await deliveries(id, '?status=DONE')).toMatchObject([{ id: failed.id, attempts: 11 }]);
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1);
  });

  test('with Retry-After waits as long as it is asked to, and so does everything else for that endpoint', async () => {
    receiver.answers((response) => response.writeHead(429, { 'retry-after': '600' }).end());
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
  });
});

describe('an endpoint', () => {
  test('that answers 410 is disabled, which an event tells', async () => {
    receiver.answers(410);
    const id = await create();
    await buyer('Gone');
    await app.sendWebhooks();
    const endpoint = (await call('GET', `/webhook/${id}`)).body;
    expect(endpoint).toMatchObject({ status: 'DISABLED', statusReason: expect.stringContaining('410') });
    await app.tellEvents();
    const { body } = await call('GET', `/notificationEvent/WEBHOOK_ENDPOINT/${id}`);
    expect(body.notificationEvents[0]).toMatchObject({
      ...{ action: 'UPDATE', entityStatus: 'DISABLED', priority: 'HIGH' },
    });
  });

  test('that takes nothing for days is told of, and disabled two days later', async () => {
    receiver.answers(503);
    const id = await create();
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']) {
      await buyer(name);
      await app.sendWebhooks();
      await wait('24 hours');
    }
    const endpoint = (await call('GET', `/webhook/${id}`)).body;
    expect(endpoint).toMatchObject({ status: 'DISABLED', statusReason: 'It took nothing for 5 days.' });
    await app.tellEvents();
    const { body } = await call('GET', `/notificationEvent/WEBHOOK_ENDPOINT/${id}`);
    const actions = body.notificationEvents.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(['UPDATE', 'NOTIFY', 'CREATE']);
    receiver.answers(200);
    receiver.clear();
    await call('POST', `/webhook/${id}/enable`);
    await wait('25 hours');
    await app.sendWebhooks();
    expect(names().length, 'what was owed goes on').toBeGreaterThan(0);
  });

  test('that is slow keeps no other waiting', async () => {
    const slow = await startReceiver();
    slow.answers(() => {});
    try {
      await create({ url: slow.url, timeoutSeconds: 30 });
      await create();
      for (let count = 0; count < 20; count++) await buyer(`Buyer ${count}`);
      await app.tellEvents();
      const step = app.app.deliverer.step();
      await expect.poll(() => receiver.received.length, { timeout: 5000 }).toBe(16);
      // Its places are free again once the answers are written down.
      const steps: Promise<number>[] = [];
      const stepped = () => steps.push(app.app.deliverer.step()) && receiver.received.length;
      await expect.poll(stepped, { timeout: 5000 }).toBe(20);
      expect(slow.received.length, 'as many as one endpoint may have on their way').toBe(16);
      await slow.stop();
      await Promise.all([step, ...steps]);
    } finally {
      await slow.stop().catch(() => {});
    }
  });

  test('that is slow leaves places to others, when there are many of them', async () => {
    const slow = await startReceiver();
    slow.answers(() => {});
    try {
      for (let count = 0; count < 18; count++) await create({ url: slow.url, timeoutSeconds: 30 });
      const last = await create();
      await call('PATCH', `/webhook/${last}`, { status: 'DISABLED' });
      for (let count = 0; count < 16; count++) await buyer(`Buyer ${count}`);
      await app.tellEvents();
      const steps: Promise<number>[] = [];
      for (const taken of [128, 192, 224, 232]) {
        steps.push(app.app.deliverer.step());
        await expect.poll(onTheirWay, { timeout: 5000 }).toBe(taken);
      }
      await call('PATCH', `/webhook/${last}`, { status: 'ENABLED' });
      await buyer('Not kept waiting');
      await app.tellEvents();
      const stepped = () => steps.push(app.app.deliverer.step()) && receiver.received.length;
      await expect.poll(stepped, { timeout: 5000 }).toBe(1);
      await slow.stop();
      await Promise.all(steps);
    } finally {
      await slow.stop().catch(() => {});
    }
  });

  test('with a rate has no more than that in a second', async () => {
    await create({ ratePerSecond: 10 });
    for (let count = 0; count < 6; count++) await buyer(`Paced ${count}`);
    await app.sendWebhooks();
    expect(receiver.received.length).toBeLessThan(4);
    const began = Date.now();
    await expect
      .poll(() => app.sendWebhooks().then(() => receiver.received.length), { interval: 20, timeout: 5000 })
      .toBe(6);
    expect(Date.now() - began).toBeGreaterThan(250);
  });
});

describe('where order is kept', () => {
  test('an event waits for the earlier ones of its record, and for no others', async () => {
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

  test('a replay comes in the order in which it happened, and each event once', async () => {
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

  test('an event that fails waits for an earlier one that is sent again meanwhile', async () => {
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
    const owed = await deliveries(id, '?status=PENDING');
    expect(owed.filter((each) => each.nextAttemptTime).map((each) => each.id)).toEqual([given.id]);
    expect(owed).toHaveLength(2);
    receiver.answers(200);
    receiver.clear();
    await wait('10 seconds');
    await app.sendWebhooks();
    expect(names()).toEqual(['First', 'Second']);
  });

  test('switching it on holds what is owed back, switching it off lets it go', async () => {
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

describe('what nobody can take any more', () => {
  test('is not sent: its endpoint is deleted', async () => {
    const id = await create();
    await buyer('Too late');
    await app.tellEvents();
    await call('DELETE', `/webhook/${id}`);
    await app.sendWebhooks();
    expect(receiver.received).toEqual([]);
    expect((await call('GET', `/webhook/${id}/delivery`)).status).toBe(404);
  });
});

test('a replay leaves what is about to be told to be told', async () => {
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

test('a process that is lost in the middle leaves its deliveries to the others, with the same id', async () => {
  const id = await create({ timeoutSeconds: 1 });
  await buyer('Lost');
  await app.tellEvents();
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
