import { describe, expect, test } from 'vitest';
import type { EntitlementInfo } from '../../entitlements/records.ts';
import { commitLines } from './commit-lines.ts';
import { billingPeriods, splitByTerms } from './periods.ts';
import { billingTermsOf } from './terms.ts';

const monthFirst = { billingCycle: 'MONTH_FIRST_DAY' };
const prorated = { proratedBilling: true };
const commit = (rate: number, length?: number, timeUnit?: string, more: object = {}) => ({
  commits: [{ key: 'base', rate, ...(length ? { length, timeUnit: timeUnit ?? '' } : {}), ...more }],
});
type Times = { start: string; end: string | null };

const amountIn = (
  info: EntitlementInfo,
  life: Times,
  part: { start: string; end: string },
  bought: Times & { agreed?: string } = life,
) => commitLines({ info, life, bought }, billingTermsOf(info), part).map(({ amount }) => amount.toNumber());

/** Computes the cost of each billing period. */
function costs(info: EntitlementInfo, start: string, end: string | null, until = end ?? start): number[] {
  const life = { start, end };
  return billingPeriods(billingTermsOf(info), life, until).flatMap((period) => amountIn(info, life, period));
}
const months = (count: number, amount: number) => Array.from({ length: count }, () => amount);
const [newYear, nextYear] = ['2027-01-01', '2028-01-01'];

