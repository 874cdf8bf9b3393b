import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { type BillingSales, billingSales } from './sales.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
let sales: BillingSales;

/** Each test has its own organization and clock. */
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

const fee = { key: 'fee', name: 'Platform', rate: 100, length: 1, timeUnit: 'MONTH' };
const shown = (invoices: { type: string; status: string; info: { dueAmount: number } }[]) =>
  invoices.map(({ type, status, info }) => [type, status, info.dueAmount]);

describe('commits', () => {
  test('R35 are billed in advance each month, and drafts are issued after the grace period', async () => {
    await begin();
    const sold = await sales.sell({ commits: [fee], gracePeriodInDays: 3, netTermsInDays: 30 }, '2028-01-01');
    const [draft] = await sales.invoices(sold.id);
    expect(draft).toMatchObject({
      type: 'COMMIT',
      status: 'DRAFT',
      paymentStatus: 'PENDING',
      entitlementID: sold.id,
      startDate: '2027-01-01T00:00:00.000Z',
      endDate: '2027-02-01T00:00:00.000Z',
      info: {
        currency: 'USD',
        subtotalAmount: 100,
        taxAmount: 0,
        taxNote: 'No tax is charged: the buyer’s country is unknown.',
        dueAmount: 100,
        commitsRevenueDetails: [{ key: 'fee', name: 'Platform', quantity: 1, rate: 100, amount: 100 }],
      },
    });
    await sales.until('2027-01-03T23:59:59Z');
    expect(shown(await sales.invoices(sold.id))).toEqual([['COMMIT', 'DRAFT', 100]]);
    await sales.until('2027-01-04T00:05:00Z');
    const [issued] = await sales.invoices(sold.id);
    expect(issued).toMatchObject({
      status: 'FINALIZED',
      info: {
        number: 1,
        issueDate: expect.stringMatching(/^2027-01-04T00:00/),
        dueDate: expect.stringMatching(/^2027-02-03T00:00/),
        buyer: { name: 'Buyer AG' },
        language: 'en',
      },
    });
    await sales.until('2027-12-31T00:00:00Z');
    const year = await sales.invoices(sold.id);
    expect(year).toHaveLength(12);
    expect(year.map(({ info }) => info.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(new Set(shown(year).map(String))).toEqual(new Set(['COMMIT,FINALIZED,100']));
    await sales.until('2028-06-01T00:00:00Z');
    expect(await sales.invoices(sold.id)).toHaveLength(12);
  });

  test('R35 with a start in the past are billed on one invoice, by period', async () => {
    await begin('2027-04-10T00:00:00Z');
    const sold = await sales.sell({ commits: [fee], gracePeriodInDays: 3 }, '2028-01-01', '2027-01-01');
    const [first, ...others] = await sales.invoices(sold.id);
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      startDate: '2027-01-01T00:00:00.000Z',
      endDate: '2027-05-01T00:00:00.000Z',
      info: { dueAmount: 400 },
    });
    expect(
      first?.info.commitsRevenueDetails.map((line: { startDate: string }) => line.startDate.slice(0, 10)),
    ).toEqual(['2027-01-01', '2027-02-01', '2027-03-01', '2027-04-01']);
  });

  test('R48 billed in advance are credited for the time after an early end, and a draft is reduced', async () => {
    await begin();
    const [issued, draft] = [
      await sales.sell({ commits: [{ ...fee, rate: 310 }] }, '2028-01-01'),
      await sales.sell({ commits: [{ ...fee, rate: 310 }], gracePeriodInDays: 28 }, '2028-01-01'),
    ];
    await sales.until('2027-01-11T00:00:00Z');
    for (const { id } of [issued, draft]) await by.post(`entitlement/${id}/cancel`);
    await app.drainJobs();
    expect(await sales.invoices(issued.id)).toMatchObject([
      {
        status: 'FINALIZED',
        info: { dueAmount: 310, creditedAmount: 210, creditNotes: [{ number: 1, amount: 210 }] },
      },
    ]);
    expect(await sales.invoices(draft.id)).toMatchObject([
      { status: 'DRAFT', endDate: expect.stringMatching(/^2027-01-11T00:00/), info: { dueAmount: 100 } },
    ]);
    await sales.until('2027-06-01T00:00:00Z');
    expect(shown(await sales.invoices(draft.id))).toEqual([['COMMIT', 'FINALIZED', 100]]);
  });

  test('R48 of a discounted invoice are credited in proportion, in whole coins', async () => {
    await begin();
    const sold = await sales.sell(
      { currency: 'JPY', commits: [{ ...fee, rate: 310 }], gracePeriodInDays: 28 },
      '2028-01-01',
    );
    const [draft] = await sales.invoices(sold.id);
    await by.patch(`invoice/${draft?.id}/info`, { discountType: 'PERCENTAGE', discountAmount: 15 });
    await by.patch(`invoice/${draft?.id}/issue`, []);
    await sales.until('2027-01-11T00:00:00Z');
    await by.post(`entitlement/${sold.id}/cancel`);
    await app.drainJobs();
    expect(await sales.invoices(sold.id)).toMatchObject([{ info: { dueAmount: 263, creditedAmount: 178 } }]);
  });

  test('R48 billed in arrears are billed to the day of an end, without a refund', async () => {
    await begin();
    const sold = await sales.sell(
      { commits: [{ ...fee, rate: 310 }], paymentSchedule: 'POSTPAY' },
      '2028-01-01',
    );
    await sales.until('2027-01-11T00:00:00Z');
    expect(await sales.invoices(sold.id)).toEqual([]);
    await by.post(`entitlement/${sold.id}/cancel`);
    await app.drainJobs();
    expect(shown(await sales.invoices(sold.id))).toEqual([['COMMIT', 'FINALIZED', 100]]);
  });

  test('R48 changed within a period are credited for the rest and billed at the new price', async () => {
    await begin();
    const sold = await sales.sell({ commits: [{ ...fee, rate: 310 }] }, '2028-01-01');
    await sales.until('2027-01-11T00:00:00Z');
    await by.patch(`entitlement/${sold.id}/priceModel`, { commits: [{ ...fee, rate: 620 }] });
    await app.drainJobs();
    const invoices = await sales.invoices(sold.id);
    expect(shown(invoices)).toEqual([
      ['COMMIT', 'FINALIZED', 310],
      ['COMMIT', 'FINALIZED', 420],
    ]);
    expect(invoices[0]?.info.creditedAmount).toBe(210);
    await sales.until('2027-02-02T00:00:00Z');
    expect(shown(await sales.invoices(sold.id)).at(-1)).toEqual(['COMMIT', 'FINALIZED', 620]);
  });
});

