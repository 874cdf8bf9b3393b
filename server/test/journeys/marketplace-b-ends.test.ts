import { afterAll, beforeAll, expect, test } from 'vitest';
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
let at: ReturnType<typeof sellerOf>;
beforeAll(async () => {
  world = await startWorld();
  seller = world.newSeller();
  app = await startTestApp({ connectors: new Map([['MKB', unlimited(world)]]) });
  org = await app.organization({ environment: 'PROD' });
  at = sellerOf(app, org, world, seller);
  await at.connect();
});
afterAll(async () => {
  await app.stop();
  await world.stop();
});

/** Sells a subscription that becomes active. Without `webhook`, the marketplace reports nothing. */
async function sold({ webhook }: { webhook?: string } = {}): Promise<{ one: Subscription; id: string }> {
  const product = seller.addProduct({ plans: plans ?? [], ...(webhook ? { webhook } : {}) });
  const one = world.service.buyerPurchases(product, { planId: 'flat' });
  expect((await at.land(world.service.purchaseToken(one))).status).toBe(200);
  const found = (await at.call('GET', 'entitlement')).find(
    ({ externalID }: { externalID: string }) => externalID === one.id,
  );
  await at.call('POST', `entitlement/${found.id}/approve`);
  await at.pass(3 * minuteMs);
  expect(await at.call('GET', `entitlement/${found.id}`)).toMatchObject({ status: 'ACTIVE' });
  return { one, id: found.id };
}
const statusOf = async (id: string): Promise<string> => (await at.call('GET', `entitlement/${id}`)).status;
const use = (id: string, quantity: number, timeMs: number) =>
  at.ask('POST', `entitlement/${id}/usageRecordGroup`, {
    records: { calls: quantity },
    timestamp: new Date(timeMs).toISOString(),
  });
const hourOf = (timeMs: number) => new Date(Math.floor(timeMs / hourMs) * hourMs).toISOString();

test('usage of hours before a cancellation is sent after the cancellation, within a day', async () => {
  const { service } = world;
  const { one, id } = await sold({ webhook: at.webhook });
  await at.pass(2 * hourMs);
  const usedMs = service.now();
  expect((await use(id, 7, usedMs)).status).toBe(200);
  await at.pass(hourMs);
  service.buyerUnsubscribes(one);
  const endedMs = service.now();
  await at.pass(minuteMs);
  expect(await statusOf(id)).toBe('CANCELLED');
  // Another hour before the cancellation is reported only now.
  expect((await use(id, 3, usedMs - hourMs)).status).toBe(200);
  expect((await use(id, 5, endedMs + 2 * hourMs)).status).not.toBe(200);
  await at.pass(2 * hourMs);
  await usageOf(app, org).run();
  await at.pass(minuteMs);
  const metered = service
    .metered(one)
    .map(({ event }) => [new Date(event.effectiveStartTime).toISOString(), event.quantity]);
  expect(metered.sort()).toEqual([
    [hourOf(usedMs - hourMs), 3],
    [hourOf(usedMs), 7],
  ]);
});

test('a subscription that stays unpaid is suspended, then cancelled, although no notification arrives', async () => {
  const { service } = world;
  const { one, id } = await sold();
  service.paymentFails(one);
  await at.pass(dayMs);
  expect(await statusOf(id)).toBe('SUSPENDED');
  for (let days = 0; days < 29; days += 7) await at.pass(7 * dayMs);
  expect(service.subscription(one.id)).toMatchObject({ status: 'Unsubscribed' });
  expect(await statusOf(id)).toBe('CANCELLED');
});
