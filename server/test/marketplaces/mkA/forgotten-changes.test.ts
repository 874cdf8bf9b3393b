import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../harness.ts';
import { passTogether } from '../clock.fixture.ts';
import { sellerOf, unlimited } from './seller.fixture.ts';
import { buyer, type MkAWorld, startWorld } from './world.fixture.ts';

const dayMs = 24 * 3_600_000;
/** Time for which the marketplace keeps a change. */
const keptMs = 60 * dayMs;

// Each test has its own marketplace, because months pass in it.
let world: MkAWorld;
let app: TestApp;
beforeEach(async () => {
  world = await startWorld();
  app = await startTestApp({ connectors: new Map([['MKA', unlimited(world)]]) });
});
afterEach(async () => {
  await app.stop();
  await world.stop();
});

const asked = [
  ['update', 'PATCH', '', { info: { mkAAgreementDuration: 'P24M' } }, 'PENDING_ACCEPTANCE'],
  ['extend', 'POST', '/extendExpiryDate?newExpiryDate=2091-05-01', undefined, 'PENDING_ACCEPTANCE'],
  ['cancel', 'POST', '/cancel', undefined, 'CANCELLED'],
] as const;

const draftTerms = {
  partner: 'MKA',
  name: 'One of two',
  expireTime: '2090-01-01T00:00:00Z',
  info: {
    currency: 'USD',
    eulaType: 'SCMP',
    mkAAgreementDuration: 'P12M',
    buyerMkAAccountIds: [buyer],
    commits: [{ key: 'seats', quantity: 2, rate: 600, length: 1, timeUnit: 'YEAR' }],
  },
};

test('an update, extension or cancellation that the marketplace no longer has is requested again', async () => {
  const org = await app.organization({ environment: 'PROD' });
  const account = world.service.addSeller();
  account.addProduct();
  const { connect, offer, call, pass } = sellerOf(app, org, world, account);
  const productId = await connect();
  const sets = () =>
    asked.map(([name]) => world.service.changeSets().filter((set) => set.name.startsWith(`${name}:`)).length);
  const offers: string[] = [];
  for (const [name] of asked) offers.push((await offer(`To ${name}`, productId)).id);
  await pass(600_000);

  for (const [at, [, method, path, body]] of asked.entries())
    await call(method, `offer/${offers[at]}${path}`, body);
  await app.drainJobs();
  expect(sets()).toEqual([1, 1, 1]);
  await passTogether(app.database, org.id, world.service, keptMs + dayMs);
  for (let turn = 0; turn < 3; turn++) await pass(dayMs);

  // The record of the withdrawn offer contains the withdrawal, so no further set is created.
  expect(sets()).toEqual([2, 2, 1]);
  for (const [at, [, , , , end]] of asked.entries()) {
    const { status, metaInfo } = await call('GET', `offer/${offers[at]}`);
    expect([status, metaInfo.errorMessages]).toEqual([end, undefined]);
  }
});

test('an offer set whose creation and release the marketplace no longer has still reaches its buyer', async () => {
  const org = await app.organization({ environment: 'PROD' });
  const account = world.service.addSeller();
  for (const title of ['Insight', 'Support']) account.addProduct({ title });
  const { connect, call, pass } = sellerOf(app, org, world, account);
  await connect();
  const { id } = await call('POST', 'offerSet', { name: 'Both', info: { buyerNotes: 'Accept both.' } });
  for (const product of await call('GET', 'partner/MKA/product')) {
    const draft = await call('POST', 'draftOffer', { ...draftTerms, productID: product.id });
    await call('POST', `offerSet/${id}/offer/${draft.id}`);
  }
  const asked = () =>
    world.service
      .changeSets()
      .filter(({ name }) => name.endsWith(`:${id}`))
      .map(({ name }) => name.split(':')[0]);
  const isForgotten = async () => {
    await app.drainJobs();
    await passTogether(app.database, org.id, world.service, keptMs + dayMs);
  };

  await call('POST', `offerSet/${id}/publish`);
  await isForgotten();
  for (let turn = 0; turn < 40 && !asked().includes('release'); turn++) await pass(600_000);
  expect(asked()).toEqual(['set', 'set', 'release']);
  await isForgotten();
  for (let turn = 0; turn < 3; turn++) await pass(dayMs);

  const { status, metaInfo, offerIDs } = await call('GET', `offerSet/${id}`);
  expect([status, metaInfo.errorMessages, offerIDs.length]).toEqual(['PENDING_ACCEPTANCE', undefined, 2]);
  // The released set is detected before the release is requested again.
  expect(asked()).toEqual(['set', 'set', 'release']);
});
