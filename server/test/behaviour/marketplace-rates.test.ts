import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRates, longestWaitMs, type MarketplaceError } from '../../src/marketplaces/index.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let replica: TestApp;
let org: TestOrganization;
let waits: number[];
beforeAll(async () => {
  app = await startTestApp();
  replica = await startTestApp({ database: app.database, serve: false });
});
beforeEach(async () => {
  org = await app.organization({ environment: 'PROD' });
  waits = [];
});
afterAll(async () => {
  await replica.stop();
  await app.stop();
});

const rateIn = (of: TestApp, organizationId = org.id, partner = 'MKA') =>
  createRates({
    inOrganization: of.app.inOrganization,
    newId: of.app.newId,
    wait: async (ms) => waits.push(ms),
  })(organizationId, partner);
const settled = async (calls: Promise<void>[]) => {
  const all = await Promise.allSettled(calls);
  const refused = all.flatMap((each) =>
    each.status === 'rejected' ? (each.reason as MarketplaceError) : [],
  );
  return { taken: all.length - refused.length, refused };
};
/** An interval so long that no second slot is due while a test runs. */
const onceInAnHour = 1 / 3600;

describe('the rate of an interface of a marketplace', () => {
  test('is shared by all processes: of forty simultaneous calls one gets the slot', async () => {
    const calls = [app, replica].flatMap((each) =>
      Array.from({ length: 20 }, () => rateIn(each)('describeOffer', onceInAnHour)),
    );
    const { taken, refused } = await settled(calls);
    expect(taken).toBe(1);
    for (const error of refused) {
      expect(error).toMatchObject({ kind: 'throttled', permanent: false, hadNoEffect: true });
      expect(error.retryAfterMs).toBeGreaterThanOrEqual(longestWaitMs);
    }
    const [later] = (await settled([rateIn(app)('describeOffer', onceInAnHour)])).refused;
    expect(later?.retryAfterMs).toBeGreaterThan(3_000_000);
    expect(later?.retryAfterMs).toBeLessThanOrEqual(3_600_000);
  });

  test('gives each call its own slot, and delays the call until that time', async () => {
    const before = (await app.database.query('SELECT clock_timestamp() AS now')).rows[0].now as Date;
    const calls = [app, replica].flatMap((each) =>
      Array.from({ length: 10 }, () => rateIn(each)('describeOffer', 20)),
    );
    expect((await settled(calls)).taken).toBe(20);
    const { rows } = await app.database.query(
      'SELECT next_at FROM marketplace_rate WHERE organization_id = $1',
      [org.id],
    );
    expect(rows[0].next_at.getTime() - before.getTime()).toBeGreaterThanOrEqual(20 * 50);
    expect(Math.max(0, ...waits)).toBeLessThanOrEqual(longestWaitMs);
  });

  test('delays no call by more than two seconds, and writes nothing without a free slot', async () => {
    await rateIn(app)('describeOffer', onceInAnHour);
    const read = async () =>
      (
        await app.database.query(
          'SELECT xmin::text, ctid::text, next_at FROM marketplace_rate WHERE organization_id = $1',
          [org.id],
        )
      ).rows;
    const before = await read();
    await expect(rateIn(replica)('describeOffer', 1000)).rejects.toMatchObject({ kind: 'throttled' });
    expect(await read()).toEqual(before);
    expect(waits).toEqual([]);
  });

  test('is separate for each interface, marketplace and organization', async () => {
    const other = await app.organization({ environment: 'PROD' });
    const calls = [
      rateIn(app)('describeOffer', onceInAnHour),
      rateIn(app)('startChange', onceInAnHour),
      rateIn(app, org.id, 'MKB')('describeOffer', onceInAnHour),
      rateIn(app, other.id)('describeOffer', onceInAnHour),
    ];
    expect((await settled(calls)).taken).toBe(4);
  });
});
