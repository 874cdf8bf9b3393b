import { expect, test } from 'vitest';
import { generatedTexts } from '../invoices/fees.ts';
import { amountIn, dayIn, generatedIn, wordsOf } from './words.ts';

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

test('each language has a word for each term', () => {
  for (const language of ['en', 'de', 'fr'])
    expect(Object.entries(wordsOf(language)).filter(([, word]) => word === '')).toEqual([]);
});

test.each(['de', 'fr'])('in %s each text of the service on invoices has its own word', (language) => {
  const { generated } = wordsOf(language);
  expect(Object.keys(generated)).toEqual(Object.keys(generatedTexts));
  for (const [name, english] of Object.entries(generatedTexts))
    expect(generated[name as keyof typeof generatedTexts], name).not.toBe(english);
});

test.each([
  ['de', 'Previously credited', 'Zuvor gutgeschrieben'],
  ['fr', 'Commit drawn by usage', 'Engagement consommé par l’usage'],
  ['de', 'Commit drawn by earlier usage', 'Zuvor durch Nutzung verbrauchter Grundbetrag'],
  ['de', '2 × 310, prorated', '2 × 310, anteilig für den Zeitraum'],
  ['fr', 'Seats that were Previously credited', 'Seats that were Previously credited'],
  [
    'de',
    'The billed period was shortened by a change or an end.',
    'Der berechnete Zeitraum wurde durch eine Änderung oder Beendigung verkürzt.',
  ],
  ['en', 'Previously credited', 'Previously credited'],
  ['de', '', ''],
])('in %s the text “%s” is “%s”', (language, text, shown) => {
  expect(generatedIn(wordsOf(language), text)).toBe(shown);
});
