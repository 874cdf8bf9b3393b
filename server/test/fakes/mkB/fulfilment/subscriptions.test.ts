import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Client, clientFor, clientWith, refused } from '../calls.fixture.ts';
import { type MkB, startMkB } from '../server.ts';
import type { Product } from './products.ts';
import type { Subscription } from './subscriptions.ts';

let mkB: MkB;
let seller: ReturnType<MkB['addSeller']>;
let client: Client;
let product: Product;
const started: MkB[] = [];
const dayMs = 24 * 3_600_000;
const base = '/saas/subscriptions';
beforeEach(async () => {
  mkB = await startMkB({ now: () => Date.parse('2031-01-31T10:20:00Z') });
  started.push(mkB);
  seller = mkB.addSeller();
  client = await clientFor(mkB.url, seller);
  product = seller.addProduct({
    plans: [
      { planId: 'silver', isPricePerSeat: true, minQuantity: 5, maxQuantity: 100 },
      { planId: 'gold', isPricePerSeat: true },
      { planId: 'flat' },
      { planId: 'secret', isPrivate: true },
      { planId: 'old', isStopSell: true },
    ],
  });
});
afterAll(() => Promise.all(started.map(({ stop }) => stop())));

const subscribed = (more: Parameters<MkB['buyerPurchases']>[1] = {}): Subscription => {
  const one = mkB.buyerPurchases(product, more);
  mkB.becomesSubscribed(one);
  return one;
};
const stateOf = async ({ id }: Subscription) => (await client.get(`${base}/${id}`)).body;

test('a purchase token resolves for 24 hours, decoded, for the application of the offer', async () => {
  const one = mkB.buyerPurchases(product, { emailId: 'buyer@buyer.example', throughReseller: true });
  const token = mkB.purchaseToken(one);
  const resolved = await client.resolve(token);
  expect(resolved).toMatchObject({
    status: 200,
    body: {
      id: one.id,
      offerId: product.offerId,
      planId: 'silver',
      quantity: 5,
      subscription: {
        saasSubscriptionStatus: 'PendingFulfillmentStart',
        allowedCustomerOperations: ['Read'],
        beneficiary: { emailId: 'buyer@buyer.example' },
        term: { termUnit: 'P1M', chargeDuration: null },
      },
    },
  });
  expect(resolved.body.subscription.purchaser.emailId).toContain('@reseller.example');
  expect(resolved.body.subscription.term).not.toHaveProperty('startDate');
  expect((await client.resolve(token)).status).toBe(200);
  expect((await client.resolve(encodeURIComponent(token))).status).toBe(400);
  expect((await client.resolve('made-up')).status).toBe(400);
  expect((await refused(client.post(`${base}/resolve`))).status).toBe(400);
  const stranger = await clientFor(mkB.url, mkB.addSeller());
  expect((await stranger.resolve(token)).status).toBe(403);
  const second = mkB.purchaseToken(one);
  mkB.spendToken(second);
  expect((await client.resolve(second)).status).toBe(400);
  await mkB.pass(dayMs - 1);
  client = await clientFor(mkB.url, seller);
  expect((await client.resolve(token)).status).toBe(200);
  await mkB.pass(1);
  expect((await client.resolve(token)).status).toBe(400);
});

test('the landing page is opened with an encoded token, also for an active subscription', async () => {
  const one = subscribed();
  const token = new URL(mkB.landingAddress(one)).searchParams.get('token') ?? '';
  expect(mkB.landingAddress(one, token)).toContain(encodeURIComponent(token));
  expect((await client.resolve(token)).body.subscription.saasSubscriptionStatus).toBe('Subscribed');
});

test('an activation is received at once and done minutes later', async () => {
  const one = mkB.buyerPurchases(product);
  const activate = (body: object) => client.post(`${base}/${one.id}/activate`, body);
  for (const body of [{ planId: 'gold' }, { planId: 'silver', quantity: 6 }, {}])
    expect((await activate(body)).status).toBe(400);
  expect((await refused(activate({ planId: 'silver', name: 'x' }))).status).toBe(400);
  const reply = await activate({ planId: 'silver', quantity: 5 });
  expect([reply.status, reply.body]).toEqual([200, undefined]);
  expect((await stateOf(one)).saasSubscriptionStatus).toBe('PendingFulfillmentStart');
  await mkB.settle();
  expect(await stateOf(one)).toMatchObject({
    saasSubscriptionStatus: 'Subscribed',
    // A month from 31 January ends on the last day of February; the end is the last valid day.
    term: { startDate: '2031-01-31T00:00:00Z', endDate: '2031-02-27T00:00:00Z', termUnit: 'P1M' },
    created: '2031-01-31T10:20:00.0000000Z',
    lastModified: '0001-01-01T00:00:00',
  });
  expect((await activate({ planId: 'silver' })).status).toBe(200);
  mkB.paymentFails(one);
  expect((await activate({ planId: 'silver' })).status).toBe(400);
  mkB.buyerUnsubscribes(one);
  expect((await activate({ planId: 'silver' })).status).toBe(404);
  const failing = mkB.buyerPurchases(product);
  mkB.activationFails();
  await client.post(`${base}/${failing.id}/activate`, { planId: 'silver' });
  await mkB.settle();
  expect([failing.status, mkB.lastNotification(failing).body.action]).toEqual([
    'Unsubscribed',
    'Unsubscribe',
  ]);
  mkB.checksActivation(false);
  const unchecked = mkB.buyerPurchases(product);
  expect((await client.post(`${base}/${unchecked.id}/activate`, {})).status).toBe(200);
});

