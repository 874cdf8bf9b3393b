import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp } from '../harness.ts';

let app: TestApp;
let by: Entitlements;
beforeAll(async () => {
  app = await startTestApp();
  by = entitlementsOf(app, await app.organization());
});
afterAll(() => app.stop());

type Feed = { events: { type: string; entityID: string; info: { position: number } }[]; position: number };

test('the feed begins at the present, goes on by position and repeats nothing', async () => {
  await app.tellEvents();
  const begun: Feed = await by.get('event');
  expect(begun.events).toEqual([]);
  const offers = [];
  for (const name of ['A', 'B', 'C']) offers.push((await by.post('offer', { name })).id);
  expect(await by.get(`event?after=${begun.position}`), 'nothing is told before it is sealed').toEqual(begun);
  await app.tellEvents();
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

test('an event on request is told like any other, marked as a test, in TEST organizations only', async () => {
  const { position } = await by.get('event');
  const made = await by.post('sandbox/event', { scope: 'EXPIRE_SOON.OFFER' });
  await app.tellEvents();
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