describe('R42 the cost of commits in each billing period', () => {
  test.each<[string, EntitlementInfo, string, string | null, number[]]>([
    ['a yearly fee, billed monthly', commit(1200, 1, 'YEAR'), newYear, nextYear, months(12, 100)],
    [
      'a yearly fee, billed once',
      { ...commit(1200, 1, 'YEAR'), billingIntervalInMonths: 12 },
      newYear,
      nextYear,
      [1200],
    ],
    [
      'a monthly fee, billed quarterly',
      { ...commit(10, 1, 'MONTH'), billingIntervalInMonths: 3 },
      newYear,
      nextYear,
      months(4, 30),
    ],
    ['cents that add up', commit(100, 3, 'MONTH'), newYear, '2027-04-01', [33.33, 33.34, 33.33]],
    [
      'yen without decimals',
      { ...commit(100, 3, 'MONTH'), currency: 'JPY' },
      newYear,
      '2027-04-01',
      [33, 34, 33],
    ],
    ['half a cent, rounded up', commit(0.06, 1, 'YEAR'), newYear, '2027-04-01', [0.01, 0, 0.01]],
    ['seats', commit(5, 1, 'MONTH', { type: 'PER_USER', quantity: 3 }), newYear, '2027-03-01', months(2, 15)],
    [
      'partial months, prorated',
      { ...commit(100, 1, 'MONTH'), ...monthFirst, ...prorated },
      '2027-01-15',
      '2027-04-15',
      [54.84, 100, 100, 46.67],
    ],
    [
      'partial months in full, one for each month begun',
      { ...commit(100, 1, 'MONTH'), ...monthFirst },
      '2027-01-15',
      '2027-04-15',
      [100, 100, 100, 0],
    ],
    ['a partial last month in full', commit(100, 1, 'MONTH'), '2027-01-10', '2027-03-20', [100, 100, 100]],
    [
      'a partial last month, prorated',
      { ...commit(100, 1, 'MONTH'), ...prorated },
      '2027-01-10',
      '2027-03-20',
      [100, 100, 32.26],
    ],
    [
      'a last month whose end is its last day',
      { ...commit(100, 1, 'MONTH'), ...prorated },
      newYear,
      '2027-02-28',
      [100, 100],
    ],
    [
      'months from the 31st',
      { ...commit(100, 1, 'MONTH'), ...prorated },
      '2027-01-31',
      '2027-05-31',
      months(4, 100),
    ],
    [
      'after a free month of trial',
      { ...commit(1200, 1, 'YEAR'), trialConfig: { trialPeriod: 1, trialPeriodUnit: 'MONTH' } },
      newYear,
      nextYear,
      months(11, 100),
    ],
    [
      'the days of a partial last month, independent of the first',
      { ...commit(3100, 1, 'MONTH'), ...monthFirst, ...prorated },
      '2027-02-15',
      '2027-05-25',
      [1550, 3100, 3100, 2400],
    ],
    [
      'a fee for the whole term, by the days of its months',
      { ...commit(286), ...monthFirst, ...prorated },
      '2027-02-15',
      '2027-05-01',
      [57.2, 114.4, 114.4],
    ],
    ['a day beyond a month, in full', commit(100, 1, 'MONTH'), newYear, '2027-02-02', [100, 100]],
    [
      'a day beyond a month, prorated',
      { ...commit(28, 1, 'MONTH'), ...prorated },
      newYear,
      '2027-02-02',
      [28, 1],
    ],
    [
      'a day beyond a month, by calendar months',
      { ...commit(100, 1, 'MONTH'), ...monthFirst },
      newYear,
      '2027-02-02',
      [100, 100],
    ],
    ['hours beyond a month, as part of it', commit(100, 1, 'MONTH'), newYear, '2027-02-01T23:00:00Z', [100]],
    [
      'months after a one-month trial from a 31st',
      {
        ...commit(100, 1, 'MONTH'),
        ...prorated,
        trialConfig: { trialPeriod: 1, trialPeriodUnit: 'MONTH' },
      },
      '2027-01-31',
      '2028-01-31',
      months(11, 100),
    ],
    ['a fee for the whole term, billed monthly', commit(600), newYear, '2027-07-01', months(6, 100)],
    [
      'a fee with its own end',
      commit(300, 0, '', { termEndTime: '2027-04-01' }),
      newYear,
      nextYear,
      [...months(3, 100), ...months(9, 0)],
    ],
    ['a fee for a number of days', commit(30, 30, 'DAY'), newYear, '2027-04-01', [31, 28, 31]],
    ['nothing without a rate', { commits: [{ key: 'a' }] }, newYear, '2027-02-01', []],
    [
      'nothing if there are instalments',
      { ...commit(9), paymentInstallments: [{ amount: 1 }] },
      newYear,
      nextYear,
      [],
    ],
    ['nothing for an amount that is for display only', { commitAmount: 500 }, newYear, nextYear, []],
  ])('%s', (_name, info, start, end, expected) => {
    expect(costs(info, start, end)).toEqual(expected);
  });

  test('a setup fee is paid once beside a recurring fee', () => {
    const info = { commits: [...commit(100, 1, 'MONTH').commits, { key: 'setup', rate: 50 }] };
    expect(costs(info, newYear, '2027-04-01')).toEqual([100, 50, 100, 0, 100, 0]);
  });

  test('without an end, a fee recurs, and a fee without a duration is paid once', () => {
    expect(costs(commit(100, 1, 'MONTH'), newYear, null, '2027-04-15')).toEqual(months(4, 100));
    expect(costs(commit(100), newYear, null, '2027-04-15')).toEqual([100, 0, 0, 0]);
  });
});

describe('R48 a period that is ended early is split by days', () => {
  const info = commit(1200, 1, 'YEAR');
  const life = { start: newYear, end: nextYear };
  test('an end in mid-period: the days used and the credit', () => {
    const stop = '2027-03-11';
    const cut = { start: newYear, end: stop };
    expect(amountIn(info, cut, { start: '2027-03-01', end: stop }, life)).toEqual([32.26]);
    expect(amountIn(info, cut, { start: stop, end: '2027-04-01' }, life)).toEqual([67.74]);
  });

  test('a price change in mid-period: each part at its own price', () => {
    const part = { start: '2027-03-11', end: '2027-04-01' };
    expect(amountIn(commit(2400, 1, 'YEAR'), life, part)).toEqual([135.48]);
    expect(amountIn(commit(2400, 1, 'YEAR'), life, { start: '2027-04-01', end: '2027-05-01' })).toEqual([
      200,
    ]);
  });

  test('each day of a partial last period costs as much as in a whole one', () => {
    const info = { ...commit(100, 1, 'MONTH'), ...monthFirst, ...prorated };
    const year = { start: '2027-02-15', end: '2028-02-15' };
    expect(amountIn(info, year, { start: '2028-02-01', end: '2028-02-08' })).toEqual([24.14]);
    expect(amountIn(info, year, { start: '2028-02-08', end: '2028-02-15' })).toEqual([24.14]);
  });

  test('a renewal continues the periods of the first term at its own price', () => {
    const both = { start: newYear, end: '2029-01-01' };
    const bought = { start: nextYear, end: '2029-01-01' };
    const part = { start: nextYear, end: '2028-02-01' };
    expect(amountIn(commit(2400, 1, 'YEAR'), both, part, bought)).toEqual([200]);
  });
});

