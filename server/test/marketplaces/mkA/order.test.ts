import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../harness.ts';
import { sellerOf, unlimited } from './seller.fixture.ts';
import { type MkAWorld, startWorld } from './world.fixture.ts';

const minuteMs = 60_000;
let world: MkAWorld;
let app: TestApp;
beforeAll(async () => {
  world = await startWorld();
  app = await startTestApp({ connectors: new Map([['MKA', unlimited(world)]]) });
});
afterAll(async () => {
  await app.stop();
  await world.stop();
});

test('successive agreements are terms of one entitlement, even when the last is reported first', async () => {
  const { service } = world;
  const seller = service.addSeller();
  seller.addProduct();
  const org = await app.organization({ environment: 'PROD' });
  const { call, connect, offer, pass } = sellerOf(app, org, world, seller);
  const { id } = await offer('Renewed', await connect(), { autoRenew: true });
  await pass(10 * minuteMs);
  service.deliver({ reversed: true });
  service.holdEvents();
  const first = service.buyerAccepts((await call('GET', `offer/${id}`)).externalID);
  // Each agreement is renewed at its end.
  for (let year = 0; year < 2; year++) service.pass(366 * 24 * 60 * minuteMs);
  const last = service.agreements().at(-1);
  expect([last?.initialAgreementId, service.agreements().length]).toEqual([first.id, 3]);
  service.letEventsGo();
  for (let turn = 0; turn < 4; turn++) await pass(minuteMs);
  const entitlements = await call('GET', 'entitlement');
  expect(entitlements).toMatchObject([{ externalID: last?.id, status: 'ACTIVE' }]);
  const terms = await call('GET', `entitlement/${entitlements[0].id}/entitlementTerm`);
  const types = terms.map(({ info }: { info: { type: string } }) => info.type);
  expect(types.sort()).toEqual(['AutoRenew', 'AutoRenew', 'Signup']);
}, 120_000);
