import { expect, test } from 'vitest';
import { feedLineOf } from '../src/pages/revenue/feed.ts';
import {
  barsOf,
  currenciesOf,
  invoicedByMarketplace,
  lastDays,
  totalsOf,
} from '../src/pages/revenue/sums.ts';

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

test('invoiced amounts of each marketplace are net of refunds, with the tax separate, and add up in one currency', () => {
  const invoiced = (partner: 'MKA' | 'MKB', invoiceAmount: number, currency = 'USD') => ({
    ...of('2027-01-01', partner, 1, currency),
    invoiceAmount,
    refundInvoiceAmount: 0.1,
    taxAmount: 0.2,
  });
  const records = [invoiced('MKB', 5), invoiced('MKA', 0.3), invoiced('MKB', 0.7), invoiced('MKB', 9, 'EUR')];
  expect(invoicedByMarketplace(records, 'USD')).toEqual([
    { partner: 'MKA', invoiced: 0.3, refunded: 0.1, net: 0.2, tax: 0.2 },
    { partner: 'MKB', invoiced: 5.7, refunded: 0.2, net: 5.5, tax: 0.4 },
    { partner: undefined, invoiced: 6, refunded: 0.3, net: 5.7, tax: 0.6 },
  ]);
  expect(invoicedByMarketplace(records, 'EUR')).toEqual([
    { partner: 'MKB', invoiced: 9, refunded: 0.1, net: 8.9, tax: 0.2 },
  ]);
  expect(invoicedByMarketplace([of('2027-01-01', 'MKA', 7)], 'USD')).toEqual([]);
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

test('the bars of the last 30 days end today, whatever the last day of revenue', () => {
  const period = lastDays(new Date('2027-04-20T10:22:00Z'));
  const [bars] = barsOf(
    [of('2027-03-31', 'MKA', 1)],
    'day',
    () => 'Billed',
    ({ amount }) => amount,
    period,
  );
  expect(bars?.points).toHaveLength(31);
  expect(bars?.points[0]?.start).toBe('2027-03-21T00:00:00.000Z');
  expect(bars?.points.at(-1)).toEqual({ start: '2027-04-20T00:00:00.000Z', value: 0 });
  expect(bars?.points[10]?.value).toBe(1);
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
    isPayout: false,
  });
  expect(
    feedLineOf({ mkARevenueRecordDetail: { transactionType: 'DISBURSEMENT', action: 'DISBURSED' } }).isPayout,
  ).toBe(true);
});
