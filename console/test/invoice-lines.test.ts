import { expect, test } from 'vitest';
import { daysOverdue, grouped, linesOf, openAmountOf, stateOf } from '../src/pages/invoices/lines.ts';
import { mailText } from '../src/pages/invoices/mail-text.ts';

test('a usage line names its calculation, its discount and late usage', () => {
  const invoice = {
    info: {
      billableDimensionDetails: [
        {
          name: 'GPU hours',
          quantity: 5,
          amount: 0.5,
          isLate: true,
          details: [{ descriptions: 'First tier', feeExpressions: '5 × 0.1 = 0.5' }],
          discountExpression: '10 % of 0.5',
        },
      ],
    },
  };
  expect(linesOf(invoice)).toEqual([
    {
      name: 'GPU hours',
      notes: [
        'First tier: 5 × 0.1 = 0.5',
        'Discount: 10 % of 0.5',
        'Late usage of a period that was billed before',
      ],
      from: undefined,
      to: undefined,
      quantity: 5,
      amount: 0.5,
    },
  ]);
});

test('commits, addons and instalments are lines', () => {
  const info = {
    commitsRevenueDetails: [{ key: 'seats', quantity: 2, amount: 20 }],
    addonDetail: { name: 'Onboarding', amount: 50 },
    paymentInstallmentsDetail: { amount: 100, chargeOn: '2027-01-01' },
  };
  const lines = linesOf({ info }).map(({ name, amount }) => `${name} ${amount}`);
  expect(lines).toEqual(['seats 20', 'Onboarding 50', 'Instalment 100']);
});

test('the open amount is the total less credit notes and payments, without binary rounding errors', () => {
  const info = { dueAmount: 0.3, paidAmount: 0.1, creditedAmount: 0.1 };
  expect(openAmountOf({ status: 'FINALIZED', info })).toBe(0.1);
  expect(openAmountOf({ status: 'FINALIZED', info: { dueAmount: 1, creditedAmount: 2 } })).toBe(0);
  expect(openAmountOf({ status: 'DRAFT', info })).toBe(0);
});

test('an issued invoice is overdue after its due date, unless it is paid', () => {
  const now = new Date('2027-03-02T00:00:00Z');
  const issued = { status: 'FINALIZED', info: { dueAmount: 10, dueDate: '2027-03-01T00:00:00Z' } } as const;
  expect(stateOf(issued, now)).toBe('OVERDUE');
  expect(stateOf(issued, new Date('2027-03-01T23:00:00Z'))).toBe('ISSUED');
  expect(stateOf({ ...issued, paymentStatus: 'PROCESSING' }, now)).toBe('PAYMENT_PENDING');
  expect(stateOf({ ...issued, paymentStatus: 'FAILED' }, now)).toBe('PAYMENT_FAILED');
  expect(stateOf({ ...issued, info: { ...issued.info, paidAmount: 10 } }, now)).toBe('PAID');
  expect(stateOf({ status: 'CANCELED' }, now)).toBe('VOIDED');
  expect(stateOf({ status: 'DRAFT' }, now)).toBe('DRAFT');
});

test('an invoice is overdue for whole days, until it is paid', () => {
  const now = new Date('2027-03-04T12:00:00Z');
  const issued = { status: 'FINALIZED', info: { dueAmount: 10, dueDate: '2027-03-01T00:00:00Z' } } as const;
  expect(daysOverdue(issued, now)).toBe(3);
  expect(daysOverdue(issued, new Date('2027-02-01T00:00:00Z'))).toBe(0);
  expect(daysOverdue({ ...issued, info: { ...issued.info, paidAmount: 10 } }, now)).toBe(0);
});

test('the numbers of a calculation have grouped thousands', () => {
  expect(grouped('1 × 2400, prorated')).toBe('1 × 2,400, prorated');
  expect(grouped('12000 × 0.00125 + 1,500')).toBe('12,000 × 0.00125 + 1,500');
});

test('the text of a mail has a line for each row, without markup, styles and entities', () => {
  const html =
    '<!doctype html><html><head><style>p { color: red }</style></head><body><h1>Invoice 1</h1>' +
    '<table><tr><td>Seats &amp; support</td><td>&#36;10</td></tr></table><p>&lt;b&gt;</p></body></html>';
  expect(mailText(html)).toEqual(['Invoice 1', 'Seats & support   $10', '<b>']);
});
