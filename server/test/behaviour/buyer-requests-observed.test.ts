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

/** Changes a request at the marketplace, as its buyer or in the marketplace's portal. */
const change = (externalId: string, status: 'ACCEPTED' | 'REJECTED' | 'LAPSED') =>
  desk.requests.set(externalId, { ...(desk.requests.get(externalId) as never as object), status } as never);

async function requested() {
  const sold = await at.by.ordered('MKC', { planId: 'silver' });
  const externalId = at.make(sold.externalID);
  await at.notify('MKC', externalId);
  return { id: sold.id as string, externalId };
}

test('a request that arrives before its agreement applies the agreement first, and makes one entitlement (R47)', async () => {
  const { externalID } = await at.by.post('sandbox/order', { partner: 'MKC', planId: 'silver' });
  const externalId = at.make(externalID);
  await at.notify('MKC', externalId);
  const found = await at.by.get(`entitlement?externalId=${externalID}`);
  expect(found).toHaveLength(1);
  expect(await at.listed(found[0].id)).toMatchObject([{ externalID: externalId, status: 'PENDING' }]);
});

test('a request whose agreement is not visible yet is read again later', async () => {
  const externalId = at.make('sba_later');
  await at.notify('MKC', externalId);
  const sold = await at.by.ordered('MKC');
  desk.requests.set(externalId, {
    externalId,
    externalAgreementId: sold.externalID,
    quantity: 7,
    status: 'PENDING',
  });
  await at.retry();
  expect(await at.listed(sold.id)).toMatchObject([{ type: 'CHANGE_QUANTITY', quantity: 7 }]);
});

test('a reinstatement is accepted, also if the setting rejects requests', async () => {
  await at.by.call('PATCH', 'organizationConfigInfo', { buyerRequests: { MKC: 'REJECT' } });
  const sold = await at.by.ordered('MKC', { planId: 'silver' });
  const externalId = at.make(sold.externalID, { planId: undefined });
  await at.notify('MKC', externalId);
  expect(await at.listed(sold.id)).toMatchObject([{ type: 'REINSTATE', status: 'ACCEPTED' }]);
  expect(desk.answers).toMatchObject([{ accepts: true }]);
});

test('a notification that arrives twice stores one request, with one event', async () => {
  const { id, externalId } = await requested();
  await at.notify('MKC', externalId);
  expect(await at.listed(id)).toHaveLength(1);
  const asked = (await at.by.events(id)).filter((event) => event === 'UPDATE CHANGE_REQUESTED');
  expect(asked).toHaveLength(1);
});

test('a lost notification of a request is compensated by the next reading of the agreement', async () => {
  const sold = await at.by.ordered('MKC');
  at.make(sold.externalID);
  await at.by.post(`entitlement/${sold.id}/sync`);
  await app.drainJobs();
  expect(await at.listed(sold.id)).toMatchObject([{ status: 'PENDING' }]);
});

test('a request that its buyer withdrew lapses with the next reading of the agreement, and cannot be answered', async () => {
  const { id, externalId } = await requested();
  change(externalId, 'LAPSED');
  await at.by.post(`entitlement/${id}/sync`);
  await app.drainJobs();
  const [lapsed] = await at.listed(id);
  expect(lapsed.status).toBe('LAPSED');
  const late = await at.by.call('POST', `entitlement/${id}/request/${lapsed.id}/accept`);
  expect([late.status, late.body.code]).toEqual([400, 'entitlement_request_state']);
  expect((await at.by.get('overview')).attention).toEqual([]);
});

test('a request that the marketplace forgets after the rejection is REJECTED', async () => {
  const { id, externalId } = await requested();
  await app.database.query(
    `UPDATE entitlement_request SET status = 'REJECTING' WHERE organization_id = $1 AND external_id = $2`,
    [at.org.id, externalId],
  );
  change(externalId, 'LAPSED');
  await at.notify('MKC', externalId);
  expect(await at.listed(id)).toMatchObject([{ status: 'REJECTED' }]);
});

test('a request that the marketplace does not have any more lapses', async () => {
  const { id, externalId } = await requested();
  desk.requests.delete(externalId);
  await at.notify('MKC', externalId);
  expect(await at.listed(id)).toMatchObject([{ status: 'LAPSED' }]);
});

test('an answer in the portal of the marketplace is followed, and the changed plan is read', async () => {
  const { id, externalId } = await requested();
  change(externalId, 'ACCEPTED');
  await at.notify('MKC', externalId);
  expect(await at.listed(id)).toMatchObject([{ status: 'ACCEPTED', answeredThrough: 'MARKETPLACE' }]);
  expect(await at.by.terms(id)).toHaveLength(2);
});

test('an answer that is refused because the portal answered otherwise ends with the answer of the portal', async () => {
  const { id, externalId } = await requested();
  const [{ id: requestId }] = await at.listed(id);
  change(externalId, 'REJECTED');
  desk.refusal = new MarketplaceError('ANSWERED', { kind: 'refused' });
  await at.by.post(`entitlement/${id}/request/${requestId}/accept`);
  await app.drainJobs();
  expect(await at.listed(id)).toMatchObject([{ status: 'REJECTED', answeredThrough: 'MARKETPLACE' }]);
});

test('the requests of a merged buyer name the remaining buyer', async () => {
  const { id } = await requested();
  const { buyerID } = await at.by.entitlement(id);
  const kept = await at.by.ordered('MKC', { buyerName: 'Kept', buyerAccountId: 'account-2' });
  await at.by.post(`buyer/${kept.buyerID}/merge`, { buyerIds: [buyerID] });
  await app.drainJobs();
  expect(await at.listed(id)).toMatchObject([{ buyerID: kept.buyerID }]);
});

test('a change that its buyer requests again after its end waits for an answer again (R40)', async () => {
  const { id, externalId } = await requested();
  change(externalId, 'LAPSED');
  await at.notify('MKC', externalId);
  const again = (changeTime: string) =>
    desk.requests.set(externalId, {
      ...(desk.requests.get(externalId) as never as object),
      status: 'PENDING',
      changeTime,
    } as never);
  again('2000-01-01T00:00:00Z');
  await at.notify('MKC', externalId);
  expect(await at.listed(id)).toMatchObject([{ status: 'LAPSED' }]);
  again('2999-01-01T00:00:00Z');
  await at.by.post(`entitlement/${id}/sync`);
  await app.drainJobs();
  const [found, ...others] = await at.listed(id);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ externalID: externalId, status: 'PENDING' });
  expect(found.answerTime).toBeUndefined();
});
