import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const begin = async () => {
  org = await app.organization({ at: '2026-12-31T09:00:00Z' });
  by = entitlementsOf(app, org);
  sales = billingSales(app, org, by);
  await sales.until('2027-01-01T00:00:00Z');
  sales.startOn('2027-01-01');
};
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

/** A packet of 10 costs 10; from the 21st unit, all units cost 0.5 each. */
const volume = { tiers: [{ maximumUnits: 20, unitAmount: 2 }, { unitAmount: 0.5 }] };
const counted = async (more: object = {}, groupBys?: string[]) => {
  const { id } = await by.post('billableMetric', {
    name: 'Calls',
    aggregationType: 'SUM',
    info: groupBys ? { groupBys } : {},
  });
  const dimension = { name: 'Calls', billableMetricId: id, category: 'volume', priceModelVolume: volume };
  return { metric: id as string, billableDimensions: [{ ...dimension, ...more }] };
};
const report = (id: string, metric: string, quantity: number, timestamp: string, properties?: object) =>
  by.post(`entitlement/${id}/usageRecordGroup`, {
    timestamp,
    billableRecords: [{ key: metric, quantity, ...(properties ? { properties } : {}) }],
  });
const ofUsage = async (id: string) =>
  (await sales.invoices(id)).filter(({ type, status }) => type === 'USAGE' && status !== 'DELETED');
const shown = (invoices: ShownInvoice[]) =>
  invoices.map(({ status, info }) => [status, info.dueAmount, info.creditedAmount ?? 0]);
const expectVerified = async () => {
  const { act } = usageOf(app, org);
  expect([await act(verifyUsage), await act(verifyInvoices)]).toEqual([[], []]);
};

