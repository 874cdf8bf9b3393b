import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Client, clientFor, outcomeOf, refused } from '../calls.fixture.ts';
import { type MkC, startMkC } from '../server.ts';
import type { Account, Entitlement, Product } from './records.ts';

const start = Date.parse('2031-05-12T10:20:00Z');
const dayMs = 24 * 3_600_000;
const started: MkC[] = [];
let mkC: MkC;
let client: Client;
let product: Product;
let base: string;
let seller: Awaited<ReturnType<MkC['addSeller']>>;
beforeEach(async () => {
  mkC = await startMkC({ now: () => start });
  started.push(mkC);
  seller = await mkC.addSeller();
  product = seller.addProduct();
  base = `/v1/providers/${seller.providerId}`;
  client = await clientFor(mkC.url, seller.keyFile, start);
});
afterAll(() => Promise.all(started.map(({ stop }) => stop())));

/** Advances time, and gets a new token. */
async function pass(ms: number): Promise<void> {
  await mkC.pass(ms);
  client = await clientFor(mkC.url, seller.keyFile, mkC.now());
}

const accountPath = ({ id }: Account) => `${base}/accounts/${id}`;
const path = ({ id }: Entitlement) => `${base}/entitlements/${id}`;
const read = async (one: Entitlement) => (await client.get(path(one))).body;
const act = async (one: Entitlement, verb: string, body: object = {}) =>
  outcomeOf(await client.post(`${path(one)}:${verb}`, body));
const approveAccount = ({ account }: Entitlement) =>
  client.post(`${accountPath(account)}:approve`, { approvalName: 'signup' });
const eventTypes = () => mkC.events.map(({ body }) => body.eventType);

/** Returns an entitlement that its seller has approved. */
async function active(wanted: Parameters<MkC['buyerPurchases']>[1] = {}): Promise<Entitlement> {
  const one = mkC.buyerPurchases(product, wanted);
  await approveAccount(one);
  expect(await act(one, 'approve')).toBe('200');
  await mkC.settle();
  return one;
}

test('an account is approved once, and a rejected account can be approved later', async () => {
  const account = mkC.buyerSignsUp(product, { resellerParent: 'billingAccounts/000000-111111-222222' });
  const { body } = await client.get(accountPath(account));
  expect(body).toMatchObject({ state: 'ACCOUNT_ACTIVE', approvals: [{ name: 'signup', state: 'PENDING' }] });
  expect(body.resellerParentBillingAccount).toBeUndefined();
  const full = await client.get(`${accountPath(account)}?view=ACCOUNT_VIEW_FULL`);
  expect(full.body.resellerParentBillingAccount).toBe('billingAccounts/000000-111111-222222');
  const answer = async (verb: string, sent: object = {}) =>
    outcomeOf(await client.post(`${accountPath(account)}:${verb}`, sent));
  expect(await answer('reject', { reason: `${'é'.repeat(127)}xéy` })).toBe('200');
  expect((await client.get(accountPath(account))).body.approvals[0]).toMatchObject({
    state: 'REJECTED',
    reason: `${'é'.repeat(127)}x`,
  });
  expect(await answer('approve')).toBe('200');
  expect(await answer('approve')).toBe('400 FAILED_PRECONDITION');
  expect(await answer('approve', { approvalName: 'other' })).toBe('400 INVALID_ARGUMENT');
  expect(eventTypes()).toEqual(['ACCOUNT_ACTIVE']);
  expect(outcomeOf(await client.get(`${base}/accounts/unknown`))).toBe('404 NOT_FOUND');
  const several = mkC.buyerSignsUp(product, { approvals: ['signup', 'terms'] });
  expect(outcomeOf(await client.post(`${accountPath(several)}:approve`))).toBe('400 INVALID_ARGUMENT');
  expect((await client.post(`${accountPath(several)}:approve`, { approvalName: 'terms' })).status).toBe(200);
});

test('an order is approved after its account, and becomes active a moment later', async () => {
  const one = mkC.buyerPurchases(product, { plan: 'gold' });
  expect(await read(one)).toMatchObject({
    state: 'ENTITLEMENT_ACTIVATION_REQUESTED',
    productExternalName: product.externalName,
    plan: 'gold',
    usageReportingId: one.usageReportingId,
  });
  expect(await act(one, 'approve')).toBe('400 FAILED_PRECONDITION');
  await approveAccount(one);
  expect(await act(one, 'approve')).toBe('200');
  expect((await read(one)).state).toBe('ENTITLEMENT_ACTIVATION_REQUESTED');
  await mkC.settle();
  const shown = await read(one);
  expect(shown).toMatchObject({ state: 'ENTITLEMENT_ACTIVE', offerEndTime: '2031-06-12T10:20:01.000Z' });
  expect(await act(one, 'approve')).toBe('400 FAILED_PRECONDITION');
  expect(await act(one, 'suspend')).toBe('501 UNIMPLEMENTED');
  expect(eventTypes()).toEqual(['ENTITLEMENT_CREATION_REQUESTED', 'ACCOUNT_ACTIVE', 'ENTITLEMENT_ACTIVE']);
  expect(mkC.events.at(-1)?.body.entitlement).toMatchObject({ id: one.id, updateTime: shown.updateTime });
});

