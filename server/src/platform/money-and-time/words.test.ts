import { expect, test } from 'vitest';
import { dayInWords, durationInWords, lengthInWords, money, timeInWords } from './words.ts';

test.each([
  ['2090-02-03', '3 February 2090', '3 February 2090'],
  ['2090-02-03T23:30:00.000-02:00', '4 February 2090', '4 February 2090, 01:30 UTC'],
  ['soon', undefined, undefined],
  [undefined, undefined, undefined],
  [null, undefined, undefined],
])('%s is written as a day and as a time', (time, day, moment) => {
  expect([dayInWords(time), timeInWords(time)]).toEqual([day, moment]);
});

test.each([
  ['P1Y', '1 year'],
  ['P18M', '18 months'],
  ['P1Y6M', '1 year and 6 months'],
  ['P1Y6M10D', '1 year, 6 months and 10 days'],
  ['long', 'long'],
  ['', undefined],
])('the duration %s is written in words', (duration, words) => {
  expect(durationInWords(duration)).toBe(words);
});

test('a unit is singular or plural by its number', () => {
  expect([lengthInWords(1, 'YEAR'), lengthInWords(3, 'month'), lengthInWords(2, undefined)]).toEqual([
    '1 year',
    '3 months',
    '2 periods',
  ]);
});

test('money is written with grouped thousands, its currency, the currency’s decimals and all its digits', () => {
  expect([money(1_234_567.5, 'EUR'), money(0.0125, undefined), money(-3, 'USD')]).toEqual([
    '1,234,567.50 EUR',
    '0.0125 USD',
    '−3.00 USD',
  ]);
  expect([money(1200, 'JPY'), money(1.5, 'KWD')]).toEqual(['1,200 JPY', '1.500 KWD']);
});

test.each([
  ['JPY', '1,000 JPY'],
  ['KWD', '1,000.000 KWD'],
])('money in %s has the decimals of its currency', (currency, shown) => {
  expect(money(1000, currency)).toBe(shown);
});
