import { describe, expect, test } from 'vitest';
import type { EntitlementInfo } from '../../entitlements/records.ts';
import { billingPeriods, daysOf, duePeriods, splitByTerms } from './periods.ts';
import { billingTermsOf } from './terms.ts';

const monthFirst: EntitlementInfo = { billingCycle: 'MONTH_FIRST_DAY' };
const trial = (trialPeriod: number, trialPeriodUnit: string) => ({
  trialConfig: { trialPeriod, trialPeriodUnit },
});

/** Lists the days on which periods begin, and the end of the last. */
function bounds(info: EntitlementInfo, start: string, end: string | null, until = end ?? start): string[] {
  const periods = billingPeriods(billingTermsOf(info), { start, end }, until);
  const times = [...periods.map((period) => period.start), periods.at(-1)?.end ?? ''];
  return times.map((time) => time.replace('T00:00:00.000Z', '').replace(':00.000Z', ''));
}

test.each<[string, EntitlementInfo, string, string | null, string[]]>([
  [
    'from the 31st are not moved by shorter months',
    {},
    '2027-01-31',
    '2027-05-31',
    ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'],
  ],
  [
    'begin at the hour of the start',
    {},
    '2027-01-15T10:30:00Z',
    '2027-03-15T10:30:00Z',
    ['2027-01-15T10:30', '2027-02-15T10:30', '2027-03-15T10:30'],
  ],
  [
    'span several months',
    { billingIntervalInMonths: 3 },
    '2027-11-30',
    '2028-08-30',
    ['2027-11-30', '2028-02-29', '2028-05-30', '2028-08-30'],
  ],
  [
    'begin on the first day of the month',
    monthFirst,
    '2027-01-15',
    '2027-03-15',
    ['2027-01-15', '2027-02-01', '2027-03-01', '2027-03-15'],
  ],
  [
    'span several months from the first day of the starting month',
    { ...monthFirst, billingIntervalInMonths: 3 },
    '2027-01-15',
    '2027-08-01',
    ['2027-01-15', '2027-04-01', '2027-07-01', '2027-08-01'],
  ],
  [
    'begin after a trial',
    trial(14, 'DAY'),
    '2027-01-01',
    '2027-03-01',
    ['2027-01-15', '2027-02-15', '2027-03-01'],
  ],
  [
    'begin after a trial, on the first day of the month',
    { ...monthFirst, ...trial(14, 'DAY') },
    '2027-01-01',
    '2027-03-01',
    ['2027-01-15', '2027-02-01', '2027-03-01'],
  ],
  ['do not exist if the trial is as long', trial(1, 'YEAR'), '2027-01-01', '2028-01-01', ['']],
  [
    'include hours at the end in the last one',
    {},
    '2027-01-01',
    '2027-02-01T18:00:00Z',
    ['2027-01-01', '2027-02-01T18:00'],
  ],
  [
    'include a day at the end as one',
    {},
    '2027-01-01',
    '2027-02-02',
    ['2027-01-01', '2027-02-01', '2027-02-02'],
  ],
  ['do not exist if the end is before the start', {}, '2027-01-02', '2027-01-01', ['']],
  [
    'convert the start to UTC',
    monthFirst,
    '2027-01-31T23:30:00-05:00',
    '2027-03-01',
    ['2027-02-01T04:30', '2027-03-01'],
  ],
])('R35 billing periods %s', (_name, info, start, end, expected) => {
  expect(bounds(info, start, end)).toEqual(expected);
});

test('R35 without an end, the periods are those that have begun', () => {
  expect(bounds({}, '2027-01-31', null, '2027-03-30')).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
  expect(bounds({}, '2027-01-31', null, '2027-03-31')).toHaveLength(4);
  expect(bounds({}, '2027-01-31', null, '2027-01-30')).toEqual(['']);
});

test.each([
  ['a whole period', '2027-01-01', '2027-02-01', { part: 31, period: 31, whole: 31 }],
  ['one that begins late', '2027-01-15', '2027-02-01', { part: 17, period: 17, whole: 31 }],
  ['one that ends early', '2027-01-01', '2027-01-11', { part: 10, period: 10, whole: 31 }],
  ['one whose end is its last day', '2027-01-01', '2027-01-31', { part: 30, period: 30, whole: 30 }],
])('R62 the days of %s', (_name, start, end, expected) => {
  const [period] = billingPeriods(billingTermsOf(monthFirst), { start, end }, start);
  expect(period && daysOf(period)).toEqual(expected);
});

