import { expect, test } from 'vitest';
import { cost } from './cost.fixture.ts';

const tiers = [
  { firstUnit: 0, lastUnit: 100, unitAmount: 1, flatFee: 10 },
  { firstUnit: 100, lastUnit: 200, unitAmount: 0.5, flatFee: 5 },
  { firstUnit: 200, unitAmount: 0.25 },
];
const dimension = { category: 'tiered', priceModelTiered: { tiers } };

test.each([
  [0, '0', 'nothing used reaches no tier'],
  [0.5, '10.5', 'half a unit, and the fee of the first tier'],
  [99, '109', 'the first tier'],
  [100, '110', 'the first tier is full: unit 100 is not of it, and the second is not reached'],
  ['100.01', '115.005', 'the second is reached: its fee, too'],
  [200, '165', 'two full tiers: 10 + 100 + 5 + 50'],
  [1000, '365', 'the last is open and has no fee: 165 + 200'],
])('R62 tiered: %s units cost %s, %s', (quantity, expected, _why) => {
  expect(cost(dimension, quantity)).toBe(expected);
});

test('R62 a single open tier prices all', () => {
  expect(cost({ priceModelTiered: { tiers: [{ unitAmount: 3 }] } }, 7)).toBe('21');
});
