import { expect, test } from 'vitest';
import { cost } from './cost.fixture.ts';

test.each([
  [1000, { percentageRate: 250 }, '25', '250 basis points are 2.5 %'],
  [1000, { percentageRate: 250, flatFee: 0.3 }, '25.3', 'the fee is added once'],
  [0, { percentageRate: 250, flatFee: 0.3 }, '0', 'nothing reported costs nothing'],
  ['0.01', { percentageRate: 1 }, '0.000001', 'one basis point of a cent'],
  [80, { percentageRate: 10_000 }, '80', 'all of it'],
  [1000, { percentageRate: 12.5 }, '1.25', 'parts of a basis point'],
  [1000, { flatFee: 7 }, '7', 'a fee only'],
])('R62 percentage: %s by %o costs %s, %s', (amount, priceModelPercentage, expected, _why) => {
  expect(cost({ category: 'percentage', priceModelPercentage }, amount)).toBe(expected);
});
