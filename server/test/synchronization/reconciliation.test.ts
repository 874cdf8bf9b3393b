import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MarketplaceError } from '../../src/marketplaces/index.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { anAgreement, anOffer, type Shop, stock, withShops } from '../marketplace-double.ts';
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
  stock(world.shop, 12);
  await world.connect();
  await world.request();
  await app.drainJobs();
  world.shop.asked = [];
});

const changes = async () => {
  await world.makeDue('synchronization.changes');
  await app.drainJobs();
};
const comparison = async () => {
  await world.makeDue('synchronization.comparison');
  await app.drainJobs();
};
const eventsOf = async (work: () => Promise<void>) => {
  const since = await world.lastEvent();
  await work();
  return (await world.eventsSince(since)).map(({ event }) => event);
};
/** Changes a record at the marketplace, with the current time. */
function change(kind: 'offers' | 'agreements', id: string, more: object): void {
  const things = world.shop[kind] as Map<string, object>;
  things.set(id, { ...things.get(id), ...more });
  world.shop.changed.set(id, new Date());
}
/** Dates all records at the marketplace as unchanged for a long time. */
const settle = () => {
  for (const things of [world.shop.products, world.shop.offers, world.shop.agreements])
    for (const id of things.keys()) world.shop.changed.set(id, new Date('2020-01-01'));
};
const entitlementOf = async (externalId: string) =>
  (
    await world.rows(
      `SELECT id, status FROM entitlement WHERE organization_id = $1 AND external_id = $2`,
      externalId,
    )
  )[0];

describe('the hourly reconciliation', () => {
  test('a pass reads the changes since the preceding pass, with an overlap', async () => {
    settle();
    await changes();
    const [first] = world.shop.asked;
    const [{ begun_at: begun }] = await world.rows(
      `SELECT begun_at FROM marketplace_import WHERE organization_id = $1`,
    );
    expect(begun.getTime() - Date.parse(first?.query.since ?? '')).toBe(15 * 60_000);
    world.shop.asked = [];
    await changes();
    expect(Date.parse(world.shop.asked[0]?.query.since ?? '')).toBeGreaterThan(
      Date.parse(first?.query.since ?? ''),
    );
  });

  test('a refused list is reported, does not block other lists, and is read in full later', async () => {
    settle();
    world.shop.onPage = (list) => {
      if (list === 'offers') throw new MarketplaceError('NO', { kind: 'refused', readable: 'No offers.' });
    };
    await changes();
    const sinceOf = (list: string) => world.shop.asked.find((one) => one.list === list)?.query.since;
    const first = sinceOf('offers');
    expect(sinceOf('agreements')).toBeDefined();
    const said = async () =>
      (await world.call('GET', 'integration/MKA/MARKETPLACE/verification')).body.streams.find(
        ({ stream }: { stream: string }) => stream === 'CHANGES',
      );
    expect(await said()).toMatchObject({ failingSince: expect.any(String), lastError: 'Offers: No offers.' });
    world.shop.onPage = () => undefined;
    world.shop.asked = [];
    await changes();
    expect(sinceOf('offers')).toBe(first);
    expect((await said()).failingSince).toBeUndefined();
  });

  test('records without differences are not read again', async () => {
    expect(await eventsOf(changes)).toEqual([]);
    expect(await world.jobsOf('marketplaces.observe')).toEqual([]);
    expect(await world.jobsOf('offers.sync')).toEqual([]);
  });

  test('an agreement cancelled at the marketplace is cancelled here, with its event', async () => {
    settle();
    change('agreements', 'a00001', { status: 'CANCELLED', externalStatus: 'CANCELLED' });
    expect(await eventsOf(changes)).toContain('ENTITLEMENT CANCEL');
    expect(await entitlementOf('a00001')).toMatchObject({ status: 'CANCELLED' });
  });

  test('an order whose notification was lost becomes an entitlement, with its event', async () => {
    settle();
    const order = anAgreement('a-new', { productId: 'p1', buyer: 'new', acceptedDaysAgo: 0 });
    world.shop.agreements.set('a-new', order);
    expect(await eventsOf(changes)).toContain('ENTITLEMENT CREATE');
    expect(await entitlementOf('a-new')).toMatchObject({ status: 'ACTIVE' });
  });

  test('an offer that the seller created in the portal is adopted as SYNC, with its event', async () => {
    settle();
    world.shop.offers.set('o-new', anOffer('o-new', { productId: 'p2', buyer: 'buyer-1' }));
    expect(await eventsOf(changes)).toContain('OFFER CREATE');
    const [offer] = await world.rows(
      `SELECT o.meta_info ->> 'createdBySource' AS source, p.external_id AS product, b.external_id AS buyer
       FROM offer o JOIN product p ON p.organization_id = $1 AND p.id = o.product_id
         JOIN buyer b ON b.organization_id = $1 AND b.id = o.buyer_id
       WHERE o.organization_id = $1 AND o.external_id = 'o-new'`,
    );
    expect(offer).toEqual({ source: 'SYNC', product: 'p2', buyer: 'buyer-1' });
  });

  test('a difference that cannot be repaired is read again once, and not every hour', async () => {
    settle();
    // An accepted offer cannot become pending again.
    change('offers', 'o00001', { status: 'PENDING_ACCEPTANCE' });
    const [{ id }] = await world.rows(
      `SELECT id FROM offer WHERE organization_id = $1 AND external_id = 'o00001'`,
    );
    app.expectAbnormalAlert(id);
    expect(await eventsOf(changes)).toEqual(['OFFER ABNORMAL_ALERT']);
    expect(await eventsOf(changes)).toEqual([]);
    expect(await eventsOf(comparison)).toEqual([]);
  });

  test('stops while the integration is not verified, and resumes after verification', async () => {
    await world.rows(`UPDATE integration SET status = 'NOT_VERIFIED' WHERE organization_id = $1`);
    await changes();
    expect(world.shop.asked).toEqual([]);
    expect(await world.jobsOf('synchronization.changes')).toMatchObject([
      { outcome: 'the integration is not verified', finished: true },
    ]);
    await world.call('POST', 'integration/MKA/MARKETPLACE/verify');
    await changes();
    expect(world.shop.asked.length).toBeGreaterThan(0);
  });

  test('a failed page is requested again from the same position with the same parameters', async () => {
    let pages = 0;
    world.shop.onPage = () => {
      if (++pages === 3) throw new MarketplaceError('500', { kind: 'unreachable' });
    };
    await changes();
    const failed = world.shop.asked.at(-1);
    world.shop.asked = [];
    await changes();
    expect(world.shop.asked[0]).toEqual(failed);
  });

  test('a failing marketplace of one organization does not delay others', async () => {
    const other = openWorld(app, await app.organization({ environment: 'PROD' }), shops);
    stock(other.shop, 3);
    await other.connect();
    await other.request();
    await app.drainJobs();
    world.shop.onPage = () => {
      throw new MarketplaceError('500', { kind: 'unreachable' });
    };
    other.shop.asked = [];
    await other.makeDue('synchronization.changes');
    await changes();
    expect(other.shop.asked.map(({ list }) => list)).toEqual(['products', 'offers', 'agreements']);
  });
});

