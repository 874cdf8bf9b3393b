import fc from 'fast-check';
import { DateTime, Duration } from 'luxon';
import { expect, test } from 'vitest';
import { endsAfter, lengthIn, monthsOf, wholeMonths } from './lengths.ts';

const start = fc
  .date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2060-01-01') })
  .map((date) => DateTime.fromJSDate(date, { zone: 'utc' }));
const count = fc.integer({ min: 1, max: 240 });

test('R42 a duration that fits into a term by its months never exceeds it, on any start day of the term', () => {
  fc.assert(
    fc.property(start, count, fc.constantFrom('MONTH', 'YEAR'), count, (from, own, unit, more) => {
      const length = lengthIn(own, unit);
      if (!length) throw new Error('a length is missing');
      const months = monthsOf(length) as number;
      expect(endsAfter(from, length, from.plus({ months }))).toBe(false);
      expect(endsAfter(from, length, from.plus({ months: months + more }))).toBe(false);
    }),
  );
});

test('years and months are converted to months as luxon does; other durations are not converted', () => {
  for (const duration of ['P12M', 'P1Y', 'P2Y6M', 'P100Y', 'P0M', 'P'])
    expect([duration, wholeMonths(duration)]).toEqual([
      duration,
      Duration.fromISO(duration).as('months') || 0,
    ]);
  for (const duration of ['', 'P1D', 'P1M1D', 'P1.5M', '-P1M', 'P-1M', 'PT1H', 'P1W', 'p1m', ' P1M'])
    expect([duration, wholeMonths(duration)]).toEqual([duration, undefined]);
  expect(monthsOf({ count: 1.5, unit: 'months', perYear: 12 })).toBeUndefined();
  expect(monthsOf({ count: 30, unit: 'days', perYear: 365 })).toBeUndefined();
});
