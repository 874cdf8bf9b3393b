import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrganization } from '../../harness.ts';
import { sellerOf, unlimited } from './seller.fixture.ts';
import {
  callsOf,
  dayMs,
  type MkBWorld,
  minuteMs,
  plans,
  purchaseOf,
  type Seller,
  startWorld,
} from './world.fixture.ts';

let world: MkBWorld;
let app: TestApp;
let org: TestOrganization;
let seller: Seller;
beforeAll(async () => {
  world = await startWorld();
  seller = world.newSeller();
  app = await startTestApp({ connectors: new Map([['MKB', unlimited(world)]]) });
  org = await app.organization({ environment: 'PROD' });
});
afterAll(async () => {
  await app.stop();
  await world.stop();
});

test('the subscriptions and listings of a seller are imported, with the terms so far, and match afterwards', async () => {
  const { service } = world;
  const product = seller.addProduct({ plans: plans ?? [] });
  const running = purchaseOf(service, product);
  const ended = purchaseOf(service, product);
  await service.pass(2 * 31 * dayMs);
  service.buyerUnsubscribes(ended);
  const waiting = purchaseOf(service, product, { isActive: false });
  const at = sellerOf(app, org, world, seller);
  await at.connect();
  await at.call('POST', 'integration/MKB/MARKETPLACE/import');
  await at.pass(10 * minuteMs);

  const [listed] = await at.call('GET', 'partner/MKB/product');
  expect(listed).toMatchObject({ externalID: product.offerId, status: 'PUBLIC' });
  const entitlements: { id: string; externalID: string }[] = await at.call('GET', 'entitlement');
  const of = (one: { id: string }) => entitlements.find(({ externalID }) => externalID === one.id);
  expect(entitlements).toHaveLength(3);
  expect(of(running)).toMatchObject({ status: 'ACTIVE', productID: listed.id });
  expect(of(ended)).toMatchObject({ status: 'CANCELLED' });
  expect(of(waiting)).toMatchObject({ status: 'PENDING_START' });
  const terms = await at.call('GET', `entitlement/${of(running)?.id}/entitlementTerm`);
  expect(terms.map((term: { info: { type: string } }) => term.info.type)).toEqual([
    'Signup',
    'AutoRenew',
    'AutoRenew',
  ]);

  // The nightly comparison reads single subscriptions only if they differ from their entitlements.
  await at.pass(dayMs);
  const before = [callsOf(service, 'getSubscription'), callsOf(service, 'listSubscriptions')];
  await at.pass(dayMs);
  expect(callsOf(service, 'listSubscriptions')).toBeGreaterThan(before[1] as number);
  expect(callsOf(service, 'getSubscription')).toBe(before[0]);
});

test('a purchase that is approved days later has the dates of the term that the marketplace begins then', async () => {
  const { service } = world;
  const own = world.newSeller();
  const product = own.addProduct({ plans: plans ?? [] });
  const to = await app.organization({ environment: 'PROD' });
  const at = sellerOf(app, to, world, own);
  await at.connect();
  const one = purchaseOf(service, product, { isActive: false });
  service.buyerRenews(one, false);
  expect((await at.land(service.purchaseToken(one))).status).toBe(200);
  await at.pass(5 * dayMs);
  const [{ id }] = await at.call('GET', 'entitlement');
  await at.call('POST', `entitlement/${id}/approve`);
  await at.pass(5 * minuteMs);
  const begun = `${new Date(service.now()).toISOString().slice(0, 10)}T00:00:00.000Z`;
  const entitlement = await at.call('GET', `entitlement/${id}`);
  expect(entitlement).toMatchObject({ status: 'ACTIVE', startTime: begun });
  const terms = await at.call('GET', `entitlement/${id}/entitlementTerm`);
  expect(terms).toMatchObject([{ startTime: begun, endTime: entitlement.endTime, info: { type: 'Signup' } }]);

  // Without a renewal, the entitlement lasts as long as the term at the marketplace.
  await at.pass(Date.parse(entitlement.endTime) - service.now() - 6 * 3_600_000);
  expect(await at.call('GET', `entitlement/${id}`)).toMatchObject({ status: 'ACTIVE' });
  await at.pass(dayMs);
  expect(await at.call('GET', `entitlement/${id}`)).toMatchObject({ status: 'CANCELLED' });
});
