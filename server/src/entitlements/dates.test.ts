import { describe, expect, test } from 'vitest';
import { dueTime, subTermStarts } from './dates.ts';

const now = new Date('2027-01-01T00:00:00.000Z');
const end = '2028-01-01T00:00:00.000Z';

describe('due time of a scheduled cancellation', () => {
  test.each([
    [{ type: 'Immediate' }, null, now.toISOString()],
    [{ type: 'EndOfTerm' }, end, end],
    [{ type: 'SpecificDate', cancelDate: '2027-06-01' }, end, '2027-06-01T00:00:00.000Z'],
    [{ type: 'SpecificDate', cancelDate: '2028-01-01T01:00:00+01:00' }, end, end],
    [{ type: 'SpecificDate', cancelDate: '2099-01-01' }, null, '2099-01-01T00:00:00.000Z'],
    [{ type: 'Immediate', note: '😀'.repeat(500) }, null, now.toISOString()],
  ])('%j with the end %s is %s', (schedule, endTime, due) => {
    expect(dueTime(schedule, endTime, now).toISOString()).toBe(due);
  });

  test.each([
    [{}, end, '/type'],
    [{ type: 'Sometime' }, end, '/type'],
    [{ type: 'EndOfTerm' }, null, '/type'],
    [{ type: 'SpecificDate' }, end, '/cancelDate'],
    [{ type: 'SpecificDate', cancelDate: '2027-01-01' }, end, '/cancelDate'],
    [{ type: 'SpecificDate', cancelDate: '2028-01-02' }, end, '/cancelDate'],
    [{ type: 'Immediate', note: 'x'.repeat(501) }, end, '/note'],
  ])('%j with the end %s is refused at %s', (schedule, endTime, pointer) => {
    expect(() => dueTime(schedule, endTime, now)).toThrow(pointer);
  });
});

describe('R46 start dates of the parts of a divided commit', () => {
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
