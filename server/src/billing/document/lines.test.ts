import { expect, test } from 'vitest';
import type { BillingInvoiceInfo, InvoiceRow } from '../invoices/index.ts';
import { linesOf } from './lines.ts';
import { wordsOf } from './words.ts';

const invoice = { type: 'USAGE', currency: 'USD' } as InvoiceRow;
const january = { startDate: '2027-01-01T00:00:00Z', endDate: '2027-02-01T00:00:00Z' };

type UsageLine = NonNullable<BillingInvoiceInfo['billableDimensionDetails']>[number];
const usage = (line: UsageLine, language = 'en') =>
  linesOf(wordsOf(language), invoice, {
    billableDimensionDetails: [{ ...january, name: 'Calls', billableMetricKey: { id: 'calls' }, ...line }],
  })[0];
const fee = (descriptions: string, feeExpressions: string) => ({ descriptions, feeExpressions });

test('usage at one price has quantity, unit price, period and amount, and no calculation in one text', () => {
  const details = [fee('Units', '1000 × 2 = 2000')];
  expect(usage({ quantity: 1000, amount: 2000, details })).toEqual({
    name: 'Calls',
    detail: '',
    period: expect.stringMatching(/^1\s?–\s?31 Jan 2027$/),
    quantity: '1,000',
    price: '2.00',
    amount: '2,000.00 USD',
    parts: [],
  });
});

test.each([
  ['en', 'Flat fee', '1,000', '0.25'],
  ['de', 'Pauschale', '1.000', '0,25'],
  ['fr', 'Forfait', '1\u202f000', '0,25'],
])('in %s the tiers and flat fees of a price are parts of the line', (language, flat, count, price) => {
  const details = [
    fee('Units', '1000 × 0.25 = 250'),
    fee('Units', '250 × 0.2 = 50'),
    fee('Flat fee', '1 × 50 = 50'),
  ];
  const line = usage({ quantity: 1250, amount: 350, details }, language);
  expect(line?.parts.map(({ name }) => name)).toEqual([
    wordsOf(language).fees.UNITS,
    wordsOf(language).fees.UNITS,
    flat,
  ]);
  expect(line?.parts[0]).toMatchObject({ quantity: count, price });
});

test('a percentage is a percentage, not a number of basis points', () => {
  const details = [fee('Percentage in basis points', '4000 × 250 ÷ 10000 = 100')];
  expect(usage({ quantity: 4000, amount: 100, details })).toMatchObject({ price: '2.5 %', parts: [] });
});

test('a discount, and a minimum that is charged instead of the price, are parts of the line', () => {
  const details = [fee('Units', '10 × 2 = 20')];
  const given = { quantity: 10, details, discountExpression: '- 5', minimumCommit: 30 };
  expect(usage({ ...given, amount: 30 })?.parts.map(({ name, amount }) => [name, amount])).toEqual([
    ['Discount', '−5.00 USD'],
    ['Minimum amount', '30.00 USD'],
  ]);
  expect(usage({ ...given, minimumCommit: 10, amount: 15 })?.parts).toHaveLength(1);
});

test('late usage has no price that does not match its quantity and amount', () => {
  const details = [fee('Units', '500 × 2 = 1000')];
  expect(usage({ quantity: 12, amount: 24, isLate: true, details })).toMatchObject({
    quantity: '12',
    price: '',
    detail: 'usage of an earlier period',
    parts: [],
  });
});

test.each([
  ['region=eu,class=hot', 'region: eu, class: hot'],
  ['region=', 'region: –'],
  ['formula=a=b', 'formula=a=b'],
  ['', ''],
])('the group %s is shown as “%s”', (groupBysExpression, shown) => {
  expect(usage({ billableMetricKey: { id: 'calls', groupBysExpression } })?.detail).toBe(shown);
});

test('texts of another form are shown unchanged, and a line without a name has a word instead of its id', () => {
  const line = usage({ name: '', details: [fee('special', 'by agreement'), {}], discountExpression: 'half' });
  expect(line?.name).toBe('Usage');
  expect(line?.parts.map(({ name, amount }) => [name, amount])).toEqual([
    ['special: by agreement', ''],
    ['Discount', 'half'],
  ]);
});

test('a commit has quantity and rate, and is marked as prorated only if the amount is a part', () => {
  const commit = {
    ...january,
    key: 'seats',
    name: 'Seats',
    quantity: 25,
    rate: 96,
    expression: '25 × 96, prorated',
  };
  const shown = (amount: number) =>
    linesOf(
      wordsOf('en'),
      { ...invoice, type: 'COMMIT' },
      { commitsRevenueDetails: [{ ...commit, amount }] },
    )[0];
  expect(shown(2400)).toMatchObject({ quantity: '25', price: '96.00', amount: '2,400.00 USD', detail: '' });
  expect(shown(200)).toMatchObject({ price: '96.00', amount: '200.00 USD', detail: 'prorated' });
});
