import { expect, test } from 'vitest';
import { lengthFrom, moved, nextPeriod } from './recurrence.ts';

const at = (day: string) => `${day}T10:00:00.000Z`;

test.each([
  ['a year', '2026-03-01', '2026-03-01', '2027-03-01', '2028-03-01'],
  ['a year from 29 February', '2028-02-29', '2028-02-29', '2029-02-28', '2030-02-28'],
  ['months that began on the 31st', '2026-01-31', '2026-01-31', '2026-02-28', '2026-03-31'],
  ['the month after February', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'],
  ['ten days', '2026-01-01', '2026-01-01', '2026-01-11', '2026-01-21'],
])('the period after %s is as long', (_, first, start, end, next) => {
  expect(nextPeriod(at(first), { start: at(start), end: at(end) })).toEqual({
    start: at(end),
    end: at(next),
  });
});

test('a year that ends at midnight is a year', () => {
  const end = '2027-01-01T00:00:00.000Z';
  expect(nextPeriod(at('2026-01-01'), { start: at('2026-01-01'), end })?.end).toBe(
    '2028-01-01T00:00:00.000Z',
  );
});

test('nothing follows a period of less than a day, or one at the end of the calendar', () => {
  const almost = { start: at('2026-01-01'), end: '2026-01-02T09:59:59.999Z' };
  expect(nextPeriod(almost.start, almost)).toBeUndefined();
  expect(nextPeriod(at('2026-01-01'), { start: at('2026-01-01'), end: at('2026-01-01') })).toBeUndefined();
  expect(nextPeriod(at('2026-01-01'), { start: at('2026-01-01'), end: at('9990-01-01') })).toBeUndefined();
});

test('times and dates move with their period, and keep their form', () => {
  const [from, to] = [
    { start: at('2026-01-01'), end: at('2027-01-01') },
    { start: at('2027-01-01'), end: at('2028-01-01') },
  ];
  expect(moved('2026-05-17', from, to)).toBe('2027-05-17');
  expect(moved(at('2026-05-17'), from, to)).toBe(at('2027-05-17'));
  expect(moved('soon', from, to)).toBe('soon');
});

test('a length is ISO 8601 and goes forward', () => {
  expect(lengthFrom('P30D')?.as('days')).toBe(30);
  for (const wrong of ['30 days', '-P1D', 'P-1D', '', 'P', 'PT', 'P1D-PT1H'])
    expect(lengthFrom(wrong)).toBeUndefined();
});
