import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setQuota } from '../../src/organizations/index.ts';
import { day, type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { dimensions, usageCallsOf } from '../usage-calls.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
let usage: ReturnType<typeof usageCallsOf>;
beforeAll(async () => {
  app = await startTestApp();
});
// Marketplaces accept usage of one month, so three days later must be in the same month.
const begin = async () => {
  org = await app.organization({ at: '2031-05-12T10:20:00Z' });
  by = entitlementsOf(app, org);
  usage = usageCallsOf(app, org, by);
};
beforeAll(begin);
afterAll(() => app.stop());

const hour = 3_600_000;
const at = (partner: string) => by.accepted({ partner, info: { dimensions } });
/** Returns a past time by the organization’s clock. */
const ago = async (ms: number) => new Date((await nowOf()) - ms).toISOString();
const nowOf = async (): Promise<number> => {
  const { rows } = await app.database.query(
    'SELECT clock_offset_ms::float AS ms FROM organization WHERE organization_id = $1',
    [org.id],
  );
  return Date.now() + rows[0].ms;
};
const reasonOf = async (entitlementId: string, more: object = {}) => {
  const { status, body } = await usage.report(entitlementId, { records: { gpu: 1 }, ...more });
  return status === 200 ? 'taken' : `${status} ${body.errors[0].pointer}`;
};

describe('usage is accepted', () => {
  test.each(['PENDING_CANCEL', 'ACTIVE'])('for an entitlement that is %s', async (status) => {
    const { id } = await usage.metered();
    await by.setStatus(id, status);
    expect(await reasonOf(id)).toBe('taken');
  });

  test.each(['SUSPENDED', 'PENDING_START', 'DELETED'])(
    'except for an entitlement that is %s',
    async (status) => {
      const { id } = await usage.metered();
      await by.setStatus(id, status);
      expect(await reasonOf(id)).toBe('400 /entitlementID');
    },
  );

  test.each(['MKA', 'MKB'])('as late as its marketplace accepts it: %s', async (partner) => {
    const { id } = await at(partner);
    await by.advance(3 * day);
    const [young, old] = [await ago(22 * hour), await ago(26 * hour)];
    expect(await reasonOf(id, { timestamp: young })).toBe('taken');
    expect(await reasonOf(id, { timestamp: old })).toBe('400 /timestamp');
  });

  test('at any time since a direct sale began', async () => {
    const { id } = await usage.metered();
    await by.advance(100 * day);
    expect(await reasonOf(id, { timestamp: await ago(99 * day) })).toBe('taken');
  });

  test('except by marketplaces without usage', async () => {
    const { id } = await by.ordered('MKF');
    expect(await reasonOf(id)).toBe('400 /entitlementID');
    const reply = await usage.batch([{ entitlementID: id, records: { gpu: 1 } }]);
    expect(reply.body[0]).toMatchObject({ status: 'INVALID', soldBy: 'MKF' });
  });

  test('after the end for a limited time only, for earlier times', async () => {
    const { id, endTime } = await usage.metered({
      commits: [{ key: 'fee', rate: 1, length: 1, timeUnit: 'MONTH' }],
    });
    await by.advance(Date.parse(endTime) - (await nowOf()) + hour);
    expect((await by.entitlement(id)).status).toBe('CANCELLED');
    const before = new Date(Date.parse(endTime) - hour).toISOString();
    expect(await reasonOf(id, { timestamp: before })).toBe('taken');
    expect(await reasonOf(id)).toBe('400 /timestamp');
    await by.advance(day);
    expect(await reasonOf(id, { timestamp: before })).toBe('400 /entitlementID');
  });
});

describe('R41 a dimension', () => {
  const many = Array.from({ length: 60 }, (_, n) => ({ key: `d${n}`, name: `Dimension ${n}`, rate: 1 }));

  test('past the 50th is found on the offer', async () => {
    const sold = await by.direct({ info: { dimensions: many } });
    expect(sold.info.dimensions).toHaveLength(50);
    const reply = await usage.report(sold.id, { records: { d0: 1, d59: 2, 'Dimension 55': 3 } });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.records).toEqual({ d0: 1, d55: 3, d59: 2 });
  });

  test('is found on the product if offer and entitlement lack it', async () => {
    const product = await by.post('product', {
      name: 'Metered',
      info: { dimensions: [{ key: 'p1', name: 'Of product' }] },
    });
    const sold = await by.direct({ productID: product.id });
    expect((await usage.report(sold.id, { records: { 'Of product': 1 } })).body.records).toEqual({ p1: 1 });
    expect(await reasonOf(sold.id, { records: { p2: 1 } })).toBe('400 /records/p2');
  });

  test('may have a name of the seller’s own, if it is mapped', async () => {
    const sold = await usage.metered();
    expect(await reasonOf(sold.id, { records: { own: 1 } })).toBe('400 /records/own');
    await by.patch('usageMeteringConfigInfo', {
      partnerUsageMeteringConfigs: [
        { enableDimensionMapping: true, dimensionMappingV2: { own: [{ dimensionKey: 'gpu' }] } },
      ],
    });
    expect(await reasonOf(sold.id, { records: { own: 1 } })).toBe('taken');
  });
});

