import { expect, test } from 'vitest';
import { cost } from './cost.fixture.ts';

const tiers = [
  { firstUnit: 0, lastUnit: 1000, percentageRate: 300, flatFee: 1 },
  { firstUnit: 1000, lastUnit: 5000, percentageRate: 200 },
  { firstUnit: 5000, percentageRate: 100, flatFee: 2 },
];
const dimension = { category: 'tiered-percentage', priceModelTieredPercentage: { tiers } };

test.each([
  [0, '0', 'nothing reported'],
  [100, '4', '3 % of 100, and 1'],
  [1000, '31', 'the first tier is full'],
  [1001, '31.02', '2 % of what is beyond'],
  [5000, '111', 'two full tiers: 30 + 1 + 80'],
  [6000, '123', '1 % of the last thousand, and its fee'],
])('R62 tiered-percentage: an amount of %s costs %s, %s', (amount, expected, _why) => {
  expect(cost(dimension, amount)).toBe(expected);
});
