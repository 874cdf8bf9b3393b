import { expect, test } from 'vitest';
import { endOfMonth, monthOf, startOfMonth } from './months.ts';

test('a month is that of UTC, to its last millisecond', () => {
  expect(monthOf(new Date('2028-02-29T23:59:59.999Z'))).toBe('2028-02');
  expect(monthOf(new Date('2028-03-01T00:30:00+01:00'))).toBe('2028-02');
  expect(startOfMonth('2028-02').toISOString()).toBe('2028-02-01T00:00:00.000Z');
  expect(endOfMonth('2028-02').toISOString()).toBe('2028-03-01T00:00:00.000Z');
  expect(endOfMonth('2028-12').toISOString()).toBe('2029-01-01T00:00:00.000Z');
});
