import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { type BillingSales, billingSales, type ShownInvoice } from './sales.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
let sales: BillingSales;

const begin = async (at = '2027-01-01T00:00:00Z') => {
  org = await app.organization();
  by = entitlementsOf(app, org);
  sales = billingSales(app, org, by);
  await sales.until(at);
  sales.startOn(at.slice(0, 10));
};
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const ofUsage = (invoices: ShownInvoice[]) => invoices.filter(({ type }) => type === 'USAGE');
const report = (id: string, records: object, timestamp?: string) =>
  by.post(`entitlement/${id}/usageRecordGroup`, { records, ...(timestamp ? { timestamp } : {}) });
const gpu = { key: 'gpu', name: 'GPU hours', rate: 1 };
const monthly = { key: 'fee', rate: 100, length: 1, timeUnit: 'MONTH' };

describe('usage', () => {
  test('of a month is billed when it is over, and its reports are INVOICED; a month without any is not', async () => {
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

  test('that comes after its month was billed goes to the next invoice, marked', async () => {
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
    'R61 usage of 120 on a commit of 100, charged above it only: %s, is %d beside 100',
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

  test('R62 that metrics count is priced by model, discount and least amount, line by line', async () => {
    await begin();
    const count = await by.post('billableMetric', { name: 'Calls', aggregationType: 'COUNT' });
    const most = await by.post('billableMetric', {
      name: 'Peak',
      aggregationType: 'MAX',
      info: { groupBys: ['os'] },
    });
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
            priceModelMatrix: {
              defaultUnitAmount: 1,
              matrix: [{ properties: [{ name: 'os', value: 'linux' }], unitAmount: 10 }],
            },
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
      usage?.info.billableDimensionDetails.map(
        (line: {
          name: string;
          billableMetricKey: { groupBysExpression: string };
          quantity: number;
          amount: number;
        }) => [line.name, line.billableMetricKey.groupBysExpression, line.quantity, line.amount],
      ),
    ).toEqual([
      ['Calls', '', 3, 50],
      ['Peak', 'os=bsd', 4, 3.6],
      ['Peak', 'os=linux', 3, 27],
    ]);
    expect(usage?.info.dueAmount).toBe(80.6);
  });

  test('of a voided invoice is billed anew', async () => {
    await begin();
    const sold = await sales.sell({ dimensions: [gpu] }, '2028-01-01');
    await report(sold.id, { gpu: 10 });
    await sales.until('2027-02-02T00:00:00Z');
    const [first] = await sales.invoices(sold.id);
    await by.patch(`invoice/${first?.id}/void`, undefined);
    await app.drainJobs();
    expect((await sales.invoices(sold.id)).map(({ status, info }) => [status, info.dueAmount])).toEqual([
      ['CANCELED', 10],
      ['FINALIZED', 10],
    ]);
  });

  test('R48 until an end is billed when it has ended', async () => {
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
});
