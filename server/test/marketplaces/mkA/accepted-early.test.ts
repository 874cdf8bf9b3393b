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

test("an agreement that is read before our offer's creation has returned its id is applied later", async () => {
  const org = await app.organization({ environment: 'PROD' });
  const { service } = world;
  const account = service.addSeller();
  account.addProduct();
  const { connect, offer, call, pass } = sellerOf(app, org, world, account);
  const { id } = await offer('Accepted early', await connect());
  await app.drainJobs();

  service.holdEvents();
  service.settle();
  const [made] = service.offersOf(account.accountId).filter(({ name }) => name === 'Accepted early');
  const { id: agreementId } = service.buyerAccepts(made?.id as string);
  service.injectMessage(
    account.accountId,
    JSON.stringify({
      id: 'early',
      source: 'aws.agreement-marketplace',
      detail: { agreement: { id: agreementId } },
    }),
  );
  await app.database.query('UPDATE marketplace_queue SET due_at = now()');
  await app.app.puller.step();
  await app.drainJobs();
  expect((await call('GET', `offer/${id}`)).status).toBe('PENDING_CREATE');
  expect(await call('GET', 'entitlement')).toEqual([]);

  await pass(10 * minuteMs);
  await pass(10 * minuteMs);
  expect((await call('GET', `offer/${id}`)).status).toBe('ACCEPTED');
  expect(await call('GET', 'entitlement')).toMatchObject([{ offerID: id, status: 'ACTIVE' }]);
});
