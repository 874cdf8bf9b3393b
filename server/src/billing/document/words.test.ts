import { expect, test } from 'vitest';
import { amountIn, dayIn, wordsOf } from './words.ts';

test.each([
  ['en', '1234567.5', 'USD', '1,234,567.50 USD'],
  ['en', '-0.005', 'USD', '−0.005 USD'],
  ['en', '1000', 'JPY', '1,000 JPY'],
  ['de-AT', '1234.5', 'EUR', '1.234,50 EUR'],
  ['fr', '1234.5', 'KWD', '1\u202f234,500 KWD'],
  ['xx', '999999999999999.99', 'EUR', '999,999,999,999,999.99 EUR'],
  [undefined, '0', 'EUR', '0.00 EUR'],
])('in %s, %s %s is %s, exactly', (language, amount, currency, shown) => {
  expect(amountIn(wordsOf(language), amount, currency)).toBe(shown);
});

test.each([
  ['en', '1 March 2027'],
  ['de', '1. März 2027'],
  ['fr', '1 mars 2027'],
])('in %s a day is %s', (language, shown) => {
  expect(dayIn(wordsOf(language), '2027-03-01T00:00:00.000Z')).toBe(shown);
  expect(dayIn(wordsOf(language), null)).toBeUndefined();
});

test('each language has a word for everything', () => {
  for (const language of ['en', 'de', 'fr'])
    expect(Object.entries(wordsOf(language)).filter(([, word]) => word === '')).toEqual([]);
});