describe('R62 usage that is reported after its period', () => {
  test('is added to the draft of the whole period, even if that becomes cheaper, with its discount', async () => {
    await begin();
    const { metric, billableDimensions } = await counted();
    const { id } = await sales.sell({ billableDimensions, gracePeriodInDays: 5 }, '2028-01-01');
    await report(id, metric, 15, '2027-01-01T00:00:00Z');
    await sales.until('2027-02-01T00:10:00Z');
    const [draft] = await ofUsage(id);
    expect(draft?.info.dueAmount).toBe(30);
    await by.patch(`invoice/${draft?.id}/info`, { discountType: 'PERCENTAGE', discountAmount: 10 });
    await report(id, metric, 10, '2027-01-20T00:00:00Z');
    await sales.until('2027-02-01T01:00:00Z');
    const [refreshed, ...others] = await ofUsage(id);
    expect(others).toEqual([]);
    expect(refreshed).toMatchObject({
      status: 'DRAFT',
      info: { subtotalAmount: 12.5, dueAmount: 11.25, billableDimensionDetails: [{ quantity: 25 }] },
    });
    expect(refreshed?.info.billableDimensionDetails[0]?.isLate).toBeUndefined();
    await sales.until('2027-02-07T00:00:00Z');
    expect(shown(await ofUsage(id))).toEqual([['FINALIZED', 11.25, 0]]);
    await expectVerified();
  });

  test('is on the invoice without a grace period if reported before the first run, or if it is the only usage', async () => {
    await begin();
    const ids = [];
    for (const units of [5, 0]) {
      const dimensions = [{ key: 'gpu', name: `GPU ${units}`, rate: 1 }];
      const { id } = await sales.sell({ dimensions }, '2028-01-01');
      if (units) await by.post(`entitlement/${id}/usageRecordGroup`, { records: { gpu: units } });
      ids.push(id);
    }
    await sales.until('2027-02-01T00:40:00Z');
    for (const id of ids)
      await by.post(`entitlement/${id}/usageRecordGroup`, {
        records: { gpu: 2 },
        timestamp: '2027-01-31T23:59:59Z',
      });
    await sales.until('2027-02-01T04:00:00Z');
    expect(shown(await ofUsage(ids[0] as string))).toEqual([['FINALIZED', 7, 0]]);
    expect(shown(await ofUsage(ids[1] as string))).toEqual([['FINALIZED', 2, 0]]);
    await sales.until('2027-03-02T00:00:00Z');
    expect(await Promise.all(ids.map(async (id) => (await ofUsage(id)).length))).toEqual([1, 1]);
  });

  test('credits a reduction of the period’s price after the invoice, and a later increase is billed', async () => {
    await begin();
    const { metric, billableDimensions } = await counted();
    const { id } = await sales.sell({ billableDimensions }, '2028-01-01');
    await report(id, metric, 20, '2027-01-01T00:00:00Z');
    await sales.until('2027-02-01T02:00:00Z');
    expect(shown(await ofUsage(id))).toEqual([['FINALIZED', 40, 0]]);
    await report(id, metric, 10, '2027-01-10T00:00:00Z');
    await sales.until('2027-02-01T04:00:00Z');
    expect(shown(await ofUsage(id))).toEqual([['FINALIZED', 40, 25]]);
    await report(id, metric, 70, '2027-01-11T00:00:00Z');
    await sales.until('2027-03-01T04:00:00Z');
    const [, later] = await ofUsage(id);
    expect(later).toMatchObject({ status: 'FINALIZED', info: { dueAmount: 35 } });
    expect(later?.info.billableDimensionDetails.map(({ quantity, amount }) => [quantity, amount])).toEqual([
      [80, 10],
      [0, 25],
    ]);
    await expectVerified();
  });

  test('leaves no draft if the issued invoice exceeds the period’s price, and is included in later totals', async () => {
    await begin();
    const { metric, billableDimensions } = await counted();
    const { id } = await sales.sell({ billableDimensions, gracePeriodInDays: 20 }, '2028-01-01');
    await report(id, metric, 10, '2027-01-01T00:00:00Z');
    await sales.until('2027-02-01T02:00:00Z');
    const [first] = await ofUsage(id);
    await by.patch(`invoice/${first?.id}/issue`, []);
    await sales.until('2027-02-01T02:30:00Z');
    await report(id, metric, 5, '2027-01-02T00:00:00Z');
    await sales.until('2027-03-01T02:00:00Z');
    expect(shown(await ofUsage(id))).toEqual([
      ['FINALIZED', 20, 0],
      ['DRAFT', 10, 0],
    ]);
    await report(id, metric, 10, '2027-01-03T00:00:00Z');
    await sales.until('2027-03-01T04:00:00Z');
    // All 25 cost 12.5.
    expect(shown(await ofUsage(id))).toEqual([['FINALIZED', 20, 7.5]]);
    await report(id, metric, 75, '2027-01-04T00:00:00Z');
    await sales.until('2027-04-01T02:00:00Z');
    expect(shown(await ofUsage(id))).toEqual([
      ['FINALIZED', 20, 7.5],
      ['DRAFT', 37.5, 0],
    ]);
    await expectVerified();
  });

  test('with a minimum amount of the dimension and several groups, is billed above that minimum only', async () => {
    await begin();
    const minimum = { minimumCommit: 60, minimumCommitScope: 'DIMENSION', category: 'basic' };
    const { metric, billableDimensions } = await counted(
      { ...minimum, priceModelBasic: { unitAmount: 1 }, priceModelVolume: undefined },
      ['region'],
    );
    const { id } = await sales.sell({ billableDimensions }, '2028-01-01');
    await report(id, metric, 10, '2027-01-01T00:00:00Z', { region: 'eu' });
    await sales.until('2027-02-01T02:00:00Z');
    await report(id, metric, 20, '2027-01-10T00:00:00Z', { region: 'us' });
    await sales.until('2027-02-01T04:00:00Z');
    // Together they are still below the minimum amount.
    expect(shown(await ofUsage(id))).toEqual([['FINALIZED', 60, 0]]);
    await report(id, metric, 70, '2027-01-10T00:00:00Z', { region: 'us' });
    await sales.until('2027-03-01T04:00:00Z');
    const invoices = await ofUsage(id);
    const ofJanuary = invoices.flatMap(({ info }) =>
      info.billableDimensionDetails.filter(({ startDate }) => startDate.startsWith('2027-01-01')),
    );
    expect(ofJanuary.reduce((sum, { amount }) => sum + amount, 0)).toBe(100);
  });

  test('R61 and reduces the price of usage that a commit covered, returns the difference to the commit', async () => {
    await begin();
    const { metric, billableDimensions } = await counted();
    const info = {
      billableDimensions,
      commits: [{ key: 'base', rate: 30 }],
      isMeteringOverageCommit: true,
      billingIntervalInMonths: 1,
    };
    const { id } = await sales.sell(
      {
        ...info,
        commits: [{ key: 'base', rate: 30, length: 2, timeUnit: 'MONTH' }],
        billingIntervalInMonths: 2,
      },
      '2027-05-01',
    );
    await report(id, metric, 20, '2027-01-01T00:00:00Z');
    await sales.until('2027-03-01T02:00:00Z');
    expect(shown(await ofUsage(id))).toEqual([['FINALIZED', 10, 0]]);
    await report(id, metric, 4, '2027-01-10T00:00:00Z');
    await sales.until('2027-03-01T04:00:00Z');
    // All cost 12, which the commit covers, so 18 of the commit remain for later usage.
    expect(shown(await ofUsage(id))).toEqual([['FINALIZED', 10, 10]]);
    await report(id, metric, 56, '2027-01-10T00:00:00Z');
    await sales.until('2027-05-01T04:00:00Z');
    const [, later] = await ofUsage(id);
    expect([later?.info.deductedCommitAmount, later?.info.dueAmount]).toEqual([18, 10]);
  });

  test('and not settled delays an invoice by 4 days with few jobs, and is billed once settled', async () => {
    await begin();
    const sold = async (name: string) =>
      (await sales.sell({ dimensions: [{ key: 'gpu', name, rate: 1 }] }, '2028-01-01')).id;
    const ids = [await sold('drafted'), await sold('without a draft')] as const;
    await by.post(`entitlement/${ids[0]}/usageRecordGroup`, { records: { gpu: 5 } });
    await sales.until('2027-02-01T00:30:00Z');
    const jobs = async (kind: string, where: string): Promise<{ due_at: Date }[]> =>
      (
        await app.database.query(
          `SELECT due_at FROM job WHERE organization_id = $1 AND kind = 'billing.' || $2 AND ${where}`,
          [org.id, kind],
        )
      ).rows;
    // Calls that remain after their run was given up.
    const at = new Date('2027-01-31T23:00:00Z');
    const usage = usageOf(app, org);
    await usage.report(ids.map((entitlementId) => ({ entitlementId, at, records: { gpu: 2 } })));
    await sales.until('2027-02-05T00:00:00Z');
    expect(shown(await ofUsage(ids[0]))).toEqual([['DRAFT', 5, 0]]);
    expect(
      (await jobs('finalize', 'finished_at IS NULL')).map(({ due_at }) => due_at.toISOString().slice(0, 16)),
    ).toEqual(['2027-02-05T19:45']);
    await sales.until('2027-02-07T00:00:00Z');
    expect(shown(await ofUsage(ids[0]))).toEqual([['FINALIZED', 5, 0]]);
    // Draft jobs of both sales since the end of the month.
    expect((await jobs('draft', `due_at >= '2027-02-01T00:00:00Z'`)).length).toBeLessThan(32);
    await usage.run();
    await sales.until('2027-03-01T04:00:00Z');
    expect(shown(await ofUsage(ids[0]))).toEqual([
      ['FINALIZED', 5, 0],
      ['FINALIZED', 2, 0],
    ]);
    expect(shown(await ofUsage(ids[1]))).toEqual([['FINALIZED', 2, 0]]);
    await expectVerified();
  });
});

test('the verification finds an invoice that differs from the price of its period', async () => {
  await begin();
  const { metric, billableDimensions } = await counted();
  const { id } = await sales.sell({ billableDimensions }, '2028-01-01');
  await report(id, metric, 15, '2027-01-01T00:00:00Z');
  await sales.until('2027-02-01T02:00:00Z');
  await expectVerified();
  await app.database.query(`UPDATE invoice_fee SET amount = amount + 1 WHERE entitlement_id = $1`, [id]);
  expect(await usageOf(app, org).act(verifyInvoices)).toMatchObject([{ expected: '30', found: '31' }]);
  await app.database.query(
    `UPDATE entitlement_term SET end_time = end_time - interval '1 day' WHERE entitlement_id = $1`,
    [id],
  );
  expect(await usageOf(app, org).act(verifyUsage)).toMatchObject([
    { check: 'terms are consecutive and cover the duration of the entitlement' },
  ]);
});