describe('charges', () => {
  test('R35 for payments on dates have their own invoices, and the commits that they pay are not billed', async () => {
    await begin();
    const sold = await sales.sell(
      {
        commits: [{ ...fee, length: 1, timeUnit: 'YEAR', rate: 300 }],
        paymentInstallments: [
          { amount: 100, chargeOn: '2026-12-01' },
          { amount: 200, chargeOn: '2027-03-01' },
        ],
      },
      '2028-01-01',
    );
    expect(shown(await sales.invoices(sold.id))).toEqual([['INSTALLMENT', 'FINALIZED', 100]]);
    await sales.until('2027-12-01T00:00:00Z');
    const [, second, ...others] = await sales.invoices(sold.id);
    expect(others).toEqual([]);
    expect(second).toMatchObject({
      type: 'INSTALLMENT',
      startDate: '2027-03-01T00:00:00.000Z',
      info: { dueAmount: 200, paymentInstallmentsDetail: { amount: 200 } },
    });
  });

  test('R45 for an addon are made on its date, or at once if the date has passed', async () => {
    await begin();
    const sold = await sales.sell({}, '2028-01-01');
    const add = (addon: object) => by.post(`entitlement/${sold.id}/applyAddon`, addon);
    await add({ id: 'one', name: 'Onboarding', amount: 50, chargeOn: '2026-01-01' });
    await add({ id: 'two', amount: 70, chargeOn: '2027-02-01' });
    await app.drainJobs();
    expect(await sales.invoices(sold.id)).toMatchObject([
      { type: 'ADDON', info: { dueAmount: 50, addonDetail: { id: 'one', name: 'Onboarding', amount: 50 } } },
    ]);
    await sales.until('2027-02-01T00:00:01Z');
    expect(shown(await sales.invoices(sold.id))).toEqual([
      ['ADDON', 'FINALIZED', 50],
      ['ADDON', 'FINALIZED', 70],
    ]);
  });
});

test('marketplace sales are not billed here', async () => {
  await begin();
  const { id } = await by.ordered('MKA', { quantity: 2 });
  await app.drainJobs();
  expect(await sales.invoices(id)).toEqual([]);
});
