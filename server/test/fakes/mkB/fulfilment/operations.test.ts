import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Client, clientFor, refused } from '../calls.fixture.ts';
import { type MkB, startMkB } from '../server.ts';
import type { Operation, Subscription } from './subscriptions.ts';

let mkB: MkB;
let client: Client;
let one: Subscription;
const started: MkB[] = [];
const dayMs = 24 * 3_600_000;
const base = '/saas/subscriptions';
beforeEach(async () => {
  mkB = await startMkB({ now: () => Date.parse('2031-05-12T10:20:00Z') });
  started.push(mkB);
  const seller = mkB.addSeller();
  client = await clientFor(mkB.url, seller);
  const plans = ['silver', 'gold'].map((planId) => ({ planId, isPricePerSeat: true }));
  one = mkB.buyerPurchases(seller.addProduct({ plans }), { quantity: 5 });
  mkB.becomesSubscribed(one);
});
afterAll(() => Promise.all(started.map(({ stop }) => stop())));

const read = async ({ id }: Operation) => (await client.get(`${base}/${one.id}/operations/${id}`)).body;
const answer = ({ id }: Operation, body: object) => client.patch(`${base}/${one.id}/operations/${id}`, body);
const actions = () => mkB.notifications.map(({ body }) => `${body.action} ${body.status}`);

test('a change of the publisher is followed at its address, and applied after its answer', async () => {
  const reply = await client.patch(`${base}/${one.id}`, { planId: 'gold' });
  expect([reply.status, reply.body]).toEqual([202, undefined]);
  const address = reply.headers.get('operation-location') ?? '';
  const status = async () => (await client.get(address)).body.status;
  expect(await status()).toBe('NotStarted');
  expect((await client.get(`${base}/${one.id}/operations`)).body).toEqual({});
  await mkB.pass(2000);
  expect((await client.get(address)).body).toMatchObject({
    action: 'ChangePlan',
    planId: 'gold',
    quantity: 5,
    subscriptionId: one.id,
    status: 'InProgress',
    timeStamp: '2031-05-12T10:20:00.0000000Z',
  });
  expect(mkB.lastNotification(one).body).toMatchObject({
    operationRequestSource: 'Partner',
    planId: 'gold',
    subscription: { planId: 'silver' },
  });
  const [operation] = one.operations as [Operation];
  expect((await client.get(`${base}/${one.id}/operations`)).body.operations).toEqual([
    expect.objectContaining({ id: operation.id, status: 'InProgress' }),
  ]);
  expect(one.planId).toBe('silver');
  expect((await answer(operation, { status: 'Success' })).status).toBe(200);
  expect([await status(), one.planId]).toEqual(['Succeeded', 'gold']);
});

test('a subscription is locked while an operation runs', async () => {
  await client.patch(`${base}/${one.id}`, { quantity: 6 });
  expect((await client.patch(`${base}/${one.id}`, { planId: 'gold' })).status).toBe(409);
  expect((await client.remove(`${base}/${one.id}`)).status).toBe(409);
  expect(() => mkB.buyerChangesPlan(one, 'gold')).toThrow('pending operation');
  await mkB.settle();
  expect([one.quantity, one.operations.length]).toEqual([6, 1]);
});

test.each(['Failed', 'Conflict'] as const)('an operation of the publisher may end as %s', async (status) => {
  mkB.operationEnds(status);
  await client.patch(`${base}/${one.id}`, { quantity: 6 });
  await mkB.settle();
  expect((await read(one.operations[0] as Operation)).status).toBe(status);
  expect([one.quantity, mkB.notifications.length]).toEqual([5, 0]);
});

test('a cancellation of the publisher ends the subscription and is reported', async () => {
  const reply = await client.remove(`${base}/${one.id}`);
  const address = reply.headers.get('operation-location') ?? '';
  expect([reply.status, one.status]).toEqual([202, 'Subscribed']);
  await mkB.settle();
  expect((await client.get(address)).body).toMatchObject({ action: 'Unsubscribe', status: 'Succeeded' });
  expect(one.status).toBe('Unsubscribed');
  expect(mkB.lastNotification(one).body).toMatchObject({
    action: 'Unsubscribe',
    operationRequestSource: 'Partner',
    subscription: { saasSubscriptionStatus: 'Unsubscribed', autoRenew: false },
  });
});

test('silence of ten seconds accepts a change of the buyer, and a refusal keeps the old values', async () => {
  const first = mkB.buyerChangesQuantity(one, 8);
  await mkB.pass(9_999);
  expect((await read(first)).status).toBe('InProgress');
  await mkB.pass(1);
  expect([(await read(first)).status, one.quantity]).toEqual(['Succeeded', 8]);
  expect((await answer(first, { status: 'Failure' })).status).toBe(409);
  const second = mkB.buyerChangesPlan(one, 'gold');
  expect((await answer(second, { status: 'Failure' })).status).toBe(200);
  await mkB.settle();
  expect([(await read(second)).status, one.planId]).toEqual(['Failed', 'silver']);
  expect((await answer(second, { status: 'Success' })).status).toBe(409);
});