test('R62 a period is split by terms, and each part has its days', () => {
  const [period] = billingPeriods(billingTermsOf({}), { start: '2027-01-01', end: null }, '2027-01-01');
  if (!period) throw new Error('there is no period');
  const terms = [
    { id: 'a', start: '2026-06-01', end: '2027-01-11' },
    { id: 'b', start: '2027-01-11', end: '2027-01-12' },
    { id: 'c', start: '2027-01-12', end: null },
  ];
  const parts = splitByTerms(period, terms);
  expect(parts.map(({ term, start, end }) => [term.id, start.slice(0, 10), end.slice(0, 10)])).toEqual([
    ['a', '2027-01-01', '2027-01-11'],
    ['b', '2027-01-11', '2027-01-12'],
    ['c', '2027-01-12', '2027-02-01'],
  ]);
  expect(parts.map((part) => daysOf(period, part).part)).toEqual([10, 1, 20]);
});

test('an invalid time throws', () => {
  expect(() => bounds({}, 'soon', null)).toThrow(RangeError);
});

const life = { start: '2027-01-31', end: '2027-04-30' };
const day = (text: string | undefined) => text?.slice(0, 10);

function due(paymentSchedule: string, kind: 'COMMIT' | 'USAGE', now: string, billedUntil?: string) {
  const terms = billingTermsOf({ paymentSchedule });
  const { due, next } = duePeriods(terms, kind, life, { billedUntil, now });
  return [due.map(({ start, end }) => `${day(start)} ${day(end)}`), day(next)];
}
const [first, second, third] = ['2027-01-31 2027-02-28', '2027-02-28 2027-03-31', '2027-03-31 2027-04-30'];

describe('R35 periods are billed', () => {
  test.each<[string, string, 'COMMIT' | 'USAGE', string, string | undefined, unknown]>([
    ['not before the start', 'PREPAY', 'COMMIT', '2027-01-30', undefined, [[], '2027-01-31']],
    ['in advance, at the start', 'PREPAY', 'COMMIT', '2027-01-31', undefined, [[first], '2027-02-28']],
    ['in advance by default', '', 'COMMIT', '2027-01-31', undefined, [[first], '2027-02-28']],
    [
      'in advance, with each period',
      'PREPAY',
      'COMMIT',
      '2027-02-28',
      '2027-02-28',
      [[second], '2027-03-31'],
    ],
    ['never twice', 'PREPAY', 'COMMIT', '2027-03-01', '2027-03-31', [[], '2027-03-31']],
    ['in advance, up to the last', 'PREPAY', 'COMMIT', '2027-03-31', '2027-03-31', [[third], undefined]],
    ['in arrears, at the end', 'POSTPAY', 'COMMIT', '2027-02-28', undefined, [[first], '2027-03-31']],
    ['in arrears, not before the end', 'POSTPAY', 'COMMIT', '2027-02-27', undefined, [[], '2027-02-28']],
    [
      'in arrears for usage, even if commits are paid in advance',
      'PREPAY',
      'USAGE',
      '2027-02-27',
      undefined,
      [[], '2027-02-28'],
    ],
    [
      'in arrears, all ended periods of a past start',
      'POSTPAY',
      'USAGE',
      '2027-04-02',
      undefined,
      [[first, second], '2027-04-30'],
    ],
    [
      'in advance, all begun periods of a past start',
      'PREPAY',
      'COMMIT',
      '2027-04-02',
      undefined,
      [[first, second, third], undefined],
    ],
    ['the last one, after the end', 'POSTPAY', 'COMMIT', '2028-01-01', '2027-03-31', [[third], undefined]],
    ['none after the last', 'POSTPAY', 'COMMIT', '2028-01-01', '2027-04-30', [[], undefined]],
  ])('%s', (_name, schedule, kind, now, billedUntil, expected) => {
    expect(due(schedule, kind, now, billedUntil)).toEqual(expected);
  });
});

test('R35 after a change of interval, billing continues where it stopped', () => {
  const terms = billingTermsOf({ billingIntervalInMonths: 3 });
  const { due } = duePeriods(terms, 'COMMIT', life, { billedUntil: '2027-02-28', now: '2027-03-01' });
  expect(due.map(({ start, end }) => [day(start), day(end)])).toEqual([['2027-02-28', '2027-04-30']]);
});

test('R35 a period that ends after the year 9999 is not scheduled: no time of the API can express its end', () => {
  const terms = billingTermsOf({ paymentSchedule: 'POSTPAY' });
  const endless = { start: '9999-12-31T23:59:59.999Z', end: null };
  expect(duePeriods(terms, 'COMMIT', endless, { now: '2027-01-01T00:00:00.000Z' })).toEqual({
    due: [],
    next: undefined,
  });
});
