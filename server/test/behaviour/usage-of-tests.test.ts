import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifyUsage } from '../../src/metering/index.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { usageOf } from '../usage.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let sale: Entitlements;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  org = await app.organization();
  sale = entitlementsOf(app, org);
});

const hourMs = 3_600_000;
const dimensions = [
  { key: 'gpu', name: 'GPU', rate: 2 },
  { key: 'disk', name: 'Disk', rate: 0.5 },
];
const query = (text: string, ...values: unknown[]) => app.database.query(text, [org.id, ...values]);
const now = async () => new Date((await sale.get('sandbox/clock')).time);
const metered = (partner: string, offer: object = {}) =>
  sale.accepted({ partner, info: { dimensions, currency: 'USD', mkCDuration: 12 }, ...offer });

/** Returns the start of the next hour by the test clock. */
const base = async () => new Date(Math.floor((await now()).getTime() / hourMs) * hourMs + hourMs);
const advanceTo = async (time: Date) => {
  await sale.post('sandbox/clock', { to: time.toISOString() });
  await app.drainJobs();
};
const later = (from: Date, minutes: number) => new Date(from.getTime() + minutes * 60_000);

const testUntil = (id: string, until: Date) =>
  sale.patch(`entitlement/${id}/metaInfo`, {
    enableTestUsageMetering: true,
    testUsageMeteringEndTime: until.toISOString(),
  });
/** Returns the hours of an entitlement’s test usage, relative to a given hour. */
const hoursOf = async (id: string, from: Date): Promise<number[]> => {
  const { rows } = await query(
    `SELECT g.usage_time, g.keys, g.quantities::float[] AS quantities FROM usage_group g
     JOIN usage_batch b ON b.organization_id = g.organization_id AND b.id = g.batch_id
     WHERE g.organization_id = $1 AND g.entitlement_id = $2 AND b.source = 'INTERNAL' AND g.state IS NULL
     ORDER BY g.usage_time`,
    id,
  );
  for (const { keys, quantities } of rows)
    expect([keys, quantities]).toEqual([
      ['disk', 'gpu'],
      [1, 1],
    ]);
  return rows.map(({ usage_time: time }) => Math.floor((time.getTime() - from.getTime()) / hourMs));
};
const pending = async () =>
  (await query(`SELECT kind FROM job WHERE organization_id = $1 AND finished_at IS NULL`)).rows.filter(
    ({ kind }) => /testUsage|metering/.test(kind),
  );

test('test usage is reported once in each hour until its end, and billed like all usage', async () => {
  const sold = await metered('MKA');
  const from = await base();
  await advanceTo(later(from, 20));
  await testUntil(sold.id, later(from, 4 * 60 + 30));
  await app.drainJobs();
  expect(await hoursOf(sold.id, from)).toEqual([0]);
  await advanceTo(later(from, 24 * 60));
  expect(await hoursOf(sold.id, from)).toEqual([0, 1, 2, 3, 4]);
  const billed = await sale.get(`sandbox/usage?agreementId=${sold.externalID}`);
  expect(
    billed.map(({ dimension, quantity }: Record<string, unknown>) => `${dimension} ${quantity}`).sort(),
  ).toEqual([...Array(5).fill('disk 1'), ...Array(5).fill('gpu 1')]);
  expect(new Set(billed.map(({ hour }: { hour: string }) => hour)).size).toBe(5);
  const day = (await now()).toISOString().slice(0, 10);
  const listed = await sale.get(
    `usageRecordGroup?source=INTERNAL&startDate=${from.toISOString().slice(0, 10)}&endDate=${day}`,
  );
  expect(listed.usageRecordGroups).toHaveLength(5);
  expect(listed.usageRecordGroups[0]).toMatchObject({
    records: { disk: 1, gpu: 1 },
    status: 'REPORTED',
    metaInfo: { source: 'INTERNAL' },
  });
  expect(await usageOf(app, org).act(verifyUsage)).toEqual([]);
  expect(await pending()).toEqual([]);
  // Ended test usage starts again with a new end.
  await testUntil(sold.id, later(from, 26 * 60));
  await advanceTo(later(from, 30 * 60));
  expect(await hoursOf(sold.id, from)).toEqual([0, 1, 2, 3, 4, 24, 25]);
});

