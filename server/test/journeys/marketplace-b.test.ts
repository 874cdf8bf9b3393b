import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Product } from '../fakes/mkB/fulfilment/products.ts';
import type { Subscription } from '../fakes/mkB/fulfilment/subscriptions.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { sellerOf, unlimited } from '../marketplaces/mkB/seller.fixture.ts';
import {
  dayMs,
  type MkBWorld,
  minuteMs,
  plans,
  type Seller,
  startWorld,
} from '../marketplaces/mkB/world.fixture.ts';
import { usageOf } from '../usage.fixture.ts';

const hourMs = 60 * minuteMs;
let world: MkBWorld;
let app: TestApp;
let org: TestOrganization;
let seller: Seller;
let product: Product;
let at: ReturnType<typeof sellerOf>;
beforeAll(async () => {
  world = await startWorld();
  seller = world.newSeller();
  app = await startTestApp({ connectors: new Map([['MKB', unlimited(world)]]) });
  org = await app.organization({ environment: 'PROD' });
  at = sellerOf(app, org, world, seller);
});
afterAll(async () => {
  await app.stop();
  await world.stop();
});

/** State that each step passes to the next step. */
let sold: Subscription;
let entitlementId: string;
const entitlement = () => at.call('GET', `entitlement/${entitlementId}`);
const requests = (): Promise<{ status: string }[]> => at.call('GET', `entitlement/${entitlementId}/request`);
/** Delivers a notification, whose answer is due within ten seconds, before time passes. */
const answered = async () => {
  await world.service.sendNotifications();
  await app.drainJobs();
  await at.pass(minuteMs);
};
const kept = async (): Promise<number> =>
  (
    await app.database.query(
      'SELECT count(*)::int AS kept FROM inbound_notification WHERE organization_id = $1',
      [org.id],
    )
  ).rows[0].kept;

