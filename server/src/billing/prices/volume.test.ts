import { expect, test } from 'vitest';
import { cost } from './cost.fixture.ts';

const tiers = [
  { maximumUnits: 100, unitAmount: 1, flatFee: 10 },
  { maximumUnits: 200, unitAmount: 0.5 },
  { unitAmount: 0.25, flatFee: 1 },
];
const dimension = { category: 'volume', priceModelVolume: { tiers } };

test.each([
  [0, '0', 'nothing used costs nothing'],
  [1, '11', 'one unit, and the fee of the first bracket'],
  [100, '110', 'the largest total of a bracket is in it'],
  ['100.5', '50.25', 'all units cost what the second bracket says'],
  [200, '100', 'the second bracket has no fee'],
  [201, '51.25', 'the last is open'],
])('R62 volume: %s units cost %s, %s', (quantity, expected, _why) => {
  expect(cost(dimension, quantity)).toBe(expected);
});