test('R42 a renewal from a day that February shortened costs as much as the term before', () => {
  const monthly = (more: object) => ({ ...commit(100, 1, 'MONTH'), ...more });
  for (const info of [monthly({}), monthly(prorated), monthly({ billingIntervalInMonths: 2 })]) {
    const life = { start: '2027-08-31', end: '2028-08-31' };
    const bought = { start: '2028-02-29', end: life.end, agreed: life.start };
    const periods = billingPeriods(billingTermsOf(info), life, life.end);
    const lines = periods.flatMap((period) =>
      commitLines({ info, life, bought }, billingTermsOf(info), period),
    );
    expect(lines.reduce((sum, { amount }) => sum + amount.toNumber(), 0)).toBe(600);
  }
});

describe('R42 with proratedBilling, an automatically renewing sale costs one month per month, independent of earlier billing', () => {
  const info = { ...commit(310, 1, 'MONTH'), ...prorated };
  const chain = (ends: string[]) =>
    ends.slice(1).map((end, index) => ({ start: ends[index] as string, end, agreed: ends[0] as string }));
  test.each<[string, EntitlementInfo, string[], number]>([
    [
      'from a 31st, by calendar months',
      monthFirst,
      ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30'],
      930,
    ],
    [
      'from a 30th of a leap year, by calendar months',
      monthFirst,
      ['2028-01-30', '2028-02-29', '2028-03-30'],
      620,
    ],
    ['with ends on the last day', {}, ['2027-01-01', '2027-01-31', '2027-02-28', '2027-03-31'], 930],
    [
      'with ends on the last day, by calendar months',
      monthFirst,
      ['2027-01-01', '2027-01-31', '2027-02-28'],
      620,
    ],
  ])('%s', (_name, more, ends, expected) => {
    const all = { ...info, ...more };
    const whole = { start: ends[0] as string, end: ends.at(-1) as string };
    const billed = (renewed: boolean) =>
      chain(ends).map((bought) => {
        // A term that is paid in advance is billed before its renewal exists.
        const life = renewed ? whole : { start: whole.start, end: bought.end };
        const periods = billingPeriods(billingTermsOf(all), life, life.end);
        const parts = periods.flatMap((period) => splitByTerms(period, [bought]));
        return parts.flatMap((part) => amountIn(all, life, part, bought)).reduce((a, b) => a + b, 0);
      });
    const total = (amounts: number[]) => Number(amounts.reduce((a, b) => a + b, 0).toFixed(2));
    expect(billed(false)).toEqual(billed(true));
    expect(total(billed(true))).toBeCloseTo(expected, -1);
  });
});

test('a line has the fields that the invoice shows', () => {
  const info = {
    commits: [
      { key: 'k', name: 'N', description: 'D', rate: 9.5, quantity: 2, length: 1, timeUnit: 'MONTH' },
    ],
  };
  const life = { start: newYear, end: nextYear };
  const [line] = commitLines({ info, life, bought: life }, billingTermsOf(info), {
    start: newYear,
    end: '2027-02-01',
  });
  expect(JSON.parse(JSON.stringify(line))).toEqual({
    key: 'k',
    name: 'N',
    description: 'D',
    quantity: 2,
    rate: '9.5',
    amount: '19',
  });
});
