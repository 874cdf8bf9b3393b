import { afterAll, beforeAll, expect, test } from 'vitest';
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
  org = await app.organization();
  sale = entitlementsOf(app, org);
});
afterAll(() => app.stop());

const hourMs = 3_600_000;
const nextHour = async () => {
  const { time } = await sale.get('sandbox/clock');
  const to = new Date(Math.ceil((Date.parse(time) + 1) / hourMs) * hourMs + 1000).toISOString();
  await sale.post('sandbox/clock', { to });
  await app.drainJobs();
};
/** Returns the counts of an entitlement by dimension. */
const countsOf = async (id: string) =>
  Object.fromEntries(
    (await sale.entitlement(id)).info.dimensions.map(
      ({ key, usageCount }: { key: string; usageCount?: object }) => [key, usageCount],
    ),
  );

test('an entitlement shows for each dimension the units of its term that were included, paid by credit and reported', async () => {
  const dimensions = [
    {
      key: 'gpu',
      name: 'GPU',
      rate: 2,
      includedBaseQuantities: [{ quantity: 3, recurringUnit: 'Monthly' }],
      // Counts sent by a caller are ignored.
      usageCount: { reportedCount: 99 },
    },
    { key: 'disk', name: 'Disk', rate: 0.5 },
    { key: 'unused', name: 'Unused', rate: 1 },
  ];
  const { id } = await sale.accepted({
    partner: 'MKB',
    info: { dimensions, currency: 'USD' },
  });
  await sale.post(`entitlement/${id}/addCredit`, { creditAmountIncrement: 2 });
  await sale.post(`entitlement/${id}/usageRecordGroup`, { records: { gpu: 10, disk: 0.25 } });
  await nextHour();
  // The credit pays for a quarter of a disk; the remaining credit pays for GPUs.
  const paid = { includedCount: 3, creditCount: 0.9375 };
  expect(await countsOf(id)).toEqual({
    gpu: { ...paid, reportedCount: 6.0625 },
    disk: { creditCount: 0.25 },
    unused: undefined,
  });
  await sale.post(`entitlement/${id}/usageRecordGroup`, { records: { gpu: 0.5, disk: 1 } });
  await nextHour();
  expect(await countsOf(id)).toEqual({
    gpu: { ...paid, reportedCount: 6.5625 },
    disk: { creditCount: 0.25, reportedCount: 1 },
    unused: undefined,
  });
  expect(await usageOf(app, org).act(verifyUsage)).toEqual([]);
});
