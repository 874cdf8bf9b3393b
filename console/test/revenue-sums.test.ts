import { expect, test } from 'vitest';
import { feedLineOf } from '../src/pages/revenue/feed.ts';
import { barsOf, currenciesOf, totalsOf } from '../src/pages/revenue/sums.ts';

const of = (date: string, partner: 'MKA' | 'MKB', amount: number, currency = 'USD') => ({
  date: `${date}T00:00:00.000Z`,
  partner,
  amount,
  currency,
});

test('amounts of different currencies are never added', () => {
  const records = [
    of('2027-01-01', 'MKA', 0.1),
    of('2027-01-02', 'MKA', 0.2),
    of('2027-01-02', 'MKB', 5, 'EUR'),
  ];
  expect(currenciesOf(records)).toEqual(['USD', 'EUR']);
  expect(totalsOf(records, 'USD').gross).toBe(0.3);
  expect(totalsOf(records, 'EUR').gross).toBe(5);
});

test('all marketplaces have a bar for each day, also for days without revenue', () => {
  const records = [of('2027-01-01', 'MKA', 1), of('2027-01-14', 'MKB', 2), of('2027-01-14', 'MKB', 3)];
  const bars = barsOf(
    records,
    'day',
    ({ partner = '' }) => partner,
    ({ amount }) => amount,
  );
  expect(bars.map(({ name, points }) => [name, points.length, points[0]?.value, points[13]?.value])).toEqual([
    ['MKA', 14, 1, 0],
    ['MKB', 14, 0, 5],
  ]);
});

test('a single month of revenue is shown among the months before it', () => {
  const [bars] = barsOf(
    [of('2027-01-01', 'MKA', 1)],
    'month',
    () => 'Billed',
    ({ amount }) => amount,
  );
  expect(bars?.points).toHaveLength(12);
  expect(bars?.points[0]?.start).toBe('2026-02-01T00:00:00.000Z');
});

test('a line of a revenue feed has its day, sale and amount in the fields of each marketplace', () => {
  const ofA = {
    invoiceDate: { time: '2027-01-01T00:00:00Z', valid: true },
    entitlementID: 'ent_1',
    amount: 2,
  };
  expect(
    feedLineOf({ mkARevenueRecordDetail: { ...ofA, currency: 'EUR', transactionType: 'SELLER' } }),
  ).toMatchObject({
    day: '2027-01-01T00:00:00Z',
    what: 'SELLER',
    entitlementId: 'ent_1',
    amount: 2,
    currency: 'EUR',
  });
  expect(feedLineOf({ mkBRevenueRecordDetail: { revenueUsd: 3 } })).toMatchObject({
    amount: 3,
    currency: 'USD',
  });
});
