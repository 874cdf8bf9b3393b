import { expect, test } from 'vitest';
import { centsOf, chargeOf, endOfMonth, monthOf, startOfMonth } from './charge.ts';

test.each([
  ['10000.49', '10000', '0'],
  ['10000.5', '10000', '1'],
  ['10000.499999999999999999', '10000', '0'],
  ['0.5', '0', '1'],
  ['123456.789', '0', '123457'],
  ['3', '10000', '0'],
])('R11: %s cents used with %s free cost %s, rounded once', (used, credit, charged) => {
  expect(chargeOf(used, credit).toFixed()).toBe(charged);
});

test('R11 a negative or infinite cost of a call throws', () => {
  expect(centsOf('0.00000001')).toBe('0.00000001');
  expect(centsOf(1e-12)).toBe('0.000000000001');
  for (const value of ['-0.1', 'NaN', Number.POSITIVE_INFINITY])
    expect(() => centsOf(value)).toThrow('invalid cost of a call');
});

test('a month begins and ends in UTC, to the millisecond', () => {
  expect(monthOf(new Date('2028-02-29T23:59:59.999Z'))).toBe('2028-02');
  expect(monthOf(new Date('2028-03-01T00:30:00+01:00'))).toBe('2028-02');
  expect(startOfMonth('2028-02').toISOString()).toBe('2028-02-01T00:00:00.000Z');
  expect(endOfMonth('2028-02').toISOString()).toBe('2028-03-01T00:00:00.000Z');
  expect(endOfMonth('2028-12').toISOString()).toBe('2029-01-01T00:00:00.000Z');
});