test('an approved order with a future start stays requested until its start', async () => {
  const startMs = start + 10 * dayMs;
  const name = 'projects/p/services/s/privateOffers/offer-1';
  const one = mkC.buyerPurchases(product, { offer: { name, months: 27, startMs } });
  expect(mkC.events[0]?.body.entitlement).toMatchObject({ newOffer: name, newOfferDuration: 'P2Y3M' });
  expect((await read(one)).newOfferStartTime).toBeUndefined();
  await approveAccount(one);
  await act(one, 'approve');
  await mkC.settle();
  expect(await read(one)).toMatchObject({
    state: 'ENTITLEMENT_ACTIVATION_REQUESTED',
    offer: name,
    offerDuration: 'P2Y3M',
    newOfferStartTime: '2031-05-22T10:20:00.000Z',
    offerEndTime: '2033-08-22T10:20:00.000Z',
  });
  await pass(10 * dayMs);
  const shown = await read(one);
  expect(shown.state).toBe('ENTITLEMENT_ACTIVE');
  expect(shown.newOfferStartTime).toBeUndefined();
});

test('an order that is rejected or withdrawn before its approval is removed', async () => {
  const [rejected, aborted] = [mkC.buyerPurchases(product), mkC.buyerPurchases(product)];
  expect(await act(rejected, 'reject', { reason: 'Not in this country.' })).toBe('200');
  mkC.buyerAborts(aborted);
  for (const one of [rejected, aborted]) expect(outcomeOf(await client.get(path(one)))).toBe('404 NOT_FOUND');
  expect(eventTypes().slice(2)).toEqual(['ENTITLEMENT_DELETED', 'ENTITLEMENT_DELETED']);
  expect(await act(await active(), 'reject')).toBe('400 FAILED_PRECONDITION');
});

test('a change of the plan is approved or rejected by the name of the plan', async () => {
  const one = await active();
  const offer = { name: 'projects/p/services/s/privateOffers/offer-2', months: 12 };
  mkC.buyerChangesPlan(one, { plan: 'gold', offer });
  expect(await read(one)).toMatchObject({
    state: 'ENTITLEMENT_PENDING_PLAN_CHANGE_APPROVAL',
    plan: 'silver',
    newPendingPlan: 'gold',
    newPendingOffer: offer.name,
    newPendingOfferDuration: 'P1Y',
  });
  expect(await act(one, 'approvePlanChange', { pendingPlanName: 'silver' })).toBe('400 FAILED_PRECONDITION');
  const unnamed = await refused(client.post(`${path(one)}:approvePlanChange`, {}));
  expect(outcomeOf(unnamed)).toBe('400 INVALID_ARGUMENT');
  expect(await act(one, 'rejectPlanChange', { pendingPlanName: 'gold', reason: 'no' })).toBe('200');
  const kept = await read(one);
  expect([kept.state, kept.plan, kept.newPendingPlan]).toEqual(['ENTITLEMENT_ACTIVE', 'silver', undefined]);
  mkC.buyerChangesPlan(one, { plan: 'gold', offer });
  expect(await act(one, 'approvePlanChange', { pendingPlanName: 'gold' })).toBe('200');
  expect((await read(one)).state).toBe('ENTITLEMENT_PENDING_PLAN_CHANGE');
  await mkC.settle();
  expect(await read(one)).toMatchObject({ state: 'ENTITLEMENT_ACTIVE', plan: 'gold', offer: offer.name });
  expect(await act(one, 'approvePlanChange', { pendingPlanName: 'gold' })).toBe('400 FAILED_PRECONDITION');
  expect(eventTypes().slice(3)).toEqual([
    'ENTITLEMENT_PLAN_CHANGE_REQUESTED',
    'ENTITLEMENT_PLAN_CHANGE_CANCELLED',
    'ENTITLEMENT_PLAN_CHANGE_REQUESTED',
    'ENTITLEMENT_PLAN_CHANGED',
  ]);
});

test('an entitlement is renewed, or ends with its term, or at once', async () => {
  const [renewed, ending, cancelled] = [await active(), await active(), await active()];
  const usage = await active({ plan: 'gold', autoRenews: false });
  mkC.buyerCancels(ending);
  expect((await read(ending)).state).toBe('ENTITLEMENT_PENDING_CANCELLATION');
  mkC.buyerRevertsCancellation(ending);
  mkC.buyerCancels(ending);
  mkC.buyerCancelsNow(cancelled);
  expect(await read(cancelled)).toMatchObject({
    state: 'ENTITLEMENT_CANCELLED',
    cancellationReason: 'user-cancelled',
  });
  await pass(32 * dayMs);
  expect(await read(renewed)).toMatchObject({
    state: 'ENTITLEMENT_ACTIVE',
    offerEndTime: '2031-07-12T10:20:01.000Z',
  });
  expect((await read(ending)).state).toBe('ENTITLEMENT_CANCELLED');
  // An order that is billed by usage outlives the term of its offer.
  const outlived = await read(usage);
  expect(outlived.state).toBe('ENTITLEMENT_ACTIVE');
  expect(Date.parse(outlived.offerEndTime)).toBeLessThan(mkC.now());
  for (const type of ['RENEWED', 'CANCELLATION_REVERTED', 'CANCELLING', 'CANCELLED', 'OFFER_ENDED'])
    expect(eventTypes()).toContain(`ENTITLEMENT_${type}`);
});