describe('the nightly comparison', () => {
  test('a full pass lists all records and repairs differences without a recent change', async () => {
    settle();
    await world.rows(
      `UPDATE entitlement SET external_status = 'SUSPENDED', status = 'SUSPENDED'
       WHERE organization_id = $1 AND external_id = 'a00002'`,
    );
    expect(await eventsOf(changes)).toEqual([]);
    expect(await eventsOf(comparison)).toEqual(['ENTITLEMENT REINSTATE']);
    expect(world.shop.asked.at(-1)?.query.since).toBeUndefined();
  });

  test('a record that vanished is reported once; ended or merely unlisted records are not', async () => {
    world.shop.agreements.delete('a00001');
    world.shop.offers.delete('o00003');
    world.shop.products.delete('p2');
    world.shop.unlisted.add('a00002');
    // The agreement was cancelled long ago, so the marketplace may no longer list it.
    world.shop.agreements.delete('q00000');
    const ids = await world.rows(
      `SELECT id FROM offer WHERE organization_id = $1 AND external_id = 'o00003'
       UNION ALL SELECT id FROM entitlement WHERE organization_id = $1 AND external_id = 'a00001'
       UNION ALL SELECT id FROM product WHERE organization_id = $1 AND external_id = 'p2'`,
    );
    for (const { id } of ids) app.expectAbnormalAlert(id);
    expect((await eventsOf(comparison)).toSorted()).toEqual([
      'ENTITLEMENT ABNORMAL_ALERT',
      'OFFER ABNORMAL_ALERT',
      'PRODUCT ABNORMAL_ALERT',
    ]);
    expect(await eventsOf(comparison)).toEqual([]);
  });

  test('an import in TEST creates the records that exist in the sandbox only', async () => {
    const org = await app.organization();
    const call = (method: string, path: string, body?: unknown) =>
      app.request(method, `/org/${org.id}/${path}`, { token: org.token, body });
    const own = await call('POST', 'offer', {
      name: 'Ours',
      partner: 'MKA',
      productID: 'x',
      offerType: 'PRIVATE',
      info: { currency: 'USD', commits: [{ key: 'fee', rate: 100, length: 12, timeUnit: 'MONTH' }] },
    });
    expect(own.status, own.text).toBe(200);
    await app.drainJobs();
    await app.database.query(
      `INSERT INTO sandbox_offer (organization_id, id, partner, creation_key, state, spec, creation_time, last_update_time)
       SELECT organization_id, 'sbo_portal', partner, 'console', 'PUBLISHED', spec || '{"madeBy":"SELLER","name":"By hand"}',
         creation_time, last_update_time
       FROM sandbox_offer WHERE organization_id = $1`,
      [org.id],
    );
    await call('POST', 'integration', { partner: 'MKA', service: 'MARKETPLACE', credentials: { a: 'b' } });
    await call('POST', 'integration/MKA/MARKETPLACE/verify');
    const { requestImport } = await import('../../src/synchronization/requests.ts');
    await app.app.inOrganization(org.id, 'test', (scope) => requestImport(scope, 'MKA'));
    await app.drainJobs();
    const { body: offers } = await call('GET', 'offer');
    expect(
      offers.map(({ name, metaInfo }: { name: string; metaInfo: object }) => [name, metaInfo]).toSorted(),
    ).toMatchObject([
      ['By hand', { createdBySource: 'SYNC' }],
      ['Ours', { createdBySource: 'API' }],
    ]);
    expect((await call('GET', 'product')).body.length).toBeGreaterThan(0);
  });
});
