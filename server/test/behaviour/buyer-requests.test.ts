import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MarketplaceError } from '../../src/marketplaces/index.ts';
import { type RequestDesk, type Requests, requestsBy, startWithRequests } from '../buyer-requests.fixture.ts';
import type { TestApp } from '../harness.ts';

let app: TestApp;
let desk: RequestDesk;
let at: Requests;
beforeAll(async () => {
  ({ app, desk } = await startWithRequests());
});
beforeEach(async () => {
  Object.assign(desk, { refusal: undefined, losesResponse: false, answers: [] });
  at = await requestsBy(app, desk);
});
afterAll(() => app.stop());

const set = (buyerRequests: object) => at.by.call('PATCH', 'organizationConfigInfo', { buyerRequests });

/** Sells on a marketplace, and lets the buyer request the plan `gold`. */
async function requested(partner: string, request: object = {}) {
  const sold = await at.by.ordered(partner, { planId: 'silver' });
  const externalId = at.make(sold.externalID, request);
  await at.notify(partner, externalId);
  return { id: sold.id as string, externalID: sold.externalID as string, externalId };
}

test('a request on marketplace C waits for the seller, is an event, and is listed as needing attention', async () => {
  const { id, externalId } = await requested('MKC');
  expect(await at.listed(id)).toMatchObject([
    {
      externalID: externalId,
      entitlementID: id,
      partner: 'MKC',
      type: 'CHANGE_PLAN',
      planID: 'gold',
      status: 'PENDING',
    },
  ]);
  expect(desk.answers).toEqual([]);
  expect(await at.by.events(id)).toContain('UPDATE CHANGE_REQUESTED');
  const { attention } = await at.by.get('overview');
  expect(attention).toMatchObject([{ kind: 'ENTITLEMENT_CHANGE_REQUESTED', count: 1, sample: [{ id }] }]);
});

test('an accepted request changes the plan, with a new term (R40: a purchased entitlement keeps its id)', async () => {
  const { id, externalId } = await requested('MKC');
  const [{ id: requestId }] = await at.listed(id);
  const sent = await at.by.post(`entitlement/${id}/request/${requestId}/accept`);
  expect(sent).toMatchObject({ status: 'ACCEPTING', answeredThrough: 'SELLER' });
  await app.drainJobs();
  expect(desk.answers).toEqual([{ externalId, accepts: true }]);
  expect(await at.listed(id)).toMatchObject([{ status: 'ACCEPTED', answeredThrough: 'SELLER' }]);
  const terms = await at.by.terms(id);
  expect(terms.map(({ info }: { info: { type: string } }) => info.type)).toEqual(['Signup', 'PlanChange']);
});

test('a rejected request leaves the entitlement unchanged, and the buyer receives the reason', async () => {
  const { id, externalId } = await requested('MKC');
  const [{ id: requestId }] = await at.listed(id);
  await at.by.post(`entitlement/${id}/request/${requestId}/reject`, { reason: 'Not sold there.' });
  await app.drainJobs();
  expect(desk.answers).toEqual([{ externalId, accepts: false, reason: 'Not sold there.' }]);
  expect(await at.listed(id)).toMatchObject([{ status: 'REJECTED', reason: 'Not sold there.' }]);
  expect(await at.by.terms(id)).toHaveLength(1);
});

test('the same answer again changes nothing, and another answer is a 400 with the status', async () => {
  const { id } = await requested('MKC');
  const [{ id: requestId }] = await at.listed(id);
  const path = `entitlement/${id}/request/${requestId}`;
  await at.by.post(`${path}/accept`);
  await app.drainJobs();
  expect((await at.by.post(`${path}/accept`)).status).toBe('ACCEPTED');
  const other = await at.by.call('POST', `${path}/reject`);
  expect([other.status, other.body.code]).toEqual([400, 'entitlement_request_state']);
  const none = await at.by.call('POST', `entitlement/${id}/request/erq_none/accept`);
  expect([none.status, none.body.code]).toEqual([404, 'entitlement_request_not_found']);
  await app.drainJobs();
  expect(desk.answers).toHaveLength(1);
});

test('on marketplace B, where silence accepts, a request is accepted at once by default', async () => {
  const { id, externalId } = await requested('MKB');
  expect(desk.answers).toEqual([{ externalId, accepts: true }]);
  expect(await at.listed(id)).toMatchObject([{ status: 'ACCEPTED', answeredThrough: 'SETTING' }]);
});

test('the setting answers the requests of a marketplace', async () => {
  expect((await set({ MKB: 'REJECT', MKC: 'ACCEPT' })).status).toBe(200);
  const [b, c] = [await requested('MKB'), await requested('MKC')];
  expect(desk.answers).toEqual([
    { externalId: b.externalId, accepts: false },
    { externalId: c.externalId, accepts: true },
  ]);
  expect(await at.listed(c.id)).toMatchObject([{ status: 'ACCEPTED', answeredThrough: 'SETTING' }]);
});

test.each([
  [{ MKB: 'ASK' }, '/buyerRequests/MKB', 'takes 10 seconds of silence for an acceptance'],
  [{ MKC: 'LATER' }, '/buyerRequests/MKC', 'must be one of ACCEPT, REJECT, ASK'],
  [{ MKA: 'ACCEPT' }, '/buyerRequests/MKA', 'on which sellers answer requests'],
  [['MKC'], '/buyerRequests', 'must be an object'],
])('the setting %j is refused with its field', async (setting, pointer, message) => {
  const { status, body } = await set(setting);
  expect([status, body.errors?.[0]?.pointer]).toEqual([400, pointer]);
  expect(body.errors[0].message ?? body.errors[0].detail).toContain(message);
});

test('an answer whose response was lost is repeated, and counts once', async () => {
  const { id } = await requested('MKC');
  const [{ id: requestId }] = await at.listed(id);
  desk.losesResponse = true;
  await at.by.post(`entitlement/${id}/request/${requestId}/accept`);
  await app.drainJobs();
  await at.retry();
  expect(await at.listed(id)).toMatchObject([{ status: 'ACCEPTED' }]);
  expect(new Set(desk.answers.map(({ accepts }) => accepts))).toEqual(new Set([true]));
});

test('a refused answer is an error on the request, which waits again and can be answered again', async () => {
  const { id } = await requested('MKC');
  const [{ id: requestId }] = await at.listed(id);
  const path = `entitlement/${id}/request/${requestId}`;
  desk.refusal = new MarketplaceError('NO', { kind: 'refused', readable: 'The marketplace says no.' });
  await at.by.post(`${path}/reject`, { reason: 'x' });
  await app.drainJobs();
  const [refused] = await at.listed(id);
  expect(refused).toMatchObject({
    status: 'PENDING',
    errorMessages: ['NO'],
    prettifiedErrorMessages: ['The marketplace says no.'],
  });
  expect([refused.answerTime, refused.reason, refused.answeredThrough]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(await at.by.events(id)).toContain('UPDATE ANSWER_REFUSED');
  desk.refusal = undefined;
  await at.by.post(`${path}/accept`);
  await app.drainJobs();
  const [accepted] = await at.listed(id);
  expect([accepted.status, accepted.errorMessages]).toEqual(['ACCEPTED', undefined]);
});
