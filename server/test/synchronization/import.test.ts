import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MarketplaceError } from '../../src/marketplaces/index.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { anAgreement, anOffer, aProduct, type Shop, stock, withShops } from '../marketplace-double.ts';
import { openWorld, type World } from './world.ts';

const shops = new Map<string, Shop>();
let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp({ registry: withShops(shops) });
});
afterAll(() => app.stop());
const openNewWorld = async () => openWorld(app, await app.organization({ environment: 'PROD' }), shops);
beforeEach(async () => {
  world = await openNewWorld();
});

const all = { products: 2, offers: 30, entitlements: 30, terms: 30, buyers: 7 };
const importAll = async (of = world) => {
  await of.request();
  await app.drainJobs();
};

describe('an import', () => {
  test('creates listings, offers, buyers and entitlements with their terms', async () => {
    stock(world.shop, 30);
    await world.connect();
    await importAll();
    expect(await world.counts()).toEqual(all);
    const { body: offers } = await world.call('GET', 'offer?limit=100');
    const sold = offers.find(({ externalID }: { externalID: string }) => externalID === 'o00001');
    expect(sold).toMatchObject({
      name: 'Offer o00001',
      status: 'ACCEPTED',
      offerType: 'PRIVATE',
      info: { currency: 'USD', privateOfferUrl: 'https://marketplace.example.com/offer/o00001' },
      metaInfo: { createdBySource: 'SYNC', offerAcceptDate: expect.any(String) },
    });
    const { body: entitlements } = await world.call('GET', 'entitlement?limit=100');
    const entitlement = entitlements.find((one: { offerID?: string }) => one.offerID === sold.id);
    expect(entitlement).toMatchObject({
      status: 'ACTIVE',
      externalID: 'a00001',
      buyerID: sold.buyerID,
      productID: sold.productID,
      partner: 'MKA',
      info: { commits: [{ key: 'base', rate: 1200 }], fallbackFromOffer: true },
    });
    const path = `entitlement/${entitlement.id}/entitlementTerm/${entitlement.entitlementTermID}`;
    const term = await world.call('GET', path);
    expect(term.body).toMatchObject({ offerID: sold.id, startTime: entitlement.startTime });
    const { body: buyer } = await world.call('GET', `buyer/${sold.buyerID}`);
    expect(buyer).toMatchObject({ name: 'Buyer buyer-1', externalID: 'buyer-1', partner: 'MKA' });
  });

  test('sends one summary, and no mail, webhook or event for single records', async () => {
    stock(world.shop, 30);
    await world.connect();
    await world.call('PATCH', 'notificationConfigInfo', { enableEmailNotification: true });
    await app.dispatchEvents();
    const since = await world.lastEvent();
    await importAll();
    const events = await world.eventsSince(since);
    expect(events.map(({ event }) => event)).toEqual(['INTEGRATION UPDATE IMPORT']);
    expect(events[0].payload).toMatchObject({
      name: '2 products, 30 offers, 30 entitlements',
      imported: { products: 2, offers: 30, entitlements: 30 },
    });
    expect(await app.dispatchEvents()).toBe(1);
    const recorded = await world.rows(
      `SELECT e.title, e.message FROM notification_event e WHERE e.organization_id = $1 AND e.id > $2`,
      since,
    );
    expect(recorded).toEqual([
      {
        title: 'Marketplace imported',
        message: 'Imported from MKA: 2 products, 30 offers, 30 entitlements.',
      },
    ]);
    // Imported records are not immediately due, so no offer expires and no entitlement ends.
    await app.drainJobs();
    expect((await world.eventsSince(since)).length).toBe(1);
  });

  test('does nothing when requested again after it completed', async () => {
    stock(world.shop, 30);
    await world.connect();
    await importAll();
    const since = await world.lastEvent();
    world.shop.asked = [];
    await importAll();
    expect(world.shop.asked).toEqual([]);
    expect([await world.counts(), await world.eventsSince(since)]).toEqual([all, []]);
  });

  test('creates no duplicates after the integration was deleted and created again', async () => {
    stock(world.shop, 30);
    await world.connect();
    await importAll();
    await world.call('DELETE', 'integration/MKA/MARKETPLACE');
    await world.connect();
    const since = await world.lastEvent();
    await importAll();
    expect(await world.counts()).toEqual(all);
    const events = await world.eventsSince(since);
    expect(events.map(({ event, payload }) => [event, payload.name])).toEqual([
      ['INTEGRATION UPDATE IMPORT', '0 products, 0 offers, 0 entitlements'],
    ]);
  });

  test('runs again for another connected account, without a notification for each record missing there', async () => {
    const { shop } = world;
    stock(shop, 30);
    shop.account = '111111111111';
    await world.connect();
    await importAll();
    await world.makeDue('synchronization.comparison');
    await app.drainJobs();

    for (const things of [shop.products, shop.offers, shop.agreements]) things.clear();
    shop.account = '222222222222';
    shop.products.set('p9', aProduct('p9'));
    shop.offers.set('x1', anOffer('x1', { productId: 'p9', buyer: 'buyer-1' }));
    const since = await world.lastEvent();
    const verify = () => world.call('POST', 'integration/MKA/MARKETPLACE/verify');
    expect((await verify()).status).toBe(200);
    await app.drainJobs();
    await world.makeDue('synchronization.comparison');
    await app.drainJobs();
    const events = (await world.eventsSince(since)).filter(({ event }) => event !== 'INTEGRATION UPDATE');
    expect(events.map(({ event, payload }) => [event, payload.name])).toEqual([
      ['INTEGRATION UPDATE IMPORT', '1 product, 1 offer, 0 entitlements'],
    ]);
    expect(await world.counts()).toMatchObject({ products: 3, offers: 31 });
    await verify();
    expect(await world.jobsOf('synchronization.import')).toHaveLength(2);
  });

  test('starts with the first verification in PROD, and not with later ones', async () => {
    stock(world.shop, 3);
    await world.connect();
    await world.call('POST', 'integration/MKA/MARKETPLACE/verify');
    expect(await world.jobsOf('synchronization.import')).toHaveLength(1);
    await app.drainJobs();
    await world.call('POST', 'integration/MKA/MARKETPLACE/verify');
    expect(await world.jobsOf('synchronization.import')).toHaveLength(1);
    expect(await world.jobsOf('synchronization.changes')).toHaveLength(1);
    expect(await world.jobsOf('synchronization.comparison')).toHaveLength(1);
  });

  test('does not start while the integration is not verified', async () => {
    stock(world.shop, 3);
    await importAll();
    expect(await world.jobsOf('synchronization.import')).toMatchObject([
      { outcome: 'the integration is not verified' },
    ]);
    expect(world.shop.asked).toEqual([]);
  });

  test('continues after a crash with the next page', async () => {
    stock(world.shop, 30);
    await world.connect();
    let pages = 0;
    world.shop.onPage = () => {
      if (++pages === 4) throw new Error('the process dies here');
    };
    await importAll();
    const before = await world.counts();
    expect([before.offers, before.entitlements]).toEqual([20, 0]);
    world.shop.asked = [];
    await world.makeDue('synchronization.import');
    await app.drainJobs();
    expect(world.shop.asked[0]).toEqual({ list: 'offers', query: { cursor: '20', since: undefined } });
    expect(await world.counts()).toEqual(all);
  });

  test('keeps the stored pages when cancelled, and continues when requested again', async () => {
    stock(world.shop, 30);
    await world.connect();
    let pages = 0;
    world.shop.onPage = async () => {
      if (++pages === 4) await world.cancel();
    };
    await importAll();
    expect((await world.counts()).offers).toBe(20);
    expect(await world.jobsOf('synchronization.import')).toMatchObject([{ ended_as: 'CANCELED' }]);
    // Another verification does not restart an import that a member cancelled; no reconciliation runs before it.
    await world.call('POST', 'integration/MKA/MARKETPLACE/verify');
    await app.drainJobs();
    expect((await world.counts()).offers).toBe(20);
    expect(await world.jobsOf('synchronization.changes')).toEqual([]);
    const again = await world.call('POST', 'integration/mka/marketplace/import');
    expect(again.body).toMatchObject({ partner: 'MKA', operationID: expect.any(String) });
    expect((await world.call('POST', 'integration/MKA/CRM/import')).status).toBe(404);
    expect((await world.call('POST', 'integration/MKB/MARKETPLACE/import')).status).toBe(404);
    await app.drainJobs();
    expect(await world.counts()).toEqual(all);
  });

  test('waits while the marketplace denies access, and continues after the next verification', async () => {
    stock(world.shop, 30);
    await world.connect();
    let isIn = false;
    world.shop.onPage = async (list) => {
      if (list !== 'offers' || isIn) return;
      // Records the denied access, as every real marketplace call does.
      await world.rows(`UPDATE integration SET status = 'NOT_VERIFIED' WHERE organization_id = $1`);
      throw new MarketplaceError('AccessDenied', { kind: 'unauthorized' });
    };
    await importAll();
    expect(await world.jobsOf('synchronization.import')).toMatchObject([
      { finished: false, waits_for: expect.stringContaining('MKA') },
    ]);
    isIn = true;
    await world.call('POST', 'integration/MKA/MARKETPLACE/verify');
    await app.drainJobs();
    expect(await world.jobsOf('synchronization.import')).toMatchObject([{ outcome: 'imported' }]);
    expect(await world.counts()).toEqual(all);
  });

  test('restarts a list whose cursor has expired at the marketplace', async () => {
    stock(world.shop, 30);
    await world.connect();
    let isOld = true;
    world.shop.onPage = (list, { cursor }) => {
      if (list !== 'agreements' || cursor !== '10' || !isOld) return;
      isOld = false;
      throw new MarketplaceError('InvalidNextToken', { kind: 'refused' });
    };
    await importAll();
    expect(await world.counts()).toEqual(all);
  });

  const saidOf = async (stream: string) => {
    const { body } = await world.call('GET', 'integration/MKA/MARKETPLACE/verification');
    return body.streams.find((one: { stream: string }) => one.stream === stream);
  };

  test('fails with the reason when the marketplace permanently refuses a page, and continues after the next verification', async () => {
    stock(world.shop, 30);
    await world.connect();
    let isRefusing = true;
    world.shop.onPage = (list, { cursor }) => {
      if (list === 'offers' && cursor === '20' && isRefusing)
        throw new MarketplaceError('NOT_FOR_YOU', { kind: 'refused', readable: 'No such type of offers.' });
    };
    await importAll();
    expect(await world.jobsOf('synchronization.import')).toMatchObject([{ ended_as: 'FAILED' }]);
    expect(
      world.shop.asked.filter(({ list, query }) => list === 'offers' && query.cursor === '20'),
    ).toHaveLength(2);
    expect(await saidOf('IMPORT')).toMatchObject({
      failingSince: expect.any(String),
      lastError: 'Offers: No such type of offers.',
    });
    isRefusing = false;
    await world.call('POST', 'integration/MKA/MARKETPLACE/verify');
    await app.drainJobs();
    expect(await world.counts()).toEqual(all);
    expect((await saidOf('IMPORT')).failingSince).toBeUndefined();
  });

  test('skips records that the marketplace refuses to list or to read, and reports them', async () => {
    stock(world.shop, 30);
    world.shop.products.set('p8', aProduct('p8'));
    await world.connect();
    world.shop.refused = { listings: ['The marketplace does not list plugins.'], products: ['p8'] };
    await importAll();
    expect(await world.counts()).toEqual(all);
    const said = await saidOf('IMPORT');
    expect(said.failingSince).toBeUndefined();
    expect(said.lastError).toMatch(/^Products: The marketplace does not list plugins\..*p8/);
    expect(await world.jobsOf('synchronization.changes')).toHaveLength(1);
  });

  test('does not duplicate an offer of ours that is being created and whose external id is unknown yet', async () => {
    world.shop.products.set('p1', aProduct('p1'));
    await world.connect();
    await importAll();
    const [product] = (await world.call('GET', 'product')).body;
    world.shop.createOffer = async () => {
      throw new MarketplaceError('503', { kind: 'unreachable' });
    };
    const made = await world.call('POST', 'offer', {
      name: 'Ours',
      partner: 'MKA',
      productID: product.id,
      offerType: 'PRIVATE',
    });
    expect(made.status, made.text).toBe(200);
    await world.rows(`DELETE FROM marketplace_import WHERE organization_id = $1`);
    world.shop.offers.set('o1', anOffer('o1', { productId: 'p1', buyer: 'b1' }));
    await importAll();
    expect((await world.counts()).offers).toBe(1);
  });

  test('records events for agreements made since, and for the acceptance of an offer made in Tradepost', async () => {
    world.shop.products.set('p1', aProduct('p1'));
    const [past, news] = [400, -1].map((acceptedDaysAgo, n) =>
      anAgreement(`a${n}`, { productId: 'p1', buyer: 'b1', acceptedDaysAgo }),
    );
    for (const one of [past, news]) if (one) world.shop.agreements.set(one.externalId, one);
    await world.connect();
    const since = await world.lastEvent();
    await importAll();
    const events = (await world.eventsSince(since)).map(({ event }) => event);
    expect(events).toContain('ENTITLEMENT CREATE');
    expect(events.filter((event) => event === 'ENTITLEMENT CREATE')).toHaveLength(1);
    expect((await world.counts()).entitlements).toBe(2);
  });

  test('creates the terms of renewals without events', async () => {
    world.shop.products.set('p1', aProduct('p1'));
    const [start, mid, end] = [-500, -135, 230].map((days) =>
      new Date(Date.now() + days * 86_400_000).toISOString(),
    );
    world.shop.agreements.set(
      'a1',
      anAgreement('a1', {
        productId: 'p1',
        buyer: 'b1',
        acceptedAt: start as string,
        startTime: start as string,
        endTime: mid as string,
        renewals: [{ type: 'AutoRenew', startTime: mid as string, endTime: end as string }],
      }),
    );
    await world.connect();
    const since = await world.lastEvent();
    await importAll();
    expect(await world.counts()).toMatchObject({ entitlements: 1, terms: 2 });
    expect((await world.eventsSince(since)).map(({ event }) => event)).toEqual(['INTEGRATION UPDATE IMPORT']);
  });

  test('of another organization creates nothing in this one, even with equal ids', async () => {
    stock(world.shop, 30);
    const other = await openNewWorld();
    stock(other.shop, 6);
    await world.connect();
    await other.connect();
    await importAll();
    await importAll(other);
    expect([await world.counts(), await other.counts()]).toEqual([
      all,
      { products: 2, offers: 6, entitlements: 6, terms: 6, buyers: 6 },
    ]);
  });

  test('makes its records searchable', async () => {
    stock(world.shop, 3);
    await world.connect();
    await importAll();
    await app.index();
    const { body: found } = await world.call('GET', 'knowledge/search?q=o00001');
    expect(found.items.map(({ type, title }: { type: string; title: string }) => [type, title])).toEqual([
      ['OFFER', 'Offer o00001'],
      ['ENTITLEMENT', 'Offer o00001'],
    ]);
  });
});