test('the message to the buyer can be set while an answer is pending, and is cleared with the state', async () => {
  const one = mkC.buyerPurchases(product);
  const set = (messageToUser: string, mask = 'messageToUser') =>
    client.patch(`${path(one)}?updateMask=${mask}`, { messageToUser });
  expect((await set('Ready in an hour.')).body.messageToUser).toBe('Ready in an hour.');
  expect(outcomeOf(await refused(set('x', 'plan')))).toBe('400 INVALID_ARGUMENT');
  await approveAccount(one);
  await act(one, 'approve');
  await mkC.settle();
  expect((await read(one)).messageToUser).toBeUndefined();
  expect(outcomeOf(await set('Late'))).toBe('400 FAILED_PRECONDITION');
});

test('an automatically approved product becomes active without its seller', async () => {
  const one = mkC.buyerPurchases({ ...product, isAutoApproved: true });
  await mkC.settle();
  expect((await read(one)).state).toBe('ENTITLEMENT_ACTIVE');
  expect(eventTypes()).toEqual(['ENTITLEMENT_OFFER_ACCEPTED', 'ENTITLEMENT_ACTIVE']);
});

test('the reset or the deletion of an account ends its entitlements', async () => {
  const one = await active();
  expect((await client.post(`${accountPath(one.account)}:reset`)).status).toBe(200);
  expect(await read(one)).toMatchObject({
    state: 'ENTITLEMENT_CANCELLED',
    cancellationReason: 'account-closed',
  });
  expect(outcomeOf(await client.get(accountPath(one.account)))).toBe('404 NOT_FOUND');
  expect(eventTypes().at(-1)).toBe('ACCOUNT_DELETED');
});

test('the list of entitlements is filtered by the published attributes', async () => {
  const name = 'projects/p/services/s/privateOffers/offer-1';
  const first = await active({ plan: 'gold', offer: { name, months: 12 }, consumers: ['projects/123'] });
  const second = mkC.buyerPurchases(product, { account: first.account });
  const third = mkC.buyerPurchases(product);
  const ids = [first.id, second.id, third.id];
  const list = async (filter: string) => {
    const reply = await client.get(`${base}/entitlements?filter=${encodeURIComponent(filter)}`);
    const rows = (reply.body.entitlements ?? []) as { name: string }[];
    return reply.status === 200
      ? rows.map((row) => ids.indexOf(row.name.split('/').at(-1) ?? ''))
      : reply.body;
  };
  expect(await list('state=active')).toEqual([0]);
  expect(await list('state=ENTITLEMENT_ACTIVATION_REQUESTED')).toEqual([1, 2]);
  expect(await list(`account="${first.account.id}" AND NOT (state=active)`)).toEqual([1]);
  expect(await list(`account=${first.account.id} plan!=gold`)).toEqual([1]);
  expect(await list(`(plan=gold OR account="${third.account.id}") AND state!=cancelled`)).toEqual([0, 2]);
  expect(await list(`offer="${name}"`)).toEqual([0]);
  expect(await list(`change_history.new_offer:"${name}"`)).toEqual([0]);
  expect(await list('consumers.project:projects/123')).toEqual([0]);
  expect(await list('plan=none')).toEqual([]);
});

test.each([
  ['updateTime>2031', 'an attribute that does not exist'],
  ['product=x', 'an attribute that is not listed'],
  ['consumers.project=projects/123', 'equality of a repeated attribute'],
  ['plan=a:b', 'a special character without quotes'],
  ['plan=a AND plan=b OR plan=c', 'AND and OR without parentheses'],
  ['(plan=a', 'an open parenthesis'],
  ['plan=a)', 'a closed parenthesis'],
  ['plan=', 'no value'],
  ['"plan"=a', 'a quoted attribute'],
])('the filter %s is refused: %s', async (filter) => {
  const reply = await refused(client.get(`${base}/entitlements?filter=${encodeURIComponent(filter)}`));
  expect(outcomeOf(reply)).toBe('400 INVALID_ARGUMENT');
});

test('lists have pages of 25 accounts and of at most 200 rows', async () => {
  for (let count = 0; count < 210; count += 1) mkC.buyerPurchases(product);
  const first = await client.get(`${base}/accounts`);
  expect(first.body.accounts).toHaveLength(25);
  const all = await client.get(`${base}/entitlements?pageSize=500`);
  expect(all.body.entitlements).toHaveLength(200);
  const rest = await client.get(`${base}/entitlements?pageToken=${all.body.nextPageToken}`);
  expect([rest.body.entitlements.length, rest.body.nextPageToken]).toEqual([10, undefined]);
  expect(outcomeOf(await client.get(`${base}/accounts?pageToken=other`))).toBe('400 INVALID_ARGUMENT');
});