test('a refusal after the notification stays, although ten seconds of silence would accept', async () => {
  const operation = mkB.buyerChangesPlan(one, 'gold');
  await mkB.pass(9000);
  await answer(operation, { status: 'Failure' });
  await mkB.pass(60_000);
  expect([operation.status, one.planId]).toEqual(['Failed', 'silver']);
});

test('a cancellation by the buyer ends pending changes and activations', async () => {
  await client.patch(`${base}/${one.id}`, { planId: 'gold' });
  mkB.buyerUnsubscribes(one);
  const other = mkB.buyerPurchases(one.product);
  await client.post(`${base}/${other.id}/activate`, { planId: 'silver' });
  mkB.buyerUnsubscribes(other);
  await mkB.settle();
  expect([one.status, other.status]).toEqual(['Unsubscribed', 'Unsubscribed']);
  expect(one.operations.map(({ action, status }) => `${action} ${status}`)).toEqual([
    'ChangePlan Failed',
    'Unsubscribe Succeeded',
  ]);
  expect(actions()).toEqual(['Unsubscribe Succeeded', 'Unsubscribe Succeeded']);
});

test('an answer must name the operation’s values and a published status', async () => {
  const operation = mkB.buyerChangesPlan(one, 'gold');
  for (const body of [{}, { status: 'Success', planId: 'silver' }, { status: 'Success', quantity: 9 }])
    expect((await answer(operation, body)).status).toBe(400);
  for (const body of [{ status: 'success' }, { status: 'Succeeded' }, { status: 'Success', reason: 'x' }])
    expect((await refused(answer(operation, body))).status).toBe(400);
  expect((await answer({ ...operation, id: randomUUID() }, { status: 'Success' })).status).toBe(404);
  expect((await answer(operation, { status: 'Success', planId: 'gold', quantity: 5 })).status).toBe(200);
});

test('an unpaid subscription is suspended, and cancelled after 30 days', async () => {
  mkB.paymentFails(one);
  await mkB.pass(30 * dayMs - 1);
  expect(one.status).toBe('Suspended');
  await mkB.pass(1);
  expect(one.status).toBe('Unsubscribed');
  expect(actions()).toEqual(['Suspend Succeeded', 'Unsubscribe Succeeded']);
});

test('a payment asks to reinstate: silence or success reinstates, a cancellation refuses', async () => {
  mkB.paymentFails(one);
  const operation = mkB.paymentArrives(one);
  await mkB.sendNotifications();
  expect(mkB.lastNotification(one).body).toMatchObject({
    action: 'Reinstate',
    status: 'InProgress',
    subscription: { saasSubscriptionStatus: 'Suspended' },
  });
  await answer(operation, { status: 'Success' });
  expect(one.status).toBe('Subscribed');
  mkB.paymentFails(one);
  mkB.paymentArrives(one);
  await mkB.settle();
  expect(one.status).toBe('Subscribed');
  await mkB.pass(29 * dayMs);
  expect(one.status).toBe('Subscribed');
  client = await clientFor(mkB.url, { ...one.product.technical, clientSecret: mkB.secrets()[0] ?? '' });
  mkB.paymentFails(one);
  const refusedOne = mkB.paymentArrives(one);
  expect((await client.remove(`${base}/${one.id}`)).status).toBe(202);
  expect([refusedOne.status, one.status]).toEqual(['Failed', 'Suspended']);
  await mkB.settle();
  expect([refusedOne.status, one.status]).toEqual(['Failed', 'Unsubscribed']);
});

test('a subscription renews at the end of its term, or ends without automatic renewal', async () => {
  await mkB.pass(31 * dayMs);
  expect(mkB.lastNotification(one).body).toMatchObject({
    action: 'Renew',
    status: 'Succeeded',
    subscription: { term: { startDate: '2031-06-12T00:00:00Z', endDate: '2031-07-11T00:00:00Z' } },
  });
  mkB.buyerRenews(one, false);
  await mkB.pass(30 * dayMs);
  expect([one.status, mkB.lastNotification(one).body.action]).toEqual(['Unsubscribed', 'Unsubscribe']);
});

test('a suspended subscription does not renew, and continues in the term of its reinstatement', async () => {
  await mkB.pass(20 * dayMs);
  mkB.paymentFails(one);
  await mkB.pass(15 * dayMs);
  expect([one.status, actions()]).toEqual(['Suspended', ['Suspend Succeeded']]);
  mkB.paymentArrives(one);
  await mkB.settle();
  mkB.renews(one);
  await mkB.settle();
  expect(mkB.lastNotification(one).body).toMatchObject({
    action: 'Renew',
    subscription: { saasSubscriptionStatus: 'Subscribed', term: { startDate: '2031-07-12T00:00:00Z' } },
  });
  mkB.buyerUnsubscribes(one);
  await mkB.pass(60 * dayMs);
  expect(actions().slice(-2)).toEqual(['Renew Succeeded', 'Unsubscribe Succeeded']);
});

test('a purchase that the marketplace activates itself is reported', async () => {
  const automatic = mkB.buyerPurchases(one.product, { autoActivated: true, termUnit: 'P3Y' });
  await mkB.settle();
  expect(automatic.status).toBe('Subscribed');
  expect(mkB.lastNotification(automatic).body).toMatchObject({
    action: 'Subscribe',
    status: 'Succeeded',
    subscription: { term: { endDate: '2034-05-11T00:00:00Z' } },
  });
});
