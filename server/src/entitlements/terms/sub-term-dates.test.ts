import { describe, expect, test } from 'vitest';
import { subTermStarts } from './sub-term-dates.ts';

describe('R46 when the parts of a divided commit start', () => {
  const end = '2028-01-01T00:00:00.000Z';
  const start = '2027-01-01T10:00:00.123Z';
  test.each([
    [[start], [start]],
    [['2027-01-01'], [start]],
    [['2027-01-01T10:00:00Z'], [start]],
    [['2027-01-01T11:00:00.999+01:00'], [start]],
    [
      [start, '2027-07-01'],
      [start, '2027-07-01T00:00:00.000Z'],
    ],
  ])('%j', (dates, times) => {
    expect(subTermStarts(dates, start, end)).toEqual(times);
  });

  test.each([
    [[], '/startDates'],
    [['2027-01-02'], '/startDates/0'],
    [['2027-01-01T10:00:01Z'], '/startDates/0'],
    [['2027-01-01T00:00:00Z'], '/startDates/0'],
    [[start, start], '/startDates/1'],
    [[start, '2027-07-01', '2027-06-01'], '/startDates/2'],
    [[start, end], '/startDates/1'],
  ])('%j is refused at %s', (dates, pointer) => {
    expect(() => subTermStarts(dates, start, end)).toThrow(`${pointer}:`);
  });
});