describe('storage', () => {
  test('creates the missing partition of a month, and accepts the call', async () => {
    const { id } = await usage.metered();
    const { rows } = await app.database.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = 'usage_group'::regclass`,
    );
    for (const { name } of rows) await app.database.query(`DROP TABLE ${name}`);
    expect(await reasonOf(id)).toBe('taken');
    for (const { name } of rows) await app.database.query(`DROP TABLE IF EXISTS ${name}`);
    expect((await usage.batch([{ entitlementID: id, records: { gpu: 1 } }])).status).toBe(200);
  });
});

describe('the settlement', () => {
  const runs = async () => {
    const { rows } = await app.database.query(
      `SELECT id, due_at, finished_at IS NULL AS open FROM job WHERE organization_id = $1 AND kind = 'metering.run' ORDER BY id`,
      [org.id],
    );
    return rows;
  };

  test('is scheduled once for an hour, and immediately if that of the hour has ended', async () => {
    await begin();
    const { id } = await usage.metered();
    await app.database.query(
      `UPDATE organization SET clock_offset_ms = clock_offset_ms
         + 1000 * (3601 - floor(extract(epoch FROM clock_timestamp() + clock_offset_ms * interval '1 ms'))::int % 3600)
       WHERE organization_id = $1`,
      [org.id],
    );
    expect(await runs()).toEqual([]);
    await Promise.all(Array.from({ length: 8 }, () => reasonOf(id)));
    const [run, ...others] = await runs();
    expect(others).toEqual([]);
    expect(Date.parse(run.due_at) % hour).toBe(0);
    await app.database.query(`UPDATE job SET finished_at = now() WHERE organization_id = $1`, [org.id]);
    await reasonOf(id);
    const open = (await runs()).filter((job) => job.open);
    expect(open).toHaveLength(1);
    expect(Date.parse(open[0].due_at)).toBeLessThanOrEqual(await nowOf());
  });
});

describe('the quota of a day', () => {
  test('counts the groups of all calls: a call that does not fit is refused as a whole', async () => {
    await begin();
    const { id } = await usage.metered();
    await app.app.database.transaction(
      (queryable) =>
        setQuota(queryable, app.app.newId, new Date(), {
          organizationId: org.id,
          name: 'usageRecordGroupsPerDay',
          maximum: 10,
        }),
      'system',
    );
    const batch = (size: number) =>
      usage.batch(Array.from({ length: size }, () => ({ entitlementID: id, records: { gpu: 1 } })));
    expect((await batch(6)).status).toBe(200);
    const full = await batch(5);
    expect([full.status, full.body.code]).toEqual([429, 'quota_exceeded']);
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await batch(4)).status).toBe(200);
    expect((await usage.report(id, { records: { gpu: 1 } })).status).toBe(429);
    expect((await usage.stored())?.groups).toBe(10);
    const [{ used }] = (await by.get('quota')).filter(
      ({ name }: { name: string }) => name === 'usageRecordGroupsPerDay',
    );
    expect(used).toBe(10);
  });

  test('counts a retried group once, on the day of its first call', async () => {
    await begin();
    const { id } = await usage.metered();
    const used = async (): Promise<number> =>
      (await by.get('quota')).find(({ name }: { name: string }) => name === 'usageRecordGroupsPerDay').used;
    const { body } = await usage.batch([
      { entitlementID: id, billableRecords: [{ key: 'bmt_later', quantity: 2 }] },
      { entitlementID: id, records: { gpu: 1 } },
    ]);
    expect([body[0].status, await used()]).toEqual(['INVALID', 2]);
    await by.post('billableMetric', { id: 'bmt_later', name: 'Later', aggregationType: 'SUM' });
    const again = await by.call('POST', `usageRecordGroup/${body[0].id}/retry`);
    expect([again.status, again.body.status, await used()]).toEqual([200, 'CREATED', 2]);
    expect((await usage.stored())?.batches).toBe(2);
    await app.database.query(
      `UPDATE usage_batch SET creation_time = creation_time - interval '1 day' WHERE organization_id = $1 AND size = 2`,
      [org.id],
    );
    expect(await used()).toBe(0);
    expect((await usage.report(id, { records: { gpu: 1 } })).status).toBe(200);
    expect(await used()).toBe(1);
  });

  test('is never exceeded by simultaneous calls', async () => {
    await begin();
    const { id } = await usage.metered();
    await app.app.database.transaction(
      (queryable) =>
        setQuota(queryable, app.app.newId, new Date(), {
          organizationId: org.id,
          name: 'usageRecordGroupsPerDay',
          maximum: 100,
        }),
      'system',
    );
    const body = Array.from({ length: 30 }, () => ({ entitlementID: id, records: { gpu: 1 } }));
    const replies = await Promise.all(Array.from({ length: 8 }, () => usage.batch(body)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    expect((await usage.stored())?.groups).toBe(90);
  });
});
