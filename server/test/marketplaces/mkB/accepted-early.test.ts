import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../harness.ts';
import { passTogether } from '../clock.fixture.ts';
import { sellerOf, unlimited } from './seller.fixture.ts';
import { type MkBWorld, minuteMs, plans, startWorld } from './world.fixture.ts';

let world: MkBWorld;
let app: TestApp;
beforeAll(async () => {
  world = await startWorld();
  app = await startTestApp({ connectors: new Map([['MKB', unlimited(world)]]) });
});
afterAll(async () => {
  await app.stop();
  await world.stop();
});

test('R47 a buyer who lands before our offer’s creation has returned its id gets the terms of the offer later', async () => {
  const org = await app.organization({ environment: 'PROD' });
  const { service } = world;
  const seller = world.newSeller();
  const at = sellerOf(app, org, world, seller);
  const product = seller.addProduct({ plans: plans ?? [], webhook: at.webhook, name: 'Analytics' });
  await at.connect();
  await at.call('POST', 'product/sync', { partner: 'MKB' });
  await at.pass(minuteMs);
  const [{ id: productID }] = await at.call('GET', 'partner/MKB/product');
  const { id } = await at.call('POST', 'offer', {
    partner: 'MKB',
    name: 'Accepted early',
    productID,
    expireTime: '2031-06-15T00:00:00.000Z',
    endTime: '2032-06-01T00:00:00.000Z',
    info: {
      currency: 'USD',
      mkBPrivateOffer: {
        beneficiaries: [
          { id: 'ac357579-e860-54a6-80b3-66958aea67fe:7471d04e-f696-4d20-af34-fa78d51e419c_2019-05-31' },
        ],
      },
      commits: [{ key: 'flat', rate: 1200, length: 1, timeUnit: 'YEAR' }],
    },
  });
  await app.drainJobs();
  await passTogether(app.database, org.id, service, 20 * minuteMs);
  const [made] = service.privateOffers();
  expect(made?.state).toBe('live');
  const sold = service.buyerAcceptsOffer(made?.id as string, product);
  const token = service.purchaseToken(sold);
  const replies = await Promise.all(Array.from({ length: 4 }, () => at.land(token)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await at.call('GET', `offer/${id}`)).toMatchObject({ status: 'PENDING_CREATE' });
  const [only, ...others] = await at.call('GET', 'entitlement');
  expect([others.length, only.offerID]).toEqual([0, undefined]);

  await at.pass(10 * minuteMs);
  await at.pass(10 * minuteMs);
  expect(await at.call('GET', `offer/${id}`)).toMatchObject({ status: 'ACCEPTED' });
  expect(await at.call('GET', 'entitlement')).toMatchObject([
    { id: only.id, offerID: id, externalID: sold.id, status: 'PENDING_START' },
  ]);
});
