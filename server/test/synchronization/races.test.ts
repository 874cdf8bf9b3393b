import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importAgreements } from '../../src/entitlements/index.ts';
import { observeJob } from '../../src/marketplaces/index.ts';
import { importOffers } from '../../src/offers/index.ts';
import type { OrgTransaction } from '../../src/platform/access/scope.ts';
import { enqueue } from '../../src/platform/jobs/queue.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { waitingForLocks } from '../locks.ts';
import { anAgreement, anOffer, aProduct, type Shop, stock, withShops } from '../marketplace-double.ts';
import { openWorld } from './world.ts';

const shops = new Map<string, Shop>();
let app: TestApp;
let second: TestApp;

beforeAll(async () => {
  app = await startTestApp({ registry: withShops(shops) });
  second = await startTestApp({ registry: withShops(shops), database: app.database });
});
afterAll(async () => {
  await second.stop();
  await app.stop();
});

const openNewWorld = async () => {
  const org = await app.organization({ environment: 'PROD' });
  return { org, ...openWorld(app, org, shops) };
};

test('two concurrent imports of a page create each record once', async () => {
  const { org, counts } = await openNewWorld();
  const shop = shops.get(org.id) as Shop;
  stock(shop, 40, 5);
  const inside = (of: TestApp, work: Parameters<TestApp['app']['inOrganization']>[2]) =>
    of.app.inOrganization(org.id, 'test', work);
  const [offers, agreements] = [[...shop.offers.values()], [...shop.agreements.values()]];
  const rows = async (of: TestApp) => {
    await inside(of, (scope) => importOffers(scope, 'MKA', offers));
    await inside(of, (scope) => importAgreements(scope, 'MKA', agreements, new Date()));
  };
  await Promise.all([rows(app), rows(second), rows(app)]);
  expect(await counts()).toEqual({ products: 0, offers: 40, entitlements: 40, terms: 40, buyers: 5 });
});

test('notifications between the pages create no duplicates, and record their events', async () => {
  const world = await openNewWorld();
  const { org, shop } = world;
  stock(shop, 30);
  await world.connect();
  const live = [...shop.agreements.keys()].slice(5, 15);
  shop.onPage = async (list, { cursor }) => {
    if (list !== 'agreements' || cursor !== undefined) return;
    await second.app.inOrganization(org.id, 'test', async (scope) => {
      for (const externalId of live)
        scope.send(enqueue(scope, observeJob, { partner: 'MKA', kind: 'AGREEMENT', externalId }));
    });
    await second.drainJobs();
  };
  const since = await world.lastEvent();
  await world.request();
  await app.drainJobs();
  expect(await world.counts()).toEqual({ products: 2, offers: 30, entitlements: 30, terms: 30, buyers: 7 });
  const made = (await world.eventsSince(since)).filter(({ event }) => event === 'ENTITLEMENT CREATE');
  expect(made).toHaveLength(live.length);
});

test('a merge of the buyer of imported offers waits for their transaction, and the offers move to the remaining buyer', async () => {
  const { org, call, rows } = await openNewWorld();
  const inside = <T>(work: (scope: OrgTransaction) => Promise<T>) =>
    app.app.inOrganization(org.id, 'test', work);
  const importOne = (scope: OrgTransaction, externalId: string) =>
    importOffers(scope, 'MKA', [anOffer(externalId, { productId: 'p1', buyer: 'b1' })]);
  await inside((scope) => importOne(scope, 'o1'));
  const [{ id: goes }] = await rows('SELECT id FROM buyer WHERE organization_id = $1');
  const { id: stays } = (await call('POST', 'buyer', { name: 'Stays' })).body;
  const { merge } = await inside(async (scope) => {
    await importOne(scope, 'o2');
    const [backend] = await scope.query<{ pid: number }>({
      name: 'test_backend',
      text: 'SELECT pg_backend_pid() AS pid',
      values: [],
    });
    const merge = call('POST', `buyer/${stays}/merge`, { buyerIds: [goes] });
    await Promise.race([merge, waitingForLocks(app.database, Number(backend?.pid), 1)]);
    return { merge };
  });
  expect((await merge).status).toBe(200);
  expect(await rows('SELECT buyer_id FROM offer WHERE organization_id = $1')).toEqual([
    { buyer_id: stays },
    { buyer_id: stays },
  ]);
});

