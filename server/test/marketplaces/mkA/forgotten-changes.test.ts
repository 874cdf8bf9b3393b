import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../harness.ts';
import { passTogether } from './clock.fixture.ts';
import { sellerOf, unlimited } from './seller.fixture.ts';
import { type MkAWorld, startWorld } from './world.fixture.ts';

const dayMs = 24 * 3_600_000;
/** So long the marketplace can be asked for a change. */
const keptMs = 60 * dayMs;

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

const asked = [
  ['update', 'PATCH', '', { info: { mkAAgreementDuration: 'P24M' } }, 'PENDING_ACCEPTANCE'],
  ['extend', 'POST', '/extendExpiryDate?newExpiryDate=2091-05-01', undefined, 'PENDING_ACCEPTANCE'],
  ['cancel', 'POST', '/cancel', undefined, 'CANCELLED'],
] as const;

test('an update, an extension, a cancellation that the marketplace does not know any more is asked for again', async () => {
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

  // What was taken back is seen to be so.
  expect(sets()).toEqual([2, 2, 1]);
  for (const [at, [, , , , end]] of asked.entries()) {
    const { status, metaInfo } = await call('GET', `offer/${offers[at]}`);
    expect([status, metaInfo.errorMessages]).toEqual([end, undefined]);
  }
});
