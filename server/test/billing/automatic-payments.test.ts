import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { type BillingSales, billingSales } from './sales.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
let sales: BillingSales;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  org = await app.organization();
  by = entitlementsOf(app, org);
  sales = billingSales(app, org, by);
  await sales.until('2027-01-01T00:00:00Z');
  sales.startOn('2027-01-01');
});
afterAll(() => app.stop());

const commit = { key: 'fee', name: 'Platform', rate: 310, length: 1, timeUnit: 'MONTH' };
const only = async (entitlementId: string) => {
  const [invoice, ...others] = await sales.invoices(entitlementId);
  expect(others).toEqual([]);
  return invoice;
};
const transactions = async (entitlementId: string) =>
  (await by.get(`paymentTransaction?entitlementId=${entitlementId}`)).map(
    ({ type, walletType, amount, status }: Record<string, unknown>) =>
      `${type} ${walletType} ${amount} ${status}`,
  );

/** A sale of a month, paid ahead, drafted for three days and due ten days later. */
async function sell() {
  const sold = await sales.sell(
    { commits: [commit], gracePeriodInDays: 3, netTermsInDays: 10 },
    '2027-02-01',
  );
  const buyerId = (await by.get(`entitlement/${sold.id}`)).buyerID as string;
  await by.post(`buyer/${buyerId}/wallet`, { totalAmount: 100 });
  await by.post(`sandbox/buyer/${buyerId}/paymentMethod`, {});
  return sold;
}

describe('an invoice that was issued is paid by itself', () => {
  test('by credit at once, and by the default wallet when it is due', async () => {
    const sold = await sell();
    await sales.until('2027-01-03T12:00:00Z');
    expect(await transactions(sold.id)).toEqual([]);
    await sales.until('2027-01-04T00:01:00Z');
    expect(await transactions(sold.id)).toEqual(['CHARGE credit 100 SUCCESS']);
    expect(await only(sold.id)).toMatchObject({ status: 'FINALIZED', paymentStatus: 'PROCESSING' });
    await sales.until('2027-01-13T12:00:00Z');
    expect(await transactions(sold.id)).toHaveLength(1);
    await sales.until('2027-01-14T00:02:00Z');
    expect(await transactions(sold.id)).toEqual(['CHARGE credit 100 SUCCESS', 'CHARGE card 210 SUCCESS']);
    expect(await only(sold.id)).toMatchObject({ paymentStatus: 'SUCCESS', info: { paidAmount: 310 } });
  });

  test('and what a credit note makes too much of it is paid back by itself', async () => {
    const sold = await sell();
    await sales.until('2027-01-21T00:00:00Z');
    await by.post(`entitlement/${sold.id}/cancel`);
    await app.drainJobs();
    expect(await only(sold.id)).toMatchObject({ info: { creditedAmount: 110, refundedAmount: 110 } });
    expect(await transactions(sold.id)).toEqual([
      'CHARGE credit 100 SUCCESS',
      'CHARGE card 210 SUCCESS',
      'REFUND card 110 SUCCESS',
    ]);
  });
});
