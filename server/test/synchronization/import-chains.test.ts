import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AgreementSnapshot } from '../../src/marketplaces/index.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { anAgreement, anOffer, aProduct, type Shop, withShops } from '../marketplace-double.ts';
import { openWorld, type World } from './world.ts';

const shops = new Map<string, Shop>();
let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp({ registry: withShops(shops) });
});
afterAll(() => app.stop());
beforeEach(async () => {
  world = openWorld(app, await app.organization({ environment: 'PROD' }), shops);
  world.shop.products.set('p1', aProduct('p1'));
});

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const span = (from: number, to: number) => ({
  acceptedAt: day(from),
  startTime: day(from),
  endTime: day(to),
});
const agreed = (id: string, more: Partial<AgreementSnapshot>) => {
  const shown = { ...anAgreement(id, { productId: 'p1', buyer: 'b1' }), ...more };
  world.shop.agreements.set(id, shown);
};
/** Returns three agreements, each renewing the previous agreement, listed latest first. */
const chain = () => {
  agreed('a3', { ...span(-70, 295), succeeds: { externalId: 'a2', renewal: true } });
  const renewed = { followed: true, externalStatus: 'RENEWED' };
  agreed('a2', { ...span(-435, -70), ...renewed, succeeds: { externalId: 'a1', renewal: true } });
  agreed('a1', { ...span(-800, -435), ...renewed });
};
const importAll = async () => {
  await world.request();
  await app.drainJobs();
};
const entitlements = async (query = '') => (await world.call('GET', `entitlement?limit=100${query}`)).body;

test('successive agreements are imported as the terms of one entitlement, without events, even if the first are over', async () => {
  chain();
  await world.connect();
  const since = await world.lastEvent();
  await importAll();
  const [entitlement, ...others] = await entitlements();
  expect(others).toEqual([]);
  expect(entitlement).toMatchObject({ externalID: 'a3', status: 'ACTIVE', endTime: expect.any(String) });
  expect(Date.parse(entitlement.endTime)).toBeGreaterThan(Date.now());
  const terms = (await world.call('GET', `entitlement/${entitlement.id}/entitlementTerm`)).body;
  expect(terms.map(({ info }: { info: { type: string } }) => info.type).toSorted()).toEqual([
    'ManualRenew',
    'ManualRenew',
    'Signup',
  ]);
  expect((await world.eventsSince(since)).map(({ event }) => event)).toEqual(['INTEGRATION UPDATE IMPORT']);
  // Scheduled jobs ignore ends in the past.
  await world.makeDue('entitlements.end');
  await app.drainJobs();
  expect((await entitlements())[0].status).toBe('ACTIVE');
});

test('the id of each agreement finds the entitlement, in this organization only', async () => {
  chain();
  agreed('b1', span(-100, 265));
  await world.connect();
  await importAll();
  for (const id of ['a1', 'a2', 'a3'])
    expect(await entitlements(`&externalId=${id}`), id).toMatchObject([{ externalID: 'a3' }]);
  expect(await entitlements('&externalId=b1')).toMatchObject([{ externalID: 'b1' }]);
  expect(await entitlements('&externalId=a1&partner=MKB')).toEqual([]);
  expect(await entitlements('&externalId=none')).toEqual([]);
  const { headers } = await world.call('GET', 'entitlement?externalId=a1&count=true');
  expect(headers.get('x-total-count') ?? '1').toBe('1');
});

test('a repeated import and comparison create no duplicates and find no differences', async () => {
  chain();
  await world.connect();
  await importAll();
  await world.call('DELETE', 'integration/MKA/MARKETPLACE');
  await world.connect();
  await importAll();
  expect(await entitlements()).toHaveLength(1);
  const since = await world.lastEvent();
  await world.makeDue('synchronization.comparison');
  await app.drainJobs();
  expect(await entitlements()).toHaveLength(1);
  expect(await world.eventsSince(since)).toEqual([]);
  const read = await world.rows(
    `SELECT payload ->> 'externalId' AS id FROM job WHERE organization_id = $1 AND kind = 'marketplaces.observe'`,
  );
  expect(read).toEqual([]);
});

test('a succeeding agreement on another offer is the next term, with the terms of that offer', async () => {
  for (const id of ['o1', 'o2']) world.shop.offers.set(id, anOffer(id, { productId: 'p1', buyer: 'b1' }));
  const renewal = { succeeds: { externalId: 'a1', renewal: true }, externalOfferId: 'o2' };
  agreed('a2', { ...span(-70, 295), ...renewal });
  agreed('a1', { ...span(-435, -70), externalOfferId: 'o1', followed: true, externalStatus: 'RENEWED' });
  await world.connect();
  await importAll();
  const { body: offers } = await world.call('GET', 'offer?limit=100');
  const second = offers.find(({ externalID }: { externalID: string }) => externalID === 'o2');
  expect(await entitlements()).toMatchObject([{ externalID: 'a2', offerID: second.id, status: 'ACTIVE' }]);
  expect(await world.counts()).toMatchObject({ entitlements: 1, terms: 2 });
});

test('a succeeding agreement made after the start of the import is recorded with events, as the next term', async () => {
  agreed('a1', { ...span(-365, 1), followed: true, externalStatus: 'RENEWED' });
  agreed('a0', {
    ...span(1, 366),
    acceptedAt: day(1),
    status: 'PENDING_START',
    succeeds: { externalId: 'a1', renewal: true },
  });
  await world.connect();
  const since = await world.lastEvent();
  await importAll();
  expect(await entitlements()).toMatchObject([{ externalID: 'a0', status: 'ACTIVE' }]);
  const recorded = (await world.eventsSince(since)).map(({ event }) => event);
  expect(recorded.filter((event) => event.startsWith('ENTITLEMENT'))).not.toEqual([]);
});
