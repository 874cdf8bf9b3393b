import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { type BillingSales, billingSales } from './sales.fixture.ts';

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

/** A sale of a month, paid in advance, with three days as a draft and due ten days later. */
async function sellUnfunded() {
  const sold = await sales.sell(
    { commits: [commit], gracePeriodInDays: 3, netTermsInDays: 10 },
    '2027-02-01',
  );
  const buyerId = (await by.get(`entitlement/${sold.id}`)).buyerID as string;
  return { ...sold, buyerId };
}

/** The same sale to a buyer with credit and a card. */
async function sell({ credit = 100, outcome = 'SUCCEED' } = {}) {
  const sold = await sellUnfunded();
  const { buyerId } = sold;
  await by.post(`buyer/${buyerId}/wallet`, { totalAmount: credit });
  await by.post(`sandbox/buyer/${buyerId}/paymentMethod`, { outcome });
  return sold;
}

describe('an issued invoice is paid automatically', () => {
  test('with credit at once, and with the default wallet when due', async () => {
    const sold = await sell();
    await sales.until('2027-01-03T12:00:00Z');
    expect(await transactions(sold.id)).toEqual([]);
    await sales.until('2027-01-04T00:01:00Z');
    expect(await transactions(sold.id)).toEqual(['CHARGE credit 100 SUCCESS']);
    expect(await only(sold.id)).toMatchObject({ status: 'FINALIZED', paymentStatus: 'PROCESSING' });
    const mail = async () => JSON.stringify(await by.get(`invoice/${(await only(sold.id))?.id}/preview`));
    expect(await mail()).toContain('your payment method will be charged');
    await sales.until('2027-01-13T12:00:00Z');
    expect(await transactions(sold.id)).toHaveLength(1);
    await sales.until('2027-01-14T00:02:00Z');
    expect(await transactions(sold.id)).toEqual(['CHARGE credit 100 SUCCESS', 'CHARGE card 210 SUCCESS']);
    expect(await only(sold.id)).toMatchObject({ paymentStatus: 'SUCCESS', info: { paidAmount: 310 } });
  });

  test('and an overpayment after a credit note is refunded automatically', async () => {
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

describe('a buyer without a payment method', () => {
  const addCard = (buyerId: string, body: object = {}) =>
    by.post(`sandbox/buyer/${buyerId}/paymentMethod`, body);
  const overdue = async () =>
    (
      await app.database.query(
        `SELECT entity_id FROM event WHERE organization_id = $1 AND entity_type = 'INVOICE' AND action = 'NOTIFY'`,
        [org.id],
      )
    ).rows.length;

  test('is not charged: the invoice is PENDING, and the seller is notified a day after it was due', async () => {
    const { id } = await sellUnfunded();
    await sales.until('2027-01-14T12:00:00Z');
    expect(await overdue()).toBe(0);
    await sales.until('2027-01-15T12:00:00Z');
    expect(await overdue()).toBe(1);
    await sales.until('2027-04-01T00:00:00Z');
    expect([await overdue(), await transactions(id)]).toEqual([1, []]);
    const invoice = await only(id);
    expect(invoice).toMatchObject({ status: 'FINALIZED', paymentStatus: 'PENDING' });
    const refused = await by.call('PATCH', `invoice/${invoice?.id}/pay`);
    expect([refused.status, refused.body.code]).toEqual([400, 'no_means_of_payment']);
  });

  test('that adds a card before the due date is charged once, on that date', async () => {
    const { id, buyerId } = await sellUnfunded();
    await sales.until('2027-01-08T00:00:00Z');
    await addCard(buyerId);
    await sales.until('2027-01-13T12:00:00Z');
    expect(await transactions(id)).toEqual([]);
    await sales.until('2027-01-20T00:00:00Z');
    expect(await transactions(id)).toEqual(['CHARGE card 310 SUCCESS']);
    expect(await overdue()).toBe(0);
  });

  test('that adds a card after the due date is charged once, at that time', async () => {
    const { id, buyerId } = await sellUnfunded();
    await sales.until('2027-01-14T12:00:00Z');
    await addCard(buyerId);
    await app.drainJobs();
    expect(await only(id)).toMatchObject({ paymentStatus: 'SUCCESS' });
    await sales.until('2027-02-14T12:00:00Z');
    expect([await transactions(id), await overdue()]).toEqual([['CHARGE card 310 SUCCESS'], 0]);
  });

  test('that paid by bank can get credit for it, which pays the earliest due invoice first', async () => {
    const first = await sellUnfunded();
    await sales.until('2027-01-05T00:00:00Z');
    const second = await by.post('offer', {
      name: 'Second',
      endTime: '2027-02-05',
      info: { commits: [{ ...commit, rate: 50 }], netTermsInDays: 10 },
    });
    const { id } = await by.post('entitlement', {
      offerId: second.id,
      buyerId: first.buyerId,
      endDate: '2027-02-05',
      startDate: '2027-01-05',
    });
    await app.drainJobs();
    const wallet = { name: 'Bank transfer 4711', totalAmount: 320 };
    await by.post(`buyer/${first.buyerId}/wallet`, wallet);
    await app.drainJobs();
    expect(await transactions(first.id)).toEqual(['CHARGE credit 310 SUCCESS']);
    expect(await only(first.id)).toMatchObject({ paymentStatus: 'SUCCESS' });
    expect(await transactions(id)).toEqual(['CHARGE credit 10 SUCCESS']);
    await sales.until('2027-02-01T00:00:00Z');
    expect(await only(id)).toMatchObject({ paymentStatus: 'PROCESSING', info: { paidAmount: 10 } });
  });

  test('can get credit from a later day, which pays from that day', async () => {
    const { id, buyerId } = await sellUnfunded();
    await sales.until('2027-01-06T00:00:00Z');
    await by.post(`buyer/${buyerId}/wallet`, { totalAmount: 400, startTime: '2027-01-10' });
    await sales.until('2027-01-09T12:00:00Z');
    expect(await transactions(id)).toEqual([]);
    await sales.until('2027-01-10T12:00:00Z');
    expect(await transactions(id)).toEqual(['CHARGE credit 310 SUCCESS']);
  });

  test('whose declined card was deleted is charged on another card at once', async () => {
    const { id, buyerId } = await sellUnfunded();
    const { id: walletId } = await addCard(buyerId, { outcome: 'DECLINE' });
    await sales.until('2027-01-14T12:00:00Z');
    const deleted = await by.call('DELETE', `buyer/${buyerId}/wallet/${walletId}`);
    expect(deleted.status, deleted.text).toBe(200);
    await sales.until('2027-01-25T00:00:00Z');
    expect([await transactions(id), await overdue()]).toEqual([['CHARGE card 310 FAILED'], 1]);
    await addCard(buyerId);
    await app.drainJobs();
    expect(await transactions(id)).toEqual(['CHARGE card 310 FAILED', 'CHARGE card 310 SUCCESS']);
  });

  test('with a second card is charged on it once it is the default', async () => {
    const { id, buyerId } = await sellUnfunded();
    await addCard(buyerId, { outcome: 'DECLINE' });
    const { id: walletId } = await addCard(buyerId);
    await sales.until('2027-01-14T12:00:00Z');
    await by.call('PATCH', `buyer/${buyerId}/wallet/${walletId}/default`);
    await app.drainJobs();
    expect(await transactions(id)).toEqual(['CHARGE card 310 FAILED', 'CHARGE card 310 SUCCESS']);
    await sales.until('2027-02-14T12:00:00Z');
    expect(await transactions(id)).toHaveLength(2);
  });
});

describe('a credit note', () => {
  const cancelOn = async (sold: { id: string }, day: string) => {
    await sales.until(`${day}T00:00:00Z`);
    await by.post(`entitlement/${sold.id}/cancel`);
    await app.drainJobs();
  };

  test('for the full open amount marks the invoice as paid, and an overpayment is refunded before the due date', async () => {
    const sold = await sell();
    await cancelOn(sold, '2027-01-06');
    expect(await transactions(sold.id)).toEqual(['CHARGE credit 100 SUCCESS', 'REFUND credit 50 SUCCESS']);
    const info = { creditedAmount: 260, paidAmount: 100, refundedAmount: 50 };
    expect(await only(sold.id)).toMatchObject({ paymentStatus: 'SUCCESS', info });
  });

  test.each([
    [
      'SUCCEED',
      { credit: 100, day: '2027-01-21' },
      ['CHARGE credit 100 SUCCESS', 'CHARGE card 210 SUCCESS', 'REFUND card 110 SUCCESS'],
    ],
    [
      'DECLINE',
      { credit: 200, day: '2027-01-16' },
      ['CHARGE credit 200 SUCCESS', 'CHARGE card 110 FAILED', 'REFUND credit 50 SUCCESS'],
    ],
  ])(
    'during a running charge leaves the invoice paid, whatever the outcome of the charge: %s',
    async (outcome, { credit, day }, all) => {
      const sold = await sell({ credit, outcome: 'HANG' });
      await sales.until('2027-01-14T12:00:00Z');
      await cancelOn(sold, day);
      expect((await only(sold.id))?.paymentStatus).toBe('PROCESSING');
      const [open] = await by.get(`paymentTransaction?entitlementId=${sold.id}&status=PROCESSING`);
      await by.post(`sandbox/paymentTransaction/${open.id}/settle`, { outcome });
      await app.drainJobs();
      await sales.until('2027-02-20T00:00:00Z');
      expect(await transactions(sold.id)).toEqual(all);
      expect((await only(sold.id))?.paymentStatus).toBe('SUCCESS');
    },
  );
});