test('test usage set on the offer begins with the entitlement, and ends with it', async () => {
  const end = later(await now(), 10 * 60);
  const sold = await metered('MKA', {
    endTime: end.toISOString(),
    metaInfo: { enableTestUsageMetering: true, testUsageMeteringEndTime: later(end, 48 * 60).toISOString() },
  });
  const from = new Date(Math.floor((await now()).getTime() / hourMs) * hourMs);
  expect(await hoursOf(sold.id, from)).toEqual([0]);
  await advanceTo(later(end, 24 * 60));
  expect((await sale.entitlement(sold.id)).status).toBe('CANCELLED');
  const hours = await hoursOf(sold.id, from);
  expect(hours.at(-1)).toBeLessThanOrEqual(10);
  expect(hours.length).toBe(Math.ceil((end.getTime() - from.getTime()) / hourMs));
  expect(await pending()).toEqual([]);
});

test('test usage ends with a cancellation, pauses with a suspension, and stops when it is disabled', async () => {
  const [cancelled, suspended, off] = [await metered('MKB'), await metered('MKB'), await metered('MKB')];
  const from = await base();
  await advanceTo(later(from, 10));
  for (const { id } of [cancelled, suspended, off]) await testUntil(id, later(from, 48 * 60));
  await app.drainJobs();
  await advanceTo(later(from, 130));
  await sale.post(`sandbox/entitlement/${cancelled.id}/cancel`);
  await sale.post(`sandbox/entitlement/${suspended.id}/suspend`);
  await sale.patch(`entitlement/${off.id}/metaInfo`, { enableTestUsageMetering: false });
  await app.drainJobs();
  await advanceTo(later(from, 250));
  await sale.post(`sandbox/entitlement/${suspended.id}/reinstate`);
  await app.drainJobs();
  // Two reports in one hour count once.
  for (const isOn of [true, false, true]) {
    await sale.patch(`entitlement/${off.id}/metaInfo`, { enableTestUsageMetering: isOn });
    await app.drainJobs();
  }
  await advanceTo(later(from, 370));
  expect((await sale.entitlement(cancelled.id)).status).toBe('CANCELLED');
  expect(await hoursOf(cancelled.id, from)).toEqual([0, 1, 2]);
  expect(await hoursOf(suspended.id, from)).toEqual([0, 1, 2, 4, 5, 6]);
  expect(await hoursOf(off.id, from)).toEqual([0, 1, 2, 4, 5, 6]);
  expect((await pending()).filter(({ kind }) => kind === 'entitlements.testUsage')).toHaveLength(2);
});

test('test usage of an entitlement without usage is refused once, with an alert', async () => {
  const sold = await sale.ordered('MKF');
  await query(
    `UPDATE entitlement SET info = info || $2::jsonb WHERE organization_id = $1`,
    JSON.stringify({ dimensions }),
  );
  const from = await base();
  await testUntil(sold.id, later(from, 48 * 60));
  await app.drainJobs();
  await advanceTo(later(from, 5 * 60));
  const { rows } = await query(
    `SELECT g.batch_id, g.reason FROM usage_group g WHERE g.organization_id = $1 AND g.state = 'INVALID'`,
  );
  expect(rows).toEqual([
    { batch_id: expect.any(String), reason: expect.stringContaining('does not accept usage') },
  ]);
  expect(await sale.actions(rows[0].batch_id)).toEqual(['CREATE', 'ABNORMAL_ALERT']);
  expect(await pending()).toEqual([]);
});
