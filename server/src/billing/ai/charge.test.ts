import { expect, test } from 'vitest';
import { centsOf, chargeOf } from './charge.ts';

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

test('what no call can cost is a mistake', () => {
  expect(centsOf('0.00000001')).toBe('0.00000001');
  expect(centsOf(1e-12)).toBe('0.000000000001');
  for (const value of ['-0.1', 'NaN', Number.POSITIVE_INFINITY])
    expect(() => centsOf(value)).toThrow('no cost of a call');
});
