import { expect, test } from 'vitest';
import { cost } from './cost.fixture.ts';

const of = (unitAmount?: number) => ({
  category: 'basic',
  priceModelBasic: unitAmount === undefined ? {} : { unitAmount },
});

test.each([
  [10, 0.5, '5'],
  [0, 0.5, '0'],
  ['0.000001', 0.00000001, '0.00000000000001'],
  ['999999999999.123456', 0.12345678, '123456779999.89178470023168'],
  [3, 0.1, '0.3'],
  [3, undefined, '0'],
])('R62 basic: %s units at %s cost %s', (quantity, unitAmount, expected) => {
  expect(cost(of(unitAmount), quantity)).toBe(expected);
});

test.each([
  ['the only price without a category', { priceModelBasic: { unitAmount: 2 } }, '6'],
  ['a category in other letters', { category: 'BASIC', priceModelBasic: { unitAmount: 2 } }, '6'],
  ['no price at all', { name: 'calls' }, '0'],
])('R62 the price that holds: %s', (_name, dimension, expected) => {
  expect(cost(dimension, 3)).toBe(expected);
});

test('usage below nothing has no price', () => {
  expect(() => cost(of(1), -1)).toThrow(RangeError);
});
