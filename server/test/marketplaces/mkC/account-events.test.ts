import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrganization } from '../../harness.ts';
import { minuteMs, sellerOf, unlimited } from './seller.fixture.ts';
import { type MkCWorld, operationsSince, type Seller, startWorld } from './world.fixture.ts';

let world: MkCWorld;
let app: TestApp;
let org: TestOrganization;
let seller: Seller;
let at: ReturnType<typeof sellerOf>;
beforeAll(async () => {
  world = await startWorld({ installation: () => app.url });
  app = await startTestApp({ connectors: new Map([['MKC', unlimited(world)]]) });
});
beforeEach(async () => {
  world.service.deliver({ copies: 1, reversed: false });
  org = await app.organization({ environment: 'PROD' });
  seller = await world.newSeller();
  at = sellerOf(app, org, world, seller);
  await at.connect();
});
afterAll(async () => {
  await app.stop();
  await world.stop();
});

const observations = async (accountId: string): Promise<string[]> =>
  (
    await app.database.query(
      `SELECT outcome FROM job WHERE organization_id = $1 AND kind = 'marketplaces.observe'
         AND payload::jsonb ->> 'kind' = 'BUYER' AND payload::jsonb ->> 'externalId' = $2`,
      [org.id, accountId],
    )
  ).rows.map(({ outcome }) => outcome);

const statusOf = async (id: string): Promise<string> => (await at.call('GET', `entitlement/${id}`)).status;
/** Places an order and returns it with its entitlement's id. */
async function ordered() {
  const order = world.service.buyerPurchases(seller.addProduct());
  await at.pass(minuteMs);
  const [{ id }] = await at.call('GET', 'entitlement');
  expect(await statusOf(id)).toBe('PENDING_START');
  return { order, id };
}

test('a pushed event of an account calls nothing but signing keys, and its orders are read by jobs', async () => {
  const { order, id } = await ordered();
  await seller.adapter.approveAgreement(order.id);
  // Only the event of the account arrives: the events of the order are lost.
  world.service.deliver({ copies: 0 });
  const [calls, pushes] = [world.service.log.calls.length, world.service.pushes.length];
  await world.service.settle();
  expect(world.service.pushes.slice(pushes).map(({ answer }) => answer)).toEqual([200]);
  expect(operationsSince(world, calls).filter((name) => name !== 'pushKeys')).toEqual([]);
  await at.pass(minuteMs);
  expect(await statusOf(id)).toBe('ACTIVE');
  expect(await observations(order.account.id)).toEqual(['agreements to read: 1']);
});

test('an approval also approves the account, and 64 repeats of its event are one observation', async () => {
  const { order, id } = await ordered();
  world.service.deliver({ copies: 64 });
  const pushes = world.service.pushes.length;
  await at.call('POST', `entitlement/${id}/approve`);
  await app.drainJobs();
  await world.service.sendPushes();
  expect(world.service.pushes.length - pushes).toBe(64);
  await at.pass(minuteMs);
  expect(order.account.approvals).toMatchObject([{ state: 'APPROVED' }]);
  expect(await statusOf(id)).toBe('ACTIVE');
  expect(await observations(order.account.id)).toEqual(['agreements to read: 1']);
});

test('while the orders of an account cannot be read, its event is kept and they are read later', async () => {
  const { order, id } = await ordered();
  await seller.adapter.approveAgreement(order.id);
  world.service.deliver({ copies: 0 });
  world.service.isUnavailableNext('listEntitlements');
  await at.pass(minuteMs);
  expect(world.service.pushes.at(-1)?.answer).toBe(200);
  expect(await statusOf(id)).toBe('ACTIVE');
});
