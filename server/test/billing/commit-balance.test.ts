import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyInvoices } from '../../src/billing/index.ts';
import { verifyUsage } from '../../src/metering/index.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { usageOf } from '../usage.fixture.ts';
import { type BillingSales, billingSales, type ShownInvoice } from './sales.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
let sales: BillingSales;
beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  org = await app.organization({ at: '2026-12-20T09:00:00Z' });
  by = entitlementsOf(app, org);
  sales = billingSales(app, org, by);
});
afterAll(() => app.stop());

const commit = (rate: number, more: object = {}) => ({
  key: 'fee',
  rate,
  length: 1,
  timeUnit: 'MONTH',
  ...more,
});
/** A commit of 310 for each month; usage at 1 each is charged only above it. */
const sell = async (start: string, more: object = {}) => {
  await sales.until(`${start}T00:00:00Z`);
  sales.startOn(start);
  const info = { commits: [commit(310)], dimensions: [{ key: 'api', name: 'API', rate: 1 }] };
  return sales.sell({ ...info, isMeteringOverageCommit: true, ...more }, '2029-01-01');
};
const report = (id: string, units: number, timestamp?: string) =>
  by.post(`entitlement/${id}/usageRecordGroup`, {
    records: { api: units },
    ...(timestamp ? { timestamp } : {}),
  });
const change = (id: string, rate: number) =>
  by.patch(`entitlement/${id}/priceModel`, { commits: [commit(rate, { name: `Plan of ${rate}` })] });
const cancel = (id: string) => by.post(`entitlement/${id}/cancel`);
/** Shows amount, deducted commit and credited amount of each invoice. */
const shown = async (id: string) =>
  (await sales.invoices(id))
    .filter(({ status }) => status !== 'DELETED')
    .sort((one, other) => (one.startDate + one.type < other.startDate + other.type ? -1 : 1))
    .map(({ type, info }: ShownInvoice) => [
      type,
      info.dueAmount,
      info.deductedCommitAmount ?? 0,
      info.creditedAmount ?? 0,
    ]);
const expectVerified = async () => {
  const { act } = usageOf(app, org);
  expect([await act(verifyUsage), await act(verifyInvoices)]).toEqual([[], []]);
};

describe('R48 R61 a cancellation credits no commit that usage has drawn', () => {
  test('a fully drawn commit is not credited, and covers the usage', async () => {
    const { id } = await sell('2027-01-01');
    await report(id, 310);
    await sales.until('2027-01-02T00:00:00Z');
    await cancel(id);
    await sales.until('2027-01-03T00:00:00Z');
    expect(await shown(id)).toEqual([
      ['COMMIT', 310, 0, 0],
      ['USAGE', 0, 310, 0],
    ]);
    await expectVerified();
  });
});

describe('R48 R61 after a cancellation', () => {
  test('the credit waits for unsettled usage, which is not billed as overage', async () => {
    const { id } = await sell('2027-01-31');
    await report(id, 200);
    await cancel(id);
    await app.drainJobs();
    await sales.until('2027-02-01T12:00:00Z');
    // Without usage, a day of 28 would keep only 11.07.
    expect(await shown(id)).toEqual([
      ['COMMIT', 310, 0, 110],
      ['USAGE', 0, 200, 0],
    ]);
    await expectVerified();
  });

  test('late usage that reduces the total price credits the commit that is no longer drawn', async () => {
    const { id: metric } = await by.post('billableMetric', { name: 'Calls', aggregationType: 'SUM' });
    const tiers = [{ maximumUnits: 20, unitAmount: 10 }, { unitAmount: 5 }];
    const calls = {
      name: 'Calls',
      billableMetricId: metric,
      category: 'volume',
      priceModelVolume: { tiers },
    };
    const { id } = await sell('2028-02-29', { dimensions: [], billableDimensions: [calls] });
    const count = (quantity: number, timestamp: string) =>
      by.post(`entitlement/${id}/usageRecordGroup`, {
        timestamp,
        billableRecords: [{ key: metric, quantity }],
      });
    await count(20, '2028-02-29T00:00:00Z');
    await sales.until('2028-03-01T00:10:00Z');
    await cancel(id);
    await sales.until('2028-03-01T04:00:00Z');
    expect(await shown(id)).toEqual([
      ['COMMIT', 310, 0, 110],
      ['USAGE', 0, 200, 0],
    ]);
    await count(10, '2028-02-29T00:30:00Z');
    await sales.until('2028-03-01T06:00:00Z');
    expect((await shown(id))[0]).toEqual(['COMMIT', 310, 0, 160]);
    await expectVerified();
  });
});

describe('R48 R61 a change of plan', () => {
  test('leaves the undrawn commit of the period to the next plan', async () => {
    const { id } = await sell('2027-01-01');
    await report(id, 310);
    await sales.until('2027-01-02T00:00:00Z');
    await change(id, 620);
    await sales.until('2027-01-10T00:00:00Z');
    await report(id, 390);
    await sales.until('2027-02-01T02:00:00Z');
    // The first plan keeps 310 for a day worth 10; the second has 600 less 300. Of 700 of usage, 90 are above the
    // commits.
    expect(await shown(id)).toEqual([
      ['COMMIT', 310, 0, 0],
      ['USAGE', 90, 610, 0],
      ['COMMIT', 300, 0, 0],
      ['COMMIT', 620, 0, 0],
    ]);
    await expectVerified();
  });

  test('lets late usage of the earlier plan draw the commit that moved to the next plan, unless drawn there', async () => {
    const { id } = await sell('2027-01-01', { gracePeriodInDays: 2 });
    await sales.until('2027-01-11T00:00:00Z');
    await change(id, 311);
    await sales.until('2027-01-12T00:00:00Z');
    await report(id, 250, '2027-01-05T00:00:00Z');
    await report(id, 40);
    await sales.until('2027-02-01T02:00:00Z');
    // 100 for ten days, and 150 of the 210 that moved to the next plan, which has 210.68.
    const ofUsage = async () => (await shown(id)).filter(([type]) => type === 'USAGE');
    expect(await ofUsage()).toEqual([['USAGE', 0, 290, 0]]);
    await report(id, 30, '2027-01-06T00:00:00Z');
    await sales.until('2027-02-01T04:00:00Z');
    expect(await ofUsage()).toEqual([['USAGE', 9.32, 310.68, 0]]);
    await expectVerified();
  });
});
