import { describe, expect, test } from 'vitest';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { addonUnits, type ChargedDimension } from './addon-units.ts';

const dimension = (price: string | undefined, more: Partial<ChargedDimension> = {}): ChargedDimension => ({
  price: price === undefined ? undefined : new Exact(price),
  isWhole: false,
  isMapped: false,
  ...more,
});
const unitsOf = (amount: string | undefined, found: ChargedDimension | undefined) => {
  const result = addonUnits({ id: 'setup', amount }, 'MKA', found);
  return 'reason' in result ? result.reason : [result.units.toFixed(), result.warning !== undefined];
};

describe('R45 an addon on a marketplace is charged in units of its dimension', () => {
  test.each([
    ['an amount at a unit price', '250', dimension('2'), ['125', false]],
    ['an amount below the unit price', '0.5', dimension('2'), ['0.25', false]],
    ['no amount: one unit', undefined, dimension('99'), ['1', false]],
    ['no amount and no known price: one unit', undefined, dimension(undefined), ['1', false]],
    ['an amount in whole units', '10', dimension('0.01', { isWhole: true }), ['1000', false]],
    ['a rest that the marketplace cannot accept', '5', dimension('2', { isWhole: true }), ['2.5', true]],
    ['a non-terminating division', '10', dimension('3'), ['3.333333333333', true]],
  ] as const)('%s', (_name, amount, found, expected) => {
    expect(unitsOf(amount, found)).toEqual(expected);
  });

  test.each([
    ['no dimension of that key', '5', undefined, 'does not match a metered dimension'],
    ['an amount without a price', '5', dimension(undefined), 'no price'],
    ['an amount at a price of 0', '5', dimension('0'), 'no price'],
    ['a key that is mapped to other dimensions', '5', dimension('1', { isMapped: true }), 'maps usage'],
    ['more units than can be reported', '1e15', dimension('0.001'), 'more units'],
  ] as const)('R45 an addon is not charged with %s', (_name, amount, found, reason) => {
    expect(unitsOf(amount, found)).toContain(reason);
  });
});