/** Generates random marketplace records, some of which refer to nonexistent records. */
const anyShop = fc.record({
  pageSize: fc.integer({ min: 1, max: 9 }),
  offers: fc.array(
    fc.record({
      buyer: fc.integer({ min: 0, max: 3 }),
      product: fc.integer({ min: 0, max: 2 }),
      isSold: fc.boolean(),
    }),
    { maxLength: 12 },
  ),
  orders: fc.array(
    fc.record({
      buyer: fc.integer({ min: 0, max: 3 }),
      product: fc.integer({ min: 0, max: 2 }),
      daysAgo: fc.integer({ min: 1, max: 900 }),
      isRenewed: fc.boolean(),
    }),
    { maxLength: 12 },
  ),
  /** The page, counted over all lists, before which the process dies. */
  deaths: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }),
});

test('an import that is interrupted and repeated ends with the same records as an uninterrupted one', async () => {
  await fc.assert(
    fc.asyncProperty(anyShop, async ({ pageSize, offers, orders, deaths }) => {
      const world = await openNewWorld();
      const { shop } = world;
      shop.pageSize = pageSize;
      for (const id of ['p0', 'p1']) shop.products.set(id, aProduct(id));
      offers.forEach(({ buyer, product, isSold }, n) => {
        const names = { productId: `p${product}`, buyer: `b${buyer}` };
        shop.offers.set(
          `o${n}`,
          anOffer(`o${n}`, { ...names, status: isSold ? 'ACCEPTED' : 'PENDING_ACCEPTANCE' }),
        );
        if (isSold) shop.agreements.set(`a${n}`, anAgreement(`a${n}`, { ...names, offerId: `o${n}` }));
      });
      orders.forEach(({ buyer, product, daysAgo, isRenewed }, n) => {
        const order = anAgreement(`q${n}`, {
          productId: `p${product}`,
          buyer: `b${buyer}`,
          acceptedDaysAgo: daysAgo,
        });
        const end = order.endTime as string;
        const further = new Date(Date.parse(end) + 86_400_000).toISOString();
        const renewals = [{ type: 'AutoRenew' as const, startTime: end, endTime: further }];
        shop.agreements.set(`q${n}`, isRenewed ? { ...order, renewals } : order);
      });
      await world.connect();
      let pages = 0;
      const due = new Set(deaths);
      shop.onPage = () => {
        pages++;
        if (due.delete(pages)) throw new Error('the process dies here');
      };
      for (let round = 0; round < 5; round++) {
        // A new integration is imported from the first page.
        if (round === 3) await world.rows(`DELETE FROM marketplace_import WHERE organization_id = $1`);
        await world.request();
        await world.makeDue('synchronization.import');
        await app.drainJobs();
      }
      const expected = {
        products: shop.products.size,
        offers: shop.offers.size,
        entitlements: shop.agreements.size,
        buyers: new Set([...offers, ...orders].map(({ buyer }) => buyer)).size,
      };
      expect(await world.counts()).toMatchObject(expected);
      const terms = await world.rows(
        `SELECT e.external_id, count(*)::int AS terms FROM entitlement e JOIN entitlement_term t
           ON t.organization_id = $1 AND t.entitlement_id = e.id
         WHERE e.organization_id = $1 GROUP BY 1 HAVING count(*) > 2`,
      );
      expect(terms).toEqual([]);
    }),
    { numRuns: 15 },
  );
}, 120_000);
