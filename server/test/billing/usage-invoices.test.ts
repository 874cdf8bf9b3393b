import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const begin = async (at = '2027-01-01T00:00:00Z') => {
  org = await app.organization({ at: '2026-12-20T09:00:00Z' });
  by = entitlementsOf(app, org);
  sales = billingSales(app, org, by);
  await sales.until(at);
  sales.startOn(at.slice(0, 10));
};
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

const ofUsage = (invoices: ShownInvoice[]) => invoices.filter(({ type }) => type === 'USAGE');
const report = (id: string, records: object, timestamp?: string) =>
  by.post(`entitlement/${id}/usageRecordGroup`, { records, ...(timestamp ? { timestamp } : {}) });
const gpu = { key: 'gpu', name: 'GPU hours', rate: 1 };
const byOs = {
  defaultUnitAmount: 1,
  matrix: [{ properties: [{ name: 'os', value: 'linux' }], unitAmount: 10 }],
};
const monthly = { key: 'fee', rate: 100, length: 1, timeUnit: 'MONTH' };

describe('usage', () => {
  test('of a month is billed after the month, and its reports are INVOICED; a month without usage has no invoice', async () => {
    await begin();
    const sold = await sales.sell({ dimensions: [{ ...gpu, rate: 0.125 }] }, '2028-01-01');
    await sales.until('2027-01-31T23:30:00Z');
    await report(sold.id, { gpu: 10 });
    await sales.until('2027-02-02T00:00:00Z');
    const [invoice, ...others] = await sales.invoices(sold.id);
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({
      type: 'USAGE',
      startDate: '2027-01-01T00:00:00.000Z',
      endDate: '2027-02-01T00:00:00.000Z',
      info: {
        dueAmount: 1.25,
        billableDimensionDetails: [{ name: 'GPU hours', quantity: 10, amount: 1.25 }],
      },
    });
    const { usageRecordReports } = await by.get('usageRecordReport');
    expect(usageRecordReports.map(({ status }: { status: string }) => status)).toEqual(['INVOICED']);
    await sales.until('2027-04-02T00:00:00Z');
    expect(await sales.invoices(sold.id)).toHaveLength(1);
  });

  test('reported after its month was billed is on the next invoice, marked as late', async () => {
    await begin();
    const sold = await sales.sell({ dimensions: [gpu] }, '2028-01-01');
    await sales.until('2027-01-31T20:00:00Z');
    await report(sold.id, { gpu: 10 });
    await sales.until('2027-02-01T02:00:00Z');
    await report(sold.id, { gpu: 7 }, '2027-01-31T20:30:00Z');
    await report(sold.id, { gpu: 5 });
    await sales.until('2027-03-02T00:00:00Z');
    const [january, february, ...others] = await sales.invoices(sold.id);
    expect(others).toEqual([]);
    expect(january?.info.dueAmount).toBe(10);
    expect(february).toMatchObject({
      startDate: '2027-01-01T00:00:00.000Z',
      endDate: '2027-03-01T00:00:00.000Z',
      info: {
        dueAmount: 12,
        billableDimensionDetails: [{ quantity: 7, amount: 7, isLate: true }, { quantity: 5 }],
      },
    });
  });

  test.each([
    [true, 20, 100],
    [false, 120, undefined],
  ])(
    'R61 usage of 120 on a commit of 100, charged only above it: %s, costs %d besides 100',
    async (isMeteringOverageCommit, due, deducted) => {
      await begin();
      const sold = await sales.sell(
        { commits: [monthly], dimensions: [gpu], isMeteringOverageCommit },
        '2028-01-01',
      );
      await sales.until('2027-01-20T00:00:00Z');
      await report(sold.id, { gpu: 120 });
      await sales.until('2027-02-01T12:00:00Z');
      const all = await sales.invoices(sold.id);
      const [commit] = all.filter(({ type }) => type === 'COMMIT');
      const [usage] = ofUsage(all);
      expect(commit?.info.dueAmount).toBe(100);
      expect([usage?.info.dueAmount, usage?.info.deductedCommitAmount]).toEqual([due, deducted]);
      if (!deducted) return;
      expect(usage?.info.deductedCommitInvoiceID).toBe(commit?.id);
      const refused = await by.call('PATCH', `invoice/${commit?.id}/void`);
      expect([refused.status, refused.body.code]).toEqual([400, 'invoice_state']);
    },
  );

  test('R62 of metrics is priced by model, discount and minimum amount, line by line', async () => {
    await begin();
    const count = await by.post('billableMetric', { name: 'Calls', aggregationType: 'COUNT' });
    const peak = { name: 'Peak', aggregationType: 'MAX', info: { groupBys: ['os'] } };
    const most = await by.post('billableMetric', peak);
    const sold = await sales.sell(
      {
        billableDimensions: [
          {
            name: 'Calls',
            billableMetricId: count.id,
            category: 'basic',
            priceModelBasic: { unitAmount: 2 },
            minimumCommit: 50,
          },
          {
            name: 'Peak',
            billableMetricId: most.id,
            category: 'matrix',
            priceModelMatrix: byOs,
            discount: { discountType: 'PERCENTAGE', value: 10 },
          },
        ],
      },
      '2028-01-01',
    );
    const events = (key: string, ...records: object[]) =>
      by.post(`entitlement/${sold.id}/usageRecordGroup`, {
        billableRecords: records.map((record) => ({ key, ...record })),
      });
    await sales.until('2027-01-10T00:00:00Z');
    await events(count.id, {}, {}, {});
    await events(
      most.id,
      { properties: { os: 'linux' }, quantity: 3 },
      { properties: { os: 'bsd' }, quantity: 4 },
    );
    await sales.until('2027-01-20T00:00:00Z');
    await events(most.id, { properties: { os: 'linux' }, quantity: 2 });
    await sales.until('2027-02-01T12:00:00Z');
    const [usage] = await sales.invoices(sold.id);
    expect(
      usage?.info.billableDimensionDetails.map(({ name, billableMetricKey: key, quantity, amount }) => [
        name,
        key.groupBysExpression,
        quantity,
        amount,
      ]),
    ).toEqual([
      ['Calls', '', 3, 50],
      ['Peak', 'os=bsd', 4, 3.6],
      ['Peak', 'os=linux', 3, 27],
    ]);
    expect(usage?.info.dueAmount).toBe(80.6);
    expect(
      usage?.info.usageDailyRevenues.map(({ date, billableMetricKey: key, quantity }) => [
        date,
        key.id === count.id,
        key.groupBysExpression,
        quantity,
      ]),
    ).toEqual([
      ['2027-01-10', true, '', 3],
      ['2027-01-10', false, 'os=bsd', 4],
      ['2027-01-10', false, 'os=linux', 3],
      ['2027-01-20', false, 'os=linux', 2],
    ]);
  });

  test('of a voided invoice is billed again', async () => {
    await begin();
    const sold = await sales.sell({ dimensions: [gpu] }, '2028-01-01');
    await report(sold.id, { gpu: 10 });
    await sales.until('2027-01-01T02:00:00Z');
    const days = 'startDate=2027-01-01&endDate=2027-02-02';
    const states = async () => {
      const [{ usageRecordReports: reports }, { usageRecordGroups: billed }, { usageRecordGroups: open }] =
        await Promise.all([
          by.get(`usageRecordReport?${days}`),
          by.get(`usageRecordGroup?${days}&status=REPORTED`),
          by.get(`usageRecordGroup?${days}&status=CREATED`),
        ]);
      return [reports.map(({ status }: { status: string }) => status), billed.length, open.length];
    };
    expect(await states()).toEqual([['CREATED'], 0, 1]);
    await sales.until('2027-02-02T00:00:00Z');
    expect(await states()).toEqual([['INVOICED'], 1, 0]);
    const [first] = await sales.invoices(sold.id);
    await by.patch(`invoice/${first?.id}/void`, undefined);
    expect(await states()).toEqual([['CREATED'], 0, 1]);
    await app.drainJobs();
    expect(await states()).toEqual([['INVOICED'], 1, 0]);
    expect(await usageOf(app, org).act(verifyUsage)).toEqual([]);
    expect((await sales.invoices(sold.id)).map(({ status, info }) => [status, info.dueAmount])).toEqual([
      ['CANCELED', 10],
      ['FINALIZED', 10],
    ]);
  });

  test('R48 up to an early end is billed after the end', async () => {
    await begin();
    const sold = await sales.sell({ dimensions: [gpu] }, '2028-01-01');
    await report(sold.id, { gpu: 10 });
    await sales.until('2027-01-10T00:30:00Z');
    await report(sold.id, { gpu: 3 });
    await by.post(`entitlement/${sold.id}/cancel`);
    await app.drainJobs();
    await sales.until('2027-01-10T02:00:00Z');
    const invoices = ofUsage(await sales.invoices(sold.id));
    expect(invoices.map(({ info }) => info.dueAmount)).toEqual([13]);
    expect(invoices[0]?.endDate.slice(0, 10)).toBe('2027-01-10');
  });

  test('from a caller whose clock is ahead of the end is billed', async () => {
    await begin();
    const sold = await sales.sell({ dimensions: [gpu] }, '2028-01-01');
    await sales.until('2027-01-10T10:57:00Z');
    await report(sold.id, { gpu: 3 }, '2027-01-10T11:00:30Z');
    await by.post(`entitlement/${sold.id}/cancel`);
    await sales.until('2027-01-10T13:00:00Z');
    const [invoice, ...others] = await sales.invoices(sold.id);
    expect(others).toEqual([]);
    expect([invoice?.info.dueAmount, invoice?.endDate.slice(0, 13)]).toEqual([3, '2027-01-10T10']);
  });

  test('accepted on the day after the end is billed, although the last period already was', async () => {
    await begin();
    const sold = await sales.sell({ dimensions: [gpu] }, '2027-02-01');
    await report(sold.id, { gpu: 3 });
    await sales.until('2027-02-01T03:00:00Z');
    expect((await by.get(`entitlement/${sold.id}`)).status).toBe('CANCELLED');
    expect((await sales.invoices(sold.id)).map(({ info }) => info.dueAmount)).toEqual([3]);
    await report(sold.id, { gpu: 40 }, '2027-01-31T20:00:00Z');
    await sales.until('2027-02-01T06:00:00Z');
    expect((await sales.invoices(sold.id)).map(({ info }) => info.dueAmount)).toEqual([3, 40]);
  });
});

