import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../harness.ts';
import { minuteMs, sellerOf, unlimited } from './seller.fixture.ts';
import { type MkCWorld, operationsSince, type Seller, startWorld } from './world.fixture.ts';

const dayMs = 86_400_000;
let world: MkCWorld;
let app: TestApp;
let seller: Seller;
let at: ReturnType<typeof sellerOf>;
beforeAll(async () => {
  world = await startWorld({ installation: () => app.url });
  app = await startTestApp({ connectors: new Map([['MKC', unlimited(world)]]) });
});
beforeEach(async () => {
  seller = await world.newSeller();
  at = sellerOf(app, await app.organization({ environment: 'PROD' }), world, seller);
  await at.connect();
});
afterAll(async () => {
  await app.stop();
  await world.stop();
});

const offerName = (id: string) => `projects/1/services/s/privateOffers/${id}`;
/** Orders a plan, and returns the order with the path of its entitlement. */
async function ordered(wanted: Parameters<MkCWorld['service']['buyerPurchases']>[1]) {
  const order = world.service.buyerPurchases(seller.addProduct(), wanted);
  await at.pass(minuteMs);
  const [{ id }] = await at.call('GET', 'entitlement');
  return { order, path: `entitlement/${id}` };
}

test('an order that is billed by usage outlives the term of its offer', async () => {
  const { order, path } = await ordered({
    plan: 'gold',
    offer: { name: offerName('po-usage'), months: 1 },
    autoRenews: false,
  });
  await at.call('POST', `${path}/approve`);
  await at.pass(minuteMs);
  await at.pass(40 * dayMs);
  expect(world.service.events.map(({ body }) => body.eventType)).toContain('ENTITLEMENT_OFFER_ENDED');
  expect(order.offerEndMs).toBeLessThan(world.service.now());
  expect(await at.call('GET', path)).toMatchObject({ status: 'ACTIVE', endTime: null });
  world.service.buyerCancelsNow(order);
  await at.pass(minuteMs);
  expect((await at.call('GET', path)).status).toBe('CANCELLED');
});

test('an approved order with a future start waits for its start and is not approved again', async () => {
  const startMs = world.service.now() + 30 * dayMs;
  const { order, path } = await ordered({ offer: { name: offerName('po-later'), months: 12, startMs } });
  await at.call('POST', `${path}/approve`);
  await at.pass(minuteMs);
  expect(order).toMatchObject({ state: 'ACTIVATION_REQUESTED', isApproved: true });
  const before = world.service.log.calls.length;
  await at.call('POST', `${path}/approve`);
  await at.pass(10 * dayMs);
  expect(await at.call('GET', path)).toMatchObject({ status: 'PENDING_START' });
  expect(operationsSince(world, before).filter((name) => name.startsWith('approve'))).toEqual([]);
  await at.pass(21 * dayMs);
  expect(order.state).toBe('ACTIVE');
  expect(await at.call('GET', path)).toMatchObject({ status: 'ACTIVE' });
});
