import { expect, test } from 'vitest';
import { cost } from './cost.fixture.ts';

const group = (unitAmount: number, properties: Record<string, string>) => ({
  unitAmount,
  properties: Object.entries(properties).map(([name, value]) => ({ name, value })),
});
const priceModelMatrix = {
  defaultUnitAmount: 9,
  matrix: [
    group(1, { region: 'eu' }),
    group(2, { region: 'eu', size: 'large' }),
    group(3, { size: 'large' }),
    group(4, { toString: 'x' }),
  ],
};
const dimension = { category: 'matrix', priceModelMatrix };

test.each([
  [{ region: 'eu' }, '10', 'the group that fits'],
  [{ region: 'eu', size: 'large' }, '20', 'the one with most properties'],
  [{ region: 'us', size: 'large' }, '30', 'another one that fits'],
  [{ region: 'us' }, '90', 'the default where none fits'],
  [{}, '90', 'the default where the usage has no property'],
  [{ region: 'EU' }, '90', 'values are compared letter by letter'],
])('R62 matrix: ten units with %o cost %s, %s', (properties, expected, _why) => {
  expect(cost(dimension, 10, properties)).toBe(expected);
});

test('R62 of groups with equally many properties the first one that fits holds', () => {
  const matrix = [group(1, { a: '1' }), group(2, { b: '1' })];
  expect(cost({ category: 'matrix', priceModelMatrix: { matrix } }, 1, { a: '1', b: '1' })).toBe('1');
});