describe('a PROD organization on marketplace B', () => {
  test('connects with an application, and enters the addresses of the setup at the marketplace', async () => {
    const { values, steps } = (await at.integration.setup()).body;
    expect(steps).toContain('notificationUrl');
    const webhook = values.find(({ name }: { name: string }) => name === 'notificationUrl').value;
    const landingPage = values.find(({ name }: { name: string }) => name === 'landingUrl').value;
    product = seller.addProduct({ plans: plans ?? [], webhook, landingPage });
    await at.connect();
    expect((await at.integration.verification()).body).toMatchObject({
      status: 'VERIFIED',
      account: seller.tenantId,
    });
  });

  test('R47 receives a buyer: one buyer and one entitlement, which wait for the approval', async () => {
    sold = world.service.buyerPurchases(product, { planId: 'seats', quantity: 2 });
    const address = world.service.landingAddress(sold);
    expect(address).toMatch(new RegExp(`/public/signup/MKB/orgId/${org.id}\\?token=`));
    const token = new URL(address).searchParams.get('token') as string;
    const replies = await Promise.all(Array.from({ length: 8 }, () => at.land(token)));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    const [only, ...others] = await at.call('GET', 'entitlement');
    expect(others).toEqual([]);
    expect(only).toMatchObject({ status: 'PENDING_START', externalID: sold.id, partner: 'MKB' });
    expect(await at.call('GET', 'buyer')).toHaveLength(1);
    entitlementId = only.id;
  });

  test('shows a page for a wrong token, and another one while the marketplace does not respond', async () => {
    expect((await at.land('wrong-token')).status).toBe(400);
    world.service.failNext('resolve', { status: 500, code: 'InternalServerError', message: 'no' });
    expect((await at.land(world.service.purchaseToken(sold))).status).toBe(503);
    expect(await at.call('GET', 'entitlement')).toHaveLength(1);
  });

  test('approves the purchase, which the marketplace then activates', async () => {
    await at.call('POST', `entitlement/${entitlementId}/approve`);
    await app.drainJobs();
    expect(await entitlement()).toMatchObject({ status: 'PENDING_START' });
    await at.pass(2 * minuteMs);
    expect(world.service.subscription(sold.id)).toMatchObject({ status: 'Subscribed' });
    expect(await entitlement()).toMatchObject({
      status: 'ACTIVE',
      info: { commits: [{ key: 'seats', rate: 100, quantity: 2 }], mkBSubscriptions: [{ id: sold.id }] },
    });
  });

  test('reports usage', async () => {
    await at.call('POST', `entitlement/${entitlementId}/usageRecordGroup`, {
      records: { calls: 7 },
      timestamp: new Date(world.service.now()).toISOString(),
    });
    await at.pass(2 * hourMs);
    await usageOf(app, org).run();
    await at.pass(minuteMs);
    expect(world.service.metered(sold)).toMatchObject([
      { event: { dimension: 'calls', quantity: 7, planId: 'seats' } },
    ]);
  });

  test('changes the number of seats, and confirms the change to the marketplace', async () => {
    await at.call('PATCH', `entitlement/${entitlementId}/seat?newSeat=5`);
    await at.pass(minuteMs);
    expect(world.service.subscription(sold.id)).toMatchObject({ quantity: 5 });
    expect(await entitlement()).toMatchObject({ status: 'ACTIVE', info: { commits: [{ quantity: 5 }] } });
  });

  test('accepts a quantity that the buyer requests, and rejects requests if the setting says so', async () => {
    world.service.buyerChangesQuantity(sold, 7);
    await answered();
    expect(world.service.subscription(sold.id)).toMatchObject({ quantity: 7 });
    expect(await entitlement()).toMatchObject({ info: { commits: [{ quantity: 7 }] } });
    await at.call('PATCH', 'organizationConfigInfo', { buyerRequests: { MKB: 'REJECT' } });
    world.service.buyerChangesQuantity(sold, 9);
    await answered();
    world.service.buyerChangesPlan(sold, 'flat');
    await answered();
    expect(world.service.subscription(sold.id)).toMatchObject({ quantity: 7, planId: 'seats' });
    expect(await entitlement()).toMatchObject({ status: 'ACTIVE', info: { commits: [{ quantity: 7 }] } });
    expect((await requests()).map(({ status }) => status).sort()).toEqual([
      'ACCEPTED',
      'REJECTED',
      'REJECTED',
    ]);
  });

  test('is suspended when the buyer does not pay, and reinstated afterwards', async () => {
    world.service.paymentFails(sold);
    await at.pass(minuteMs);
    expect(await entitlement()).toMatchObject({ status: 'SUSPENDED' });
    world.service.paymentArrives(sold);
    await at.pass(minuteMs);
    await at.call('POST', `entitlement/${entitlementId}/sync`);
    await at.pass(minuteMs);
    expect(await entitlement()).toMatchObject({ status: 'ACTIVE' });
  });

  test('renews automatically, with a further term', async () => {
    await at.pass(32 * dayMs);
    const terms = await at.call('GET', `entitlement/${entitlementId}/entitlementTerm`);
    expect(terms.map(({ info }: { info: { type: string } }) => info.type)).toEqual([
      'Signup',
      'QuantityChange',
      'QuantityChange',
      'AutoRenew',
    ]);
    expect(await entitlement()).toMatchObject({ status: 'ACTIVE' });
  });

  test('refuses forged notifications, which leave no row', async () => {
    world.service.renews(sold);
    await at.pass(minuteMs);
    const before = await kept();
    const { rawBody } = world.service.lastNotification(sold);
    const post = async (authorization: string | undefined) =>
      (
        await fetch(at.webhook, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
          body: rawBody.replace(/"id":"[^"]+"/, '"id":"99999999-2222-4333-8444-555555555555"'),
        })
      ).status;
    for (const how of ['KEY', 'SENDER', 'AUDIENCE', 'NO_TOKEN'] as const)
      expect(await post(await world.service.forged(sold, how))).toBe(401);
    expect(await kept()).toBe(before);
  });

  test('accepts a plan that the buyer requests', async () => {
    await at.call('PATCH', 'organizationConfigInfo', { buyerRequests: { MKB: 'ACCEPT' } });
    world.service.buyerChangesPlan(sold, 'flat');
    await answered();
    expect(world.service.subscription(sold.id)).toMatchObject({ planId: 'flat' });
    const { info } = await entitlement();
    expect(info.mkBSubscriptions.at(-1)).toMatchObject({ planId: 'flat' });
  });

  test('cancels the subscription', async () => {
    await at.call('POST', `entitlement/${entitlementId}/cancel`);
    expect(await entitlement()).toMatchObject({ status: 'PENDING_CANCEL' });
    await at.pass(2 * minuteMs);
    expect(world.service.subscription(sold.id)).toMatchObject({ status: 'Unsubscribed' });
    expect(await entitlement()).toMatchObject({ status: 'CANCELLED' });
  });
});
