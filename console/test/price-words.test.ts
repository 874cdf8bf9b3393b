import { expect, test } from 'vitest';
import { priceInWords } from '../src/pages/offers/price-words.ts';
import { lengthsOf, totalOf } from '../src/pages/offers/total.ts';

const year = { length: 1, timeUnit: 'YEAR' };
const seats = { key: 'seats', quantity: 2, rate: 1200, ...year };
const offer = (commits: readonly object[], info: object = {}, more: object = {}) => ({
  partner: 'MKA',
  ...more,
  info: { currency: 'USD', commits, ...info },
});

test.each([
  [
    'a yearly price in a term of three years',
    offer([seats], { mkAAgreementDuration: 'P3Y' }),
    '2 seats × $1,200.00 a year × 3 years = $7,200.00',
  ],
  ['a price without a longer term', offer([seats]), '2 seats × $1,200.00 a year = $2,400.00'],
  [
    'a period that begins in the last months of the term counts in full',
    offer([{ ...seats, quantity: 1 }], { mkAAgreementDuration: 'P1Y6M' }),
    '1 seats × $1,200.00 a year × 2 years = $2,400.00',
  ],
  [
    'a monthly rate of marketplace C',
    offer([{ key: 'seats', quantity: 3, rate: 9.99 }], { mkCDuration: 12 }, { partner: 'MKC' }),
    '3 seats × $9.99 a month × 12 months = $359.64',
  ],
  [
    'a quarter in a term of marketplace F',
    offer(
      [{ name: 'Nodes', rate: 100, length: 3, timeUnit: 'MONTH' }],
      { mkFOffer: { contract_duration_months: 12 } },
      { partner: 'MKF' },
    ),
    '1 Nodes × $100.00 for 3 months × 4 times = $400.00',
  ],
  [
    'an end instead of a length, whose periods are not known before the acceptance',
    offer([seats], { mkAAgreementDuration: 'P3Y' }, { endTime: '2031-01-01T00:00:00Z' }),
    '2 seats × $1,200.00 a year = $2,400.00',
  ],
  [
    'a quantity of 0, which is charged like 1',
    offer([{ ...seats, quantity: 0 }]),
    '1 seats × $1,200.00 a year = $1,200.00',
  ],
  ['a fee without a length', offer([{ name: 'Setup', rate: 0.5 }]), '1 Setup × $0.50 = $0.50'],
  [
    'amounts beyond the precision of numbers',
    offer([{ key: 'units', quantity: 900_719_925, rate: 1234567.89 }]),
    '900,719,925 units × $1,234,567.89 = $1,111,999,897,288,208.25',
  ],
  [
    'a rate finer than a coin, which is rounded in the product only',
    offer([{ key: 'calls', quantity: 1000, rate: 0.00001234 }]),
    '1,000 calls × $0.00001234 = $0.01',
  ],
  [
    'a currency without a minor unit',
    offer([{ key: 'seats', quantity: 2, rate: 1200 }], { currency: 'JPY' }),
    '2 seats × ¥1,200 = ¥2,400',
  ],
])('writes %s in words', (_, record, line) => {
  expect(priceInWords(record)).toEqual({ lines: [line], total: undefined });
});

test('several commits have a total, unless payments replace their sum', () => {
  const commits = [seats, { name: 'Setup', rate: 0.1 }, { key: 'without a price' }];
  expect(priceInWords(offer(commits))?.total).toBe('$2,400.10');
  expect(priceInWords(offer(commits, { paymentInstallments: [{ amount: 5 }] }))?.total).toBeUndefined();
});

test('without a price there are no words', () => {
  for (const record of [
    {},
    offer([]),
    offer([{ ...seats, rate: 'much' }]),
    offer([seats], { currency: 'dollars' }),
  ])
    expect(priceInWords(record)).toBeUndefined();
});

test('a commit with the length 0 is charged like one without: once beside commits with a length, else for the whole term', () => {
  const commits = [{ length: 0, timeUnit: 'YEAR' }, {}];
  expect(lengthsOf(commits)).toEqual(['The whole term', 'The whole term']);
  expect(lengthsOf([...commits, { length: 2, timeUnit: 'MONTH' }])).toEqual(['Once', 'Once', '2 months']);
  expect(lengthsOf([{ length: 1 }, { termEndTime: '2031-01-01T00:00:00Z' }])).toEqual([
    '1 period',
    'Until 2031-01-01',
  ]);
  expect(totalOf({ commits: [{ rate: 5, quantity: 0 }, { rate: 2 }] })).toBe(7);
});
