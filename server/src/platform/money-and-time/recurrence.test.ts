import { expect, test } from 'vitest';
import { beginningAt, lengthFrom, moveTime, nextPeriod } from './recurrence.ts';

const at = (day: string) => `${day}T10:00:00.000Z`;

test.each([
  ['a year', '2026-03-01', '2026-03-01', '2027-03-01', '2028-03-01'],
  ['a year from 29 February', '2028-02-29', '2028-02-29', '2029-02-28', '2030-02-28'],
  ['months that began on the 31st', '2026-01-31', '2026-01-31', '2026-02-28', '2026-03-31'],
  ['the month after February', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'],
  ['ten days', '2026-01-01', '2026-01-01', '2026-01-11', '2026-01-21'],
])('the next period repeats the duration of the previous one: %s', (_, first, start, end, next) => {
  expect(nextPeriod(at(first), { start: at(start), end: at(end) })).toEqual({
    start: at(end),
    end: at(next),
  });
});

test.each([
  ['P30D', '2026-04-01', '2026-05-01', '2026-05-31'],
  ['P365D', '2027-03-01', '2028-02-29', '2029-02-28'],
  ['P4W', '2027-02-01', '2027-03-01', '2027-03-29'],
  ['P1M', '2026-04-01', '2026-05-01', '2026-06-01'],
  ['P1M15D', '2026-01-01', '2026-02-16', '2026-03-31'],
  ['P12M', '2027-03-01', '2028-03-01', '2029-03-01'],
  // The period does not have the agreed duration, so the duration between its times is repeated.
  ['P30D', '2026-04-01', '2026-07-01', '2026-10-01'],
  ['nonsense', '2026-04-01', '2026-05-01', '2026-06-01'],
])('R42 the period after one of %s has the agreed duration', (agreed, start, end, next) => {
  expect(nextPeriod(at(start), { start: at(start), end: at(end) }, agreed)?.end).toBe(at(next));
});

test.each([
  ['P12M', '2027-02-28', '2028-02-28', '2027-03-02', '2028-03-02'],
  ['P1M', '2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'],
  ['P30D', '2026-04-01', '2026-05-01', '2026-05-02', '2026-06-01'],
  [undefined, '2026-04-01', '2026-04-11', '2026-05-02', '2026-05-12'],
])('R26 a period of %s that begins later keeps its duration', (agreed, start, end, later, ends) => {
  const period = { start: at(start), end: at(end) };
  expect(beginningAt(period, at(later), agreed)).toEqual({ start: at(later), end: at(ends) });
});

test('R42 a payment in a period of days moves by the same number of days', () => {
  const [from, to] = [
    { start: at('2026-03-02'), end: at('2026-04-01') },
    { start: at('2026-04-01'), end: at('2026-05-01') },
  ];
  expect(moveTime('2026-03-05', from, to, 'P30D')).toBe('2026-04-04');
  expect(moveTime('2026-03-05', from, to)).toBe('2026-04-05');
});

test.each([
  ['an end at another hour', '2027-01-31T10:00:00Z', ['2027-02-28', '2027-03-31', '2027-04-30']],
  ['an end given as the last day', '2027-01-01', ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']],
])('R42 monthly periods that began on a 31st keep that day: %s', (_name, first, ends) => {
  let period = { start: new Date(first).toISOString(), end: `${ends[0]}T00:00:00.000Z` };
  for (const end of ends.slice(1)) {
    period = nextPeriod(first, period) as typeof period;
    expect(period.end).toBe(`${end}T00:00:00.000Z`);
  }
});

test('R42 a payment on the anchor day stays on that day, both as a date and as a time', () => {
  const times = ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'].map(at);
  let [date, time] = ['2027-01-31', '2027-01-31T12:00:00.000Z'];
  for (const [index, end] of times.slice(2).entries()) {
    const [from, to] = [
      { start: times[index] as string, end: times[index + 1] as string },
      { start: times[index + 1] as string, end, agreed: times[0] },
    ];
    [date, time] = [moveTime(date, from, to), moveTime(time, from, to)];
    expect([date, time]).toEqual([to.start.slice(0, 10), `${to.start.slice(0, 10)}T12:00:00.000Z`]);
  }
});

test('a year that ends at midnight is followed by a year', () => {
  const end = '2027-01-01T00:00:00.000Z';
  expect(nextPeriod(at('2026-01-01'), { start: at('2026-01-01'), end })?.end).toBe(
    '2028-01-01T00:00:00.000Z',
  );
});

test('a period of less than a day, or one at the end of the calendar, has no next period', () => {
  const almost = { start: at('2026-01-01'), end: '2026-01-02T09:59:59.999Z' };
  expect(nextPeriod(almost.start, almost)).toBeUndefined();
  expect(nextPeriod(at('2026-01-01'), { start: at('2026-01-01'), end: at('2026-01-01') })).toBeUndefined();
  expect(nextPeriod(at('2026-01-01'), { start: at('2026-01-01'), end: at('9990-01-01') })).toBeUndefined();
});

test('times and dates move with their period and keep their format', () => {
  const [from, to] = [
    { start: at('2026-01-01'), end: at('2027-01-01') },
    { start: at('2027-01-01'), end: at('2028-01-01') },
  ];
  expect(moveTime('2026-05-17', from, to)).toBe('2027-05-17');
  expect(moveTime(at('2026-05-17'), from, to)).toBe(at('2027-05-17'));
  expect(moveTime('soon', from, to)).toBe('soon');
});

test('only positive ISO 8601 durations are accepted', () => {
  expect(lengthFrom('P30D')?.as('days')).toBe(30);
  for (const wrong of ['30 days', '-P1D', 'P-1D', '', 'P', 'PT', 'P1D-PT1H'])
    expect(lengthFrom(wrong)).toBeUndefined();
});
