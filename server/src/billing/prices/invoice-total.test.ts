import { expect, test } from 'vitest';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { type Adjustments, invoiceTotal } from './invoice-total.ts';

const exact = (value: number | string) => new Exact(value);
const texts = (amounts: (number | string)[], adjustments: Adjustments, currency = 'USD') =>
  JSON.parse(
    JSON.stringify(
      invoiceTotal(
        amounts.map((amount) => ({ amount: exact(amount) })),
        adjustments,
        currency,
      ),
    ),
  );
const percentage = (value: number) => ({ discountType: 'PERCENTAGE', value });
const absolute = (value: number) => ({ discountType: 'ABSOLUTE', value });
const nothing = { deducted: '0', discount: '0', missing: '0', taxes: [] };

test.each<[string, (number | string)[], Adjustments, object]>([
  ['no lines', [], {}, { subtotal: '0', due: '0' }],
  ['the sum of its rounded lines', ['0.1', '0.2'], {}, { subtotal: '0.3', due: '0.3' }],
  [
    'a percentage discount, rounded once',
    ['10.01', '0.04'],
    { discount: percentage(50) },
    { subtotal: '10.05', discount: '5.03', due: '5.02' },
  ],
  [
    'a discount above the subtotal',
    [10],
    { discount: absolute(25) },
    { subtotal: '10', discount: '10', due: '0' },
  ],
  [
    'a minimum, after the discount',
    [10],
    { discount: absolute(4), minimum: exact(8) },
    { subtotal: '10', discount: '4', missing: '2', due: '8' },
  ],
  [
    'taxes on the discounted amount, each rounded once',
    ['9.99'],
    { discount: absolute(0.04), taxPercents: [exact(7.5), exact('2.5')] },
    { subtotal: '9.99', discount: '0.04', taxes: ['0.75', '0.25'], due: '10.95' },
  ],
  [
    'usage of 120 on a paid commit of 100 (R61)',
    [120],
    { deductible: exact(100) },
    { deducted: '100', subtotal: '20', due: '20' },
  ],
  [
    'usage of 80 on a paid commit of 100 (R61)',
    [80],
    { deductible: exact(100) },
    { deducted: '80', subtotal: '0', due: '0' },
  ],
  ['usage of 120 beside a commit (R61)', [120], {}, { subtotal: '120', due: '120' }],
])('R61 R62 an invoice with %s', (_name, amounts, adjustments, expected) => {
  expect(texts(amounts, adjustments)).toEqual({ ...nothing, ...expected });
});

test('R62 an invoice in yen has no decimals', () => {
  expect(texts([100, 33], { discount: percentage(50), taxPercents: [exact(10)] }, 'JPY')).toEqual({
    ...nothing,
    subtotal: '133',
    discount: '67',
    taxes: ['7'],
    due: '73',
  });
});