test('the list has pages of 100, keeps ended subscriptions, lags on demand, and is empty without a body', async () => {
  expect(await client.get(base)).toMatchObject({ status: 200, body: undefined });
  const all = Array.from({ length: 101 }, () => mkB.buyerPurchases(product));
  mkB.buyerUnsubscribes(all[0] as Subscription);
  mkB.buyerPurchases(mkB.addSeller().addProduct());
  const first = await client.get(base);
  expect(first.body.subscriptions).toHaveLength(100);
  expect(first.body.subscriptions[0].saasSubscriptionStatus).toBe('Unsubscribed');
  const next = new URL(first.body['@nextLink']);
  expect([next.origin, next.searchParams.get('api-version')]).toEqual([mkB.url, '2018-08-31']);
  const second = await client.get(next.href);
  expect(second.body).toEqual({ subscriptions: [expect.objectContaining({ id: all[100]?.id })] });
  expect(await client.get(`${base}?api-version=2018-08-31&continuationToken=x`)).toMatchObject({
    status: 500,
    body: { error: { message: 'The continuation token is not valid.' } },
  });
  mkB.lag(60_000);
  await mkB.pass(59_999);
  expect((await client.get(base)).body).toBeUndefined();
  await mkB.pass(1);
  expect((await client.get(base)).body.subscriptions).toHaveLength(100);
});

test('a subscription is shown to the application of its offer only', async () => {
  const one = subscribed();
  const stranger = await clientFor(mkB.url, mkB.addSeller());
  for (const path of ['', '/listAvailablePlans', '/operations'])
    expect((await stranger.get(`${base}/${one.id}${path}`)).status).toBe(403);
  expect((await client.get(`${base}/${seller.tenantId}`)).status).toBe(404);
  const { id } = mkB.buyerChangesPlan(one, 'gold');
  expect((await stranger.patch(`${base}/${one.id}/operations/${id}`, { status: 'Success' })).status).toBe(
    403,
  );
  mkB.configure(product, { clientId: mkB.addSeller().clientId });
  expect((await client.get(`${base}/${one.id}`)).status).toBe(403);
  expect((await clientWith(mkB.url, undefined).get(`${base}/${one.id}`)).status).toBe(403);
});

test('available plans are those that the buyer may change to, with the private offers of the own plan', async () => {
  const externalId = seller.tenantId;
  const one = subscribed({ privateOfferIds: [externalId] });
  const plans = async (more = '') =>
    (await client.get(`${base}/${one.id}/listAvailablePlans?api-version=2018-08-31${more}`)).body.plans;
  expect((await plans()).map(({ planId }: { planId: string }) => planId)).toEqual(['silver', 'gold', 'flat']);
  expect(await plans('&planId=silver')).toMatchObject([
    {
      minQuantity: 5,
      maxQuantity: 100,
      sourceOffers: [{ externalId }],
      planComponents: {
        recurrentBillingTerms: [{ termUnit: 'P1M', price: 100 }, { termUnit: 'P1Y' }],
        meteringDimensions: [{ id: 'calls' }],
      },
    },
  ]);
  expect((await plans('&planId=gold'))[0]).not.toHaveProperty('sourceOffers');
  expect(await plans('&planId=none')).toEqual([]);
  const secret = product.plans.find(({ planId }) => planId === 'secret');
  if (secret) secret.audience = [one.beneficiary.tenantId];
  expect(await plans('&planId=secret')).toMatchObject([{ isPrivate: true }]);
});

test.each([
  ['both plan and quantity', { planId: 'gold', quantity: 6 }, {}],
  ['neither plan nor quantity', {}, {}],
  ['the current plan', { planId: 'silver' }, {}],
  ['an unknown plan', { planId: 'none' }, {}],
  ['a private plan for others', { planId: 'secret' }, {}],
  ['a plan that is no longer sold', { planId: 'old' }, {}],
  ['the current quantity', { quantity: 5 }, {}],
  ['less than the minimum', { quantity: 4 }, {}],
  ['more than the maximum', { quantity: 101 }, {}],
  ['a quantity for a flat plan', { quantity: 2 }, { planId: 'flat' }],
  ['a subscription that a reseller bought', { planId: 'gold' }, { throughReseller: true }],
] as const)('a change is refused for %s', async (_case, body, purchase) => {
  const one = subscribed(purchase);
  expect((await client.patch(`${base}/${one.id}`, body)).status).toBe(400);
  expect(one.operations).toEqual([]);
});

test('changes need an active subscription, cancellations one that has not ended', async () => {
  const one = mkB.buyerPurchases(product);
  const change = () => client.patch(`${base}/${one.id}`, { planId: 'gold' });
  expect((await change()).status).toBe(400);
  mkB.becomesSubscribed(one);
  mkB.paymentFails(one);
  expect((await change()).status).toBe(400);
  const removed = await client.remove(`${base}/${one.id}`);
  expect(removed.status).toBe(202);
  await mkB.settle();
  expect(one.status).toBe('Unsubscribed');
  expect((await client.remove(`${base}/${one.id}`)).status).toBe(404);
  expect((await client.remove(`${base}/${subscribed({ throughReseller: true }).id}`)).status).toBe(400);
  expect((await client.remove(`${base}/${mkB.buyerPurchases(product).id}`)).status).toBe(202);
});
