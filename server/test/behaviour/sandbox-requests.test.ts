import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let by: Entitlements;
beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  by = entitlementsOf(app, await app.organization());
});
afterAll(() => app.stop());

const plansOf = async (id: string) =>
  (await by.terms(id)).map(({ info }: { info: { type: string } }) => info.type);
const requestsOf = (id: string) => by.get(`entitlement/${id}/request`);
const askForPlan = (id: string, planId = 'gold') =>
  by.call('POST', `sandbox/entitlement/${id}/changePlan`, { planId, approve: false });

test('without `approve`, a change of the sandbox applies at once and is no request', async () => {
  const { id } = await by.ordered('MKC', { planId: 'silver' });
  await by.post(`sandbox/entitlement/${id}/changePlan`, { planId: 'gold', amount: 1200 });
  await app.drainJobs();
  expect([await plansOf(id), await requestsOf(id)]).toEqual([['Signup', 'PlanChange'], []]);
});

test('on C a request waits for the seller, whose acceptance changes plan and price', async () => {
  const { id } = await by.ordered('MKC', { planId: 'silver' });
  const change = { planId: 'gold', amount: 1200, approve: false };
  await by.post(`sandbox/entitlement/${id}/changePlan`, change);
  await app.drainJobs();
  await by.post('sandbox/clock', { advance: 'P1D' });
  await app.drainJobs();
  const [{ id: requestId, status }] = await requestsOf(id);
  expect([status, await plansOf(id)]).toEqual(['PENDING', ['Signup']]);
  await by.post(`entitlement/${id}/request/${requestId}/accept`);
  await app.drainJobs();
  expect(await requestsOf(id)).toMatchObject([{ status: 'ACCEPTED', planID: 'gold' }]);
  expect(await plansOf(id)).toEqual(['Signup', 'PlanChange']);
  expect((await by.entitlement(id)).info.commitAmount).toBe(1200);
});

test('on C a rejected request changes nothing, and the buyer can ask again', async () => {
  const { id } = await by.ordered('MKC', { planId: 'silver' });
  await askForPlan(id);
  await app.drainJobs();
  const [{ id: requestId }] = await requestsOf(id);
  expect((await askForPlan(id, 'platinum')).body.code).toBe('entitlement_state');
  await by.post(`entitlement/${id}/request/${requestId}/reject`);
  await app.drainJobs();
  await askForPlan(id, 'platinum');
  await app.drainJobs();
  expect(await requestsOf(id)).toMatchObject([{ status: 'REJECTED' }, { status: 'PENDING' }]);
  expect(await plansOf(id)).toEqual(['Signup']);
});

test('on B the seller accepts a requested quantity by default', async () => {
  const { id } = await by.ordered('MKB', { quantity: 5 });
  await by.post(`sandbox/entitlement/${id}/changeQuantity`, { quantity: 8, approve: false });
  await app.drainJobs();
  expect(await requestsOf(id)).toMatchObject([
    { type: 'CHANGE_QUANTITY', quantity: 8, status: 'ACCEPTED', answeredThrough: 'SETTING' },
  ]);
  expect(await plansOf(id)).toEqual(['Signup', 'QuantityChange']);
});

test('on B ten seconds of silence accept a request, although the seller rejects requests', async () => {
  const { id } = await by.ordered('MKB', { quantity: 5 });
  await by.patch('organizationConfigInfo', { buyerRequests: { MKB: 'REJECT' } });
  await by.post('sandbox/fault', { partner: 'MKB', kind: 'LOSE_NOTIFICATION' });
  await by.post(`sandbox/entitlement/${id}/changeQuantity`, { quantity: 8, approve: false });
  await app.drainJobs();
  expect([await requestsOf(id), await plansOf(id)]).toEqual([[], ['Signup']]);
  await by.post('sandbox/clock', { advance: 'PT9S' });
  await app.drainJobs();
  expect(await plansOf(id)).toEqual(['Signup']);
  await by.post('sandbox/clock', { advance: 'PT1S' });
  await app.drainJobs();
  expect(await requestsOf(id)).toMatchObject([{ status: 'ACCEPTED', answeredThrough: 'MARKETPLACE' }]);
  expect(await plansOf(id)).toEqual(['Signup', 'QuantityChange']);
});

test('on B a rejected request does not take effect after ten seconds', async () => {
  const { id } = await by.ordered('MKB', { quantity: 5 });
  await by.patch('organizationConfigInfo', { buyerRequests: { MKB: 'REJECT' } });
  await by.post(`sandbox/entitlement/${id}/changeQuantity`, { quantity: 8, approve: false });
  await app.drainJobs();
  await by.post('sandbox/clock', { advance: 'PT1M' });
  await app.drainJobs();
  expect(await requestsOf(id)).toMatchObject([{ status: 'REJECTED', answeredThrough: 'SETTING' }]);
  expect(await plansOf(id)).toEqual(['Signup']);
});

test('a request of an agreement that its buyer cancels lapses', async () => {
  const { id } = await by.ordered('MKC');
  await askForPlan(id);
  await app.drainJobs();
  await by.post(`sandbox/entitlement/${id}/cancel`);
  await app.drainJobs();
  expect(await requestsOf(id)).toMatchObject([{ status: 'LAPSED' }]);
});

test('on a marketplace whose sellers do not answer requests, a request is a 400 that names the field', async () => {
  const { id } = await by.ordered('MKA');
  const { status, body } = await askForPlan(id);
  expect([status, body.errors[0].pointer]).toEqual([400, '/approve']);
});
