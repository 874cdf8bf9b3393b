import { afterAll, beforeAll, expect, test } from 'vitest';
import { entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { billingSales } from './sales.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

const day = 86_400_000;
const at = (text: string) => Date.parse(`${text}T00:00:00Z`);
const cents = (amount: number) => Math.floor(amount * 100 + 0.5 + 1e-7);

/** Computes the number of months from the start to a day, by the days of calendar months. */
function monthsUntil(start: string, end: string): number {
  let months = 0;
  for (let time = at(start); time < at(end); time += day) {
    const date = new Date(time);
    months += 1 / new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  }
  return months;
}

test('R35 R48 a sale with a change and an end within months is billed like days and months counted by hand', async () => {
  const org = await app.organization({ at: '2026-12-20T09:00:00Z' });
  const by = entitlementsOf(app, org);
  const sales = billingSales(app, org, by);
  const [start, changed, ended] = ['2027-01-15', '2027-03-11', '2027-05-05'];
  await sales.until(`${start}T00:00:00Z`);
  const fee = { key: 'fee', rate: 310, length: 1, timeUnit: 'MONTH' };
  const { id } = await sales.sell(
    {
      commits: [fee],
      dimensions: [{ key: 'gpu', name: 'GPU hours', rate: 0.37 }],
      billingCycle: 'MONTH_FIRST_DAY',
      proratedBilling: true,
      gracePeriodInDays: 2,
      netTermsInDays: 30,
    },
    '2028-01-15',
    start,
  );
  await by.post(`entitlement/${id}/applyAddon`, { id: 'one', amount: 99.99, chargeOn: '2027-03-31' });
  /** Amounts in cents, for each time with its own price. */
  const usage = new Map<string, number>();
  for (let month = 1; month <= 5; month++) {
    const name = `2027-${String(month).padStart(2, '0')}`;
    if (month === 5) await sales.until(`${name}-04T12:00:00Z`);
    else await sales.until(`${name}-20T12:00:00Z`);
    if (month === 4) expect((await sales.invoices(id)).some(({ type }) => type === 'ADDON')).toBe(true);
    const quantity = month * 10.5;
    await by.post(`entitlement/${id}/usageRecordGroup`, { records: { gpu: quantity } });
    usage.set(name, cents(quantity * 0.37));
    if (month === 2) {
      await sales.until(`${changed}T00:00:00Z`);
      await by.patch(`entitlement/${id}/priceModel`, { commits: [{ ...fee, rate: 400 }] });
      await app.drainJobs();
    }
  }
  await sales.until(`${ended}T00:00:00Z`);
  await by.post(`entitlement/${id}/cancel`);
  await app.drainJobs();
  await sales.until('2027-07-01T00:00:00Z');

  const invoices = await sales.invoices(id);
  expect(new Set(invoices.map(({ status }) => status))).toEqual(new Set(['FINALIZED']));
  const paid = (type: string) =>
    invoices
      .filter((invoice) => invoice.type === type)
      .reduce((sum, { info }) => sum + cents(info.dueAmount) - cents(info.creditedAmount ?? 0), 0);
  const until = (rate: number, end: string) => cents(rate * monthsUntil(start, end));
  expect(paid('COMMIT')).toBe(until(310, changed) + until(400, ended) - until(400, changed));
  expect(paid('USAGE')).toBe([...usage.values()].reduce((sum, one) => sum + one, 0));
  expect(paid('ADDON')).toBe(9999);
  const numbers = invoices.map(({ info }) => info.number as number).sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  for (const { info, type } of invoices) {
    const lines = type === 'COMMIT' ? info.commitsRevenueDetails : (info.billableDimensionDetails ?? []);
    if (lines.length > 0)
      expect(lines.reduce((sum: number, { amount }: { amount: number }) => sum + cents(amount), 0)).toBe(
        cents(info.subtotalAmount),
      );
  }
});
