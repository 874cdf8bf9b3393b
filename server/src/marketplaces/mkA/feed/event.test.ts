import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { lineOf } from './event.ts';

const base = {
  billing_event_id: 'i0',
  valid_from: '2031-01-05T00:04:07Z',
  insert_date: '2031-01-05T00:04:07Z',
  update_date: '2031-01-05T00:04:07Z',
  agreement_id: 'agmt-1',
  invoice_id: '781216640',
  invoice_date: '2030-12-31T00:00:00Z',
  payment_due_date: '2031-01-30T00:00:00Z',
  action: 'INVOICED',
  transaction_type: 'SELLER_REV_SHARE',
  amount: '100',
  currency: 'USD',
  balance_impacting: '1',
};
const read = (row: Record<string, string>) => lineOf((name) => ({ ...base, ...row })[name] ?? '');
const paid = { action: 'DISBURSED', disbursement_billing_event_id: 'd1', parent_billing_event_id: 'i0' };

describe('a billing event', () => {
  test('an invoiced event adds the collectable amount only: the invoice has the sale', () => {
    expect(read({})).toMatchObject({
      id: 'i0',
      version: '2031-01-05T00:04:07.000Z',
      soldId: 'agmt-1',
      day: '2030-12-31',
      currency: 'USD',
      amounts: { collectable: '100' },
      dates: { invoiceDate: '2030-12-31', paymentDueDate: '2031-01-30' },
      facts: { invoiceId: '781216640' },
    });
    expect(read({})?.amounts).toEqual({ collectable: '100' });
  });

  test.each([
    ['INVOICED', 'AWS_REV_SHARE', '-3.00', '1', { collectable: '-3' }],
    ['INVOICED', 'SELLER_REV_SHARE_REFUND', '-40', '1', { collectable: '-40' }],
    ['INVOICED', 'AWS_REV_SHARE_REFUND', '1.2', '1', { collectable: '1.2' }],
    ['FORGIVEN', 'SELLER_REV_SHARE', '-100', '1', { collectable: '-100' }],
    ['INVOICED', 'BALANCE_ADJUSTMENT', '-0.0000000001', '1', { collectable: '-0.0000000001' }],
    ['INVOICED', 'SELLER_TAX_SHARE', '8', '1', { tax: '8' }],
    ['INVOICED', 'AWS_TAX_SHARE', '20.6', '0', {}],
    ['INVOICED', 'SELLER_REV_SHARE', '5', '0', {}],
    ['INVOICED', 'SHARE_TO_COME', '5', '1', { collectable: '5' }],
    ['INVOICED', 'SHARE_TO_COME', '5', '0', {}],
    ['ACTION_TO_COME', 'SELLER_REV_SHARE', '5', '1', {}],
  ])(
    'the event %s %s of %s (balance impact %s) has the amounts %j',
    (action, type, amount, impacting, amounts) => {
      expect(read({ action, transaction_type: type, amount, balance_impacting: impacting })?.amounts).toEqual(
        amounts,
      );
    },
  );

  test.each([
    ['SELLER_REV_SHARE', '-73.5', { disbursed: '73.5' }],
    ['SELLER_TAX_SHARE', '-6.5', { disbursed: '6.5' }],
    ['AWS_REV_SHARE', '7.35', { disbursed: '-7.35' }],
    ['SELLER_REV_SHARE_REFUND', '40', { refundDisbursed: '40' }],
    ['AWS_REV_SHARE_REFUND', '-1.2', { refundDisbursed: '-1.2' }],
    ['AWS_TAX_SHARE', '-20.6', {}],
  ])('a payout event (%s %s) has amounts of the opposite sign: %j', (type, amount, amounts) => {
    for (const impacting of ['0', '1', ''])
      if (type !== 'AWS_TAX_SHARE' || impacting !== '1')
        expect(read({ ...paid, transaction_type: type, amount, balance_impacting: impacting })).toMatchObject(
          {
            amounts,
            parentId: 'i0',
            payoutId: 'd1',
            facts: { disbursementBillingEventId: 'd1' },
          },
        );
  });

  test('a payout names the bank transfer and no sale', () => {
    const transfer = { transaction_type: 'DISBURSEMENT', action: 'DISBURSED', bank_trace_id: 'trace-1' };
    const line = read({ ...transfer, billing_event_id: 'd1', agreement_id: '', amount: '72.65' });
    expect(line).toMatchObject({
      amounts: {},
      dates: { disburseDate: '2030-12-31' },
      payoutId: 'd1',
      facts: { bankTraceId: 'trace-1', disbursementBillingEventId: 'd1' },
    });
    expect(line?.soldId).toBeUndefined();
  });

  test.each([
    ['DISBURSEMENT_FAILURE', 'DISBURSED'],
    ['DISBURSEMENT', 'INVOICED'],
  ])('a returned payout (%s %s) names the original transfer', (transaction_type, action) => {
    expect(read({ transaction_type, action, parent_billing_event_id: 'd1', amount: '-72.65' })).toMatchObject(
      {
        amounts: {},
        failedPayoutId: 'd1',
      },
    );
  });

  test('an event without an agreement belongs to the sale of its parent event', () => {
    expect(read({ agreement_id: '', parent_billing_event_id: 'i9' })).toMatchObject({ parentId: 'i9' });
    expect(read({ parent_billing_event_id: 'i9' })?.parentId).toBeUndefined();
  });

  test('a deleted event has no amounts and takes precedence over every other version', () => {
    const line = read({ ...paid, delete_date: '2031-02-01T00:00:00Z' });
    expect(line).toMatchObject({ amounts: {}, dates: {}, record: { amount: 0 } });
    expect(line?.payoutId).toBeUndefined();
    expect((line?.version ?? '') > (read({})?.version ?? '')).toBe(true);
  });

  test('versions sort by the time of the change, in any notation', () => {
    const versions = [
      '2031-01-05',
      '2031-01-05T00:00:00.5Z',
      '2031-01-05 01:00:00',
      '2031-01-05T00:30:00-01:00',
    ].map((time) => read({ update_date: time })?.version);
    expect(versions).toEqual([
      '2031-01-05T00:00:00.000Z',
      '2031-01-05T00:00:00.500Z',
      '2031-01-05T01:00:00.000Z',
      '2031-01-05T01:30:00.000Z',
    ]);
  });

  test.each([
    { billing_event_id: '' },
    { billing_event_id: 'a\u0000b' },
    { amount: '' },
    { amount: '12,5' },
    { amount: '1e5' },
    { amount: 'NaN' },
    { currency: '' },
    { currency: 'usd' },
    { invoice_date: 'yesterday', valid_from: '', insert_date: '' },
  ])('a truncated row is not an event: %j', (row) => {
    expect(read(row)).toBeUndefined();
  });

  test('an event is stored under the column names of the feed', () => {
    expect(
      read({ broker_id: 'AWS_EUROPE', product_id: 'prod-1', column_to_come: 'x' })?.record,
    ).toMatchObject({
      id: 'i0',
      agreementID: 'agmt-1',
      amount: 100,
      balanceImpacting: 1,
      brokerID: 'AWS_EUROPE',
      dataFeedProductID: 'prod-1',
      invoiceDate: { time: '2030-12-31T00:00:00.000Z', valid: true },
    });
  });
});

test('billed and paid-out amounts add up exactly to the transfer', () => {
  // The example of the vendor's seller guide: 73.5 + 6.5 - 7.35 = 72.65.
  const billed = [
    ['SELLER_REV_SHARE', '73.5'],
    ['SELLER_TAX_SHARE', '6.5'],
    ['AWS_REV_SHARE', '-7.35'],
  ] as const;
  const sum = (amounts: readonly (string | undefined)[]) =>
    amounts.reduce((total, amount) => total.plus(amount ?? 0), new Decimal(0)).toFixed();
  const lines = billed.map(([transaction_type, amount]) => read({ transaction_type, amount })?.amounts);
  expect(sum(lines.flatMap((one) => [one?.collectable, one?.tax]))).toBe('72.65');
  const payments = billed.map(([transaction_type, amount]) =>
    read({ ...paid, transaction_type, amount: new Decimal(amount).negated().toFixed() }),
  );
  expect(sum(payments.map((one) => one?.amounts.disbursed))).toBe('72.65');
});