test('R61 a commit is not voided under a draft of usage that deducts it', async () => {
  await begin();
  const sold = await sales.sell(
    { commits: [monthly], dimensions: [gpu], isMeteringOverageCommit: true },
    '2028-01-01',
  );
  await sales.until('2027-01-20T00:00:00Z');
  await report(sold.id, { gpu: 120 });
  await sales.until('2027-01-31T23:59:00Z');
  const [commit] = await sales.invoices(sold.id);
  const other = new pg.Client({ connectionString: app.database.connectionString });
  await other.connect();
  try {
    // The draft has read what is billed, but cannot write its own billing yet.
    await other.query('BEGIN; LOCK TABLE usage_billing IN SHARE MODE');
    const drafted = sales.until('2027-02-01T02:00:00Z');
    const waiting = async (like = '') =>
      (
        await app.database.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
             AND query LIKE $1`,
          [`%${like}%`],
        )
      ).rows.length;
    await expect.poll(() => waiting('usage_billing')).toBe(1);
    const voided = by.call('PATCH', `invoice/${commit?.id}/void`);
    await Promise.race([voided, expect.poll(() => waiting()).toBe(2)]);
    await other.query('COMMIT');
    expect([(await voided).status, (await voided).body.code]).toEqual([400, 'invoice_state']);
    await drafted;
  } finally {
    await other.end();
  }
  expect(ofUsage(await sales.invoices(sold.id)).map(({ info }) => info.dueAmount)).toEqual([20]);
});
