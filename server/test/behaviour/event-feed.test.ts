import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { type Reply, startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let by: Entitlements & { org: TestOrganization };
beforeAll(async () => {
  app = await startTestApp({ environment: { DATABASE_POOL: '4', DATABASE_PIPELINES: '1' } });
  const org = await app.organization();
  by = { ...entitlementsOf(app, org), org };
});
afterAll(() => app.stop());

type Feed = { events: { type: string; entityID: string; info: { position: number } }[]; position: number };

test('the feed begins at the present, continues by position and repeats no event', async () => {
  await app.dispatchEvents();
  const begun: Feed = await by.get('event');
  expect(begun.events).toEqual([]);
  const offers = [];
  for (const name of ['A', 'B', 'C']) offers.push((await by.post('offer', { name })).id);
  expect(await by.get(`event?after=${begun.position}`), 'nothing is shown before it is sealed').toEqual(
    begun,
  );
  await app.dispatchEvents();
  const seen: Feed['events'] = [];
  let { position } = begun;
  for (let feed: Feed; ; position = feed.position) {
    feed = await by.get(`event?after=${position}`);
    if (feed.position === position) break;
    seen.push(...feed.events);
  }
  expect(seen.map(({ type, entityID }) => `${type} ${entityID}`)).toEqual(
    offers.flatMap((id) => [`CREATE.OFFER ${id}`, `PENDING_ACCEPTANCE.OFFER ${id}`]),
  );
  expect((await by.get('event')).position).toBe(position);
});

test('an event on request is dispatched like any other, marked as a test, in TEST organizations only', async () => {
  const { position } = await by.get('event');
  const made = await by.post('sandbox/event', { scope: 'EXPIRE_SOON.OFFER' });
  await app.dispatchEvents();
  const { events } = await by.get(`event?after=${position}`);
  expect(events).toMatchObject([
    {
      eventID: made.eventID,
      type: 'EXPIRE_SOON.OFFER',
      title: 'TEST: Offer expires soon',
      info: { isTest: true },
    },
  ]);
  const { notificationEvents } = await by.get(`notificationEvent/OFFER/${made.entityID}`);
  expect(notificationEvents).toMatchObject([{ eventID: made.eventID, title: 'TEST: Offer expires soon' }]);
  const refused = await by.call('POST', 'sandbox/event', { scope: 'SING.SONG' });
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/scope']);
  const prod = await app.organization({ environment: 'PROD' });
  const body = { scope: 'EXPIRE_SOON.OFFER' };
  const reply = await app.request('POST', `/org/${prod.id}/sandbox/event`, { token: prod.token, body });
  expect([reply.status, reply.body.code]).toEqual([409, 'not_a_test_organization']);
});

describe('waiting for events', () => {
  const get = (path: string, options: RequestInit = {}) =>
    fetch(`${app.url}/org/${by.org.id}/${path}`, {
      headers: { authorization: `Bearer ${by.org.token}` },
      ...options,
    });
  test('returns on the next event, and immediately with a pending event or without a position', async () => {
    await app.dispatchEvents();
    const { position } = await by.get('event?wait=30');
    const waiting = by.get(`event?after=${position}&wait=30`);
    const { id } = await by.post('offer', { name: 'Waited for' });
    await app.dispatchEvents();
    const feed: Feed = await waiting;
    expect(feed.events.map(({ type, entityID }) => `${type} ${entityID}`)).toEqual([
      `CREATE.OFFER ${id}`,
      `PENDING_ACCEPTANCE.OFFER ${id}`,
    ]);
    expect(feed.position).toBeGreaterThan(position);
    expect(await by.get(`event?after=${position}&wait=30`)).toEqual(feed);
  });

  test('returns an empty result at its timeout', async () => {
    const { position } = await by.get('event');
    expect(await by.get(`event?after=${position}&wait=1`)).toEqual({ events: [], position });
  });

  test.each([
    ['after=0&wait=31', 'wait'],
    ['after=0&wait=-1', 'wait'],
    ['after=0&wait=soon', 'wait'],
    ['after=-1&wait=30', 'after'],
  ])('is refused by %s', async (query, pointer) => {
    const reply = await by.call('GET', `event?${query}`);
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, pointer]);
  });

  test('requires the right to read the audit trail, and has a limit of callers; a caller that leaves frees its slot', async () => {
    const { position } = await by.get('event');
    const path = `event?after=${position}&wait=30`;
    const stranger = await app.organization();
    const refused = await app.request('GET', `/org/${by.org.id}/${path}`, { token: stranger.token });
    expect(refused.status).toBe(404);
    const leaving = new AbortController();
    const refusals: Response[] = [];
    const waiting = Array.from({ length: 25 }, () =>
      get(path, { signal: leaving.signal }).then(
        (reply) => void refusals.push(reply),
        () => 'left',
      ),
    );
    await expect.poll(() => refusals.length).toBe(5);
    for (const reply of refusals) {
      expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '1']);
      expect(await reply.json()).toMatchObject({ code: 'too_many_waiting' });
    }
    const others = entitlementsOf(app, stranger);
    const elsewhere = (await others.get('event')).position;
    expect(await others.get(`event?after=${elsewhere + 1000}&wait=1`)).toMatchObject({ events: [] });
    expect((await by.post('offer', { name: 'No connection is held' })).status).toBe('PENDING_ACCEPTANCE');
    leaving.abort();
    expect((await Promise.all(waiting)).filter((end) => end === 'left')).toHaveLength(20);
    await expect.poll(async () => (await by.call('GET', path.replace('30', '1'))).status).toBe(200);
  });

  test('ends with a response when the program stops', async () => {
    const ending = await startTestApp({ database: app.database });
    const { position } = await by.get('event');
    const token = await ending.token(by.org.client);
    const path = `/org/${by.org.id}/event?after=${position + 1000}&wait=30`;
    const answers: Reply[] = [];
    const waiting = Array.from({ length: 25 }, () =>
      ending.request('GET', path, { token }).then((reply) => answers.push(reply)),
    );
    await expect.poll(() => answers.map(({ status }) => status)).toEqual(Array(5).fill(429));
    await ending.stop();
    await Promise.all(waiting);
    for (const { body } of answers.slice(5)) expect(body).toEqual({ events: [], position: position + 1000 });
  });
});
