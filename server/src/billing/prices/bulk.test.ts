import { expect, test } from 'vitest';
import { cost } from './cost.fixture.ts';

const dimension = { category: 'bulk', priceModelBulk: { bulkSize: 1000, bulkAmount: 2.5 } };

test.each([
  [0, '0', 'no package is started'],
  ['0.001', '2.5', 'a package that was started is a whole one'],
  [1000, '2.5', 'one full package'],
  ['1000.000001', '5', 'the second is started'],
  [10_000, '25', 'ten packages'],
])('R62 bulk: %s units cost %s, %s', (quantity, expected, _why) => {
  expect(cost(dimension, quantity)).toBe(expected);
});

test('R62 packages are counted exactly, also where a double would start another one', () => {
  const thirds = { priceModelBulk: { bulkSize: 3, bulkAmount: 1 } };
  expect(cost(thirds, '299999999999999999999.9999999999999999999999999999')).toBe('100000000000000000000');
  expect(cost(thirds, '300000000000000000000')).toBe('100000000000000000000');
});
