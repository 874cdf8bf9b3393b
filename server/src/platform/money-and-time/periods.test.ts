import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { dayInMs, lengthIn } from './lengths.ts';
import { agreedDays, beginnings, monthsIn, periodBeginning, periodsBegun, plusMonths } from './periods.ts';

const at = (text: string): number => Date.parse(text);
const text = (time: number): string => new Date(time).toISOString();
const dayOf = (time: number): string => text(time).slice(0, 10);
const length = (count: number, unit: string) =>
  lengthIn(count, unit) as NonNullable<ReturnType<typeof lengthIn>>;
const month = length(1, 'MONTH');

test.each([
  ['2027-01-31T23:59:59.999Z', 1, '2027-02-28T23:59:59.999Z'],
  ['2027-01-31T00:00:00.000Z', 13, '2028-02-29T00:00:00.000Z'],
  ['2027-01-31T12:30:00.000Z', 2, '2027-03-31T12:30:00.000Z'],
  ['2027-12-15T00:00:00.000Z', 1, '2028-01-15T00:00:00.000Z'],
  ['2027-03-31T00:00:00.000Z', -1, '2027-02-28T00:00:00.000Z'],
  ['2027-01-01T00:00:00.000Z', 1.5, '2027-02-16T00:00:00.000Z'],
])('%s and %d months are %s', (given, months, read) => {
  expect(text(plusMonths(at(given), months))).toBe(read);
});

/** Terms of a sale that renews by a number of months, counted from its first day. */
const renewed = (first: number, months: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    start: plusMonths(first, months * index),
    end: plusMonths(first, months * (index + 1)),
  }));
const daysAgreedOn = (times: readonly { start: number; end: number | undefined }[]) =>
  agreedDays(times).map(dayOf);

describe('R42 the anchor day, from which periods of a term are counted', () => {
  test('is the first day of a renewing sale, even if short months move later terms', () => {
    for (const [first, months] of [
      ['2027-01-31', 1],
      ['2027-11-30T10:00:00Z', 3],
      ['2027-08-31', 6],
      ['2028-02-29', 12],
    ] as const) {
      const times = renewed(at(first), months, 30);
      for (const [index, day] of agreedDays(times).entries())
        expect(beginnings({ start: times[index]?.start as number, agreed: day }, month)(months)).toBe(
          times[index]?.end,
        );
    }
  });

  const shown = (...days: string[]) =>
    daysAgreedOn(days.slice(1).map((end, index) => ({ start: at(days[index] as string), end: at(end) })));
  test.each<[string, string[], string[]]>([
    ['renewals from a 31st', ['2027-01-31', '2027-02-28', '2027-03-31'], ['2027-01-31', '2027-01-31']],
    [
      'a marketplace that counts on from the last day of the short month',
      ['2027-01-31', '2027-02-28', '2027-03-28'],
      ['2027-01-31', '2027-02-28'],
    ],
    [
      'an end given as the last day of the term',
      ['2027-01-01', '2027-01-31', '2027-02-28', '2027-03-31'],
      ['2027-01-01', '2027-01-31', '2027-01-31'],
    ],
    [
      'an end at another hour',
      ['2027-01-31T10:00:00Z', '2027-02-28', '2027-03-31'],
      ['2027-01-31', '2027-01-31'],
    ],
    [
      'other terms in the middle, and a renewal after them',
      ['2027-01-31', '2027-02-28', '2027-03-10', '2027-03-31', '2027-04-30'],
      ['2027-01-31', '2027-01-31', '2027-03-10', '2027-01-31'],
    ],
    [
      'a year that was agreed on in a short month',
      ['2027-01-31', '2027-02-28', '2028-02-28'],
      ['2027-01-31', '2027-02-28'],
    ],
  ])('is found for %s', (_name, days, expected) => {
    expect(shown(...days)).toEqual(expected);
  });
});

describe('R42 number of periods that begin in a time span', () => {
  test.each<[string, string, string, number, string, string | undefined, number]>([
    ['a month from a shortened day', '2027-02-28', '2027-03-31', 1, 'MONTH', '2027-01-31', 1],
    ['months from a shortened day', '2028-02-29', '2028-08-31', 1, 'MONTH', '2027-08-31', 6],
    ['quarters from a shortened day', '2028-02-29', '2028-08-31', 3, 'MONTH', '2027-08-31', 2],
    ['a year from a shortened day', '2029-02-28', '2030-02-28', 1, 'YEAR', '2028-02-29', 1],
    ['hours beyond a month', '2027-01-01', '2027-02-01T23:59:59.999Z', 1, 'MONTH', undefined, 1],
    ['a day beyond a month', '2027-01-01', '2027-02-02', 1, 'MONTH', undefined, 2],
    ['an end given as the last day', '2027-01-01', '2027-01-31', 1, 'MONTH', undefined, 1],
    ['days', '2027-02-28', '2027-03-30', 30, 'DAY', '2027-01-31', 1],
  ])('%s: from %s to %s', (_name, start, end, count, unit, agreed, expected) => {
    const time = { start: at(start), end: at(end), agreed: agreed === undefined ? undefined : at(agreed) };
    expect(periodsBegun(time, length(count, unit))).toBe(expected);
  });

  test('is the number of whole durations, on any start day in a leap year', () => {
    const start = fc.integer({ min: 0, max: 365 * 24 }).map((hours) => at('2028-01-01') + hours * 3_600_000);
    fc.assert(
      fc.property(
        start,
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(40),
        (first, each, count, later) => {
          const [from, to] = [plusMonths(first, later), plusMonths(first, later + each * count)];
          const time = { start: from, end: to, agreed: first };
          expect(periodsBegun(time, length(each, 'MONTH'))).toBe(count);
          expect(monthsIn(time)).toBe(each * count);
          // A calendar library gives the expected day.
          const begins = beginnings(time, length(each, 'MONTH'));
          const day = DateTime.fromMillis(first, { zone: 'utc' }).plus({ months: later + each });
          expect(begins(1)).toBe(day.toMillis());
          expect(periodBeginning(time, length(each, 'MONTH'), begins(1) - 1)).toBe(from);
        },
      ),
    );
  });

  test('increases with a full day beyond whole durations, and not with less', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 24 }),
        fc.integer({ min: 0, max: dayInMs - 1 }),
        (months, more) => {
          const [start, whole] = [at('2027-05-31'), plusMonths(at('2027-05-31'), months)];
          expect(periodsBegun({ start, end: whole + more }, month)).toBe(months);
          expect(periodsBegun({ start, end: whole + dayInMs }, month)).toBe(months + 1);
        },
      ),
    );
  });
});
