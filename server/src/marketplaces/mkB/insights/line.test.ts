import { describe, expect, test } from 'vitest';
import { keyOf, lineOf, type Row } from './line.ts';

const base = {
  AssetId: 'AAAAAAAA-2222-4333-8444-555555555555',
  CustomerId: '99999999-2222-4333-8444-555555555555',
  EarningAmountCC: '97.00',
  EarningCurrencyCode: 'EUR',
  EarningAmountUSD: '105.4',
  TransactionAmountCC: '100.00',
  TransactionAmountUSD: '108.66',
  LineItemId: 'line-1',
  PurchaseRecordId: 'purchase-1',
  MonthStartDate: '2031-05-01',
  TermStartDate: '2031-05-12',
  PayoutStatus: 'Upcoming',
  SKU: 'seats',
  BillingModel: 'Subscription based',
};
const row = (more: Record<string, string>): Row => new Map(Object.entries({ ...base, ...more }));
const read = (more: Record<string, string> = {}, ordinal = 0) => lineOf(row(more), ordinal);

describe('a row of the revenue report', () => {
  test('has exact amounts in the currency of the sale, and the marketplace’s conversion in its record', () => {
    expect(read()).toMatchObject({
      soldId: base.AssetId.toLowerCase(),
      skuId: 'seats',
      buyerId: base.CustomerId,
      day: '2031-05-01',
      currency: 'EUR',
      amounts: { gross: '100', collectable: '97', invoiced: '100' },
      dates: { invoiceDate: '2031-05-01' },
      facts: { billingModel: 'SubscriptionBased' },
      record: {
        mkBAssetID: base.AssetId.toLowerCase(),
        revenueUsd: 108.66,
        earningUsd: 105.4,
        payoutStatus: 'Upcoming',
        purchaseRecordID: 'purchase-1',
        termStartDate: '2031-05-12',
        transactionDate: { time: '2031-05-01T00:00:00.000Z', valid: true },
      },
    });
    expect(read()?.payoutId).toBeUndefined();
  });

  test.each([
    [
      'a payout',
      { PayoutStatus: 'Sent', PaymentSentDate: '6/15/2031' },
      { disbursed: '97' },
      'sent-2031-06-15',
    ],
    ['a payout without a day', { PayoutStatus: 'sent' }, { disbursed: '97' }, undefined],
    ['a day without a payout', { PayoutStatus: 'Rejected', PaymentSentDate: '2031-06-15' }, {}, undefined],
    ['a sale that is not paid out', { PayoutStatus: 'Not eligible' }, { collectable: '0' }, undefined],
  ])('shows %s', (_, more, amounts, payoutId) => {
    const line = read(more);
    expect(line?.amounts).toEqual({ gross: '100', collectable: '97', invoiced: '100', ...amounts });
    expect(line?.payoutId).toBe(payoutId);
    expect(line?.facts.paymentId).toBe(payoutId);
  });

  test('with a negative amount is a refund, with an id of its own', () => {
    const refund = {
      TransactionAmountCC: '-40.1',
      EarningAmountCC: '-38.897',
      PayoutStatus: 'Sent',
      PaymentSentDate: '2031-07-15',
    };
    const line = read(refund);
    expect(line).toMatchObject({
      amounts: { gross: '-40.1', collectable: '-38.897', refundInvoiced: '40.1', refundDisbursed: '38.897' },
      dates: { refundInvoiceDate: '2031-05-01', refundDisburseDate: '2031-07-15' },
    });
    expect(line?.amounts.invoiced).toBeUndefined();
    expect(line?.id).not.toBe(read()?.id);
  });

  test('keeps its id when its payout or its amounts change, and has another version', () => {
    const changed = [
      read({ PayoutStatus: 'Sent', PaymentSentDate: '2031-06-15' }),
      read({ TransactionAmountCC: '90', EarningAmountCC: '87.3' }),
    ];
    expect(changed.map((line) => line?.id)).toEqual([read()?.id, read()?.id]);
    expect(new Set([read(), ...changed].map((line) => line?.version)).size).toBe(3);
    expect(read()?.version).toBe(read()?.version);
  });

  test('with the key of an earlier row is another line', () => {
    expect(keyOf(row({ PayoutStatus: 'Sent' }))).toBe(keyOf(row({})));
    expect(read({}, 1)?.id).not.toBe(read()?.id);
  });

  test.each([
    ['another month', { MonthStartDate: '2031-06-01' }],
    ['another line of the invoice', { LineItemId: 'line-2' }],
    ['another plan', { SKU: 'flat' }],
  ])('of %s is another line', (_, more) => {
    expect(read(more)?.id).not.toBe(read()?.id);
  });

  test.each([
    ['no currency', { EarningCurrencyCode: '' }, 'USD', { gross: '108.66', collectable: '105.4' }],
    [
      'only revenue',
      { TransactionAmountCC: '', Revenue: '12.5' },
      'EUR',
      { gross: '12.5', collectable: '97' },
    ],
    ['an exponent', { TransactionAmountCC: '1E-05' }, 'EUR', { gross: '0.00001' }],
  ])('with %s has readable amounts', (_, more, currency, amounts) => {
    expect(read(more)).toMatchObject({ currency, amounts });
  });

  test.each([
    ['no purchase', { PurchaseRecordId: '' }],
    ['no day', { MonthStartDate: 'soon', TermStartDate: '' }],
    ['no amount', { TransactionAmountCC: 'many', TransactionAmountUSD: '' }],
    ['an unreadable amount besides its conversion', { TransactionAmountCC: '1,234.56' }],
    ['an unreadable payout', { EarningAmountCC: '1,197.52', PayoutStatus: 'Sent' }],
  ])('with %s is unreadable', (_, more) => {
    expect(read(more)).toBeUndefined();
  });

  test('keeps columns that are unknown, and no name of a field', () => {
    const { record } =
      read({ IsPrivateOffer: 'true', payoutStatus: 'x', __proto__x: '', constructor: 'c' }) ?? {};
    expect(record).toMatchObject({ IsPrivateOffer: 'true', payoutStatus: 'Upcoming', constructor: 'c' });
    const hostile = lineOf(new Map([...row({}), ['__proto__', 'x']]), 0);
    expect(Object.keys(hostile?.record ?? {})).not.toContain('__proto__');
  });
});
