import { expect, test } from 'vitest';
import type { EntitlementInfo } from '../../entitlements/records.ts';
import { billingPeriods, daysOf, splitByTerms } from './periods.ts';
import { billingTermsOf } from './terms.ts';

const monthFirst: EntitlementInfo = { billingCycle: 'MONTH_FIRST_DAY' };
const trial = (trialPeriod: number, trialPeriodUnit: string) => ({
  trialConfig: { trialPeriod, trialPeriodUnit },
});

/** The days on which periods begin, and the end of the last. */
function bounds(info: EntitlementInfo, start: string, end: string | null, until = end ?? start): string[] {
  const periods = billingPeriods(billingTermsOf(info), { start, end }, until);
  const times = [...periods.map((period) => period.start), periods.at(-1)?.end ?? ''];
  return times.map((time) => time.replace('T00:00:00.000Z', '').replace(':00.000Z', ''));
}

test.each<[string, EntitlementInfo, string, string | null, string[]]>([
  [
    'counted from the 31st: shorter months do not move later ones',
    {},
    '2027-01-31',
    '2027-05-31',
    ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'],
  ],
  [
    'from the hour of the start',
    {},
    '2027-01-15T10:30:00Z',
    '2027-03-15T10:30:00Z',
    ['2027-01-15T10:30', '2027-02-15T10:30', '2027-03-15T10:30'],
  ],
  [
    'of several months',
    { billingIntervalInMonths: 3 },
    '2027-11-30',
    '2028-08-30',
    ['2027-11-30', '2028-02-29', '2028-05-30', '2028-08-30'],
  ],
  [
    'from the first day of the month',
    monthFirst,
    '2027-01-15',
    '2027-03-15',
    ['2027-01-15', '2027-02-01', '2027-03-01', '2027-03-15'],
  ],
  [
    'of several months from the first day of the month in which it starts',
    { ...monthFirst, billingIntervalInMonths: 3 },
    '2027-01-15',
    '2027-08-01',
    ['2027-01-15', '2027-04-01', '2027-07-01', '2027-08-01'],
  ],
  ['after a trial', trial(14, 'DAY'), '2027-01-01', '2027-03-01', ['2027-01-15', '2027-02-15', '2027-03-01']],
  [
    'after a trial, from the first day of the month',
    { ...monthFirst, ...trial(14, 'DAY') },
    '2027-01-01',
    '2027-03-01',
    ['2027-01-15', '2027-02-01', '2027-03-01'],
  ],
  ['none where the trial is as long', trial(1, 'YEAR'), '2027-01-01', '2028-01-01', ['']],
  [
    'hours at the end belong to the last',
    {},
    '2027-01-01',
    '2027-02-01T18:00:00Z',
    ['2027-01-01', '2027-02-01T18:00'],
  ],
  ['a day at the end is one', {}, '2027-01-01', '2027-02-02', ['2027-01-01', '2027-02-01', '2027-02-02']],
  ['an end before the start', {}, '2027-01-02', '2027-01-01', ['']],
  [
    'a bare start in UTC',
    monthFirst,
    '2027-01-31T23:30:00-05:00',
    '2027-03-01',
    ['2027-02-01T04:30', '2027-03-01'],
  ],
])('R35 billing periods %s', (_name, info, start, end, expected) => {
  expect(bounds(info, start, end)).toEqual(expected);
});

test('R35 without an end there are the periods that have begun', () => {
  expect(bounds({}, '2027-01-31', null, '2027-03-30')).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
  expect(bounds({}, '2027-01-31', null, '2027-03-31')).toHaveLength(4);
  expect(bounds({}, '2027-01-31', null, '2027-01-30')).toEqual(['']);
});

test.each([
  ['a whole period', '2027-01-01', '2027-02-01', { part: 31, period: 31, whole: 31 }],
  ['one that begins late', '2027-01-15', '2027-02-01', { part: 17, period: 17, whole: 31 }],
  ['one that ends early', '2027-01-01', '2027-01-11', { part: 10, period: 10, whole: 31 }],
  ['one that names its last day', '2027-01-01', '2027-01-31', { part: 30, period: 30, whole: 30 }],
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

test('what is no time is an error, and not a period', () => {
  expect(() => bounds({}, 'soon', null)).toThrow(RangeError);
});
