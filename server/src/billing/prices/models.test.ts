import { describe, expect, test } from 'vitest';
import { Exact } from '../../platform/money-and-time/exact.ts';
import type { BillableDimension } from '../../products/records/index.ts';
import { feesOf, type Properties, total } from './models.ts';

/** Computes the exact cost of usage at a price, as text. */
const cost = (dimension: BillableDimension, quantity: number | string, properties: Properties = {}): string =>
  total(
    feesOf(dimension, { quantity: new Exact(quantity), properties }).map(({ amount }) => amount),
  ).toFixed();

describe('basic', () => {
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
    ['a category in upper case', { category: 'BASIC', priceModelBasic: { unitAmount: 2 } }, '6'],
    ['no price at all', { name: 'calls' }, '0'],
  ])('R62 the applied price: %s', (_name, dimension, expected) => {
    expect(cost(dimension, 3)).toBe(expected);
  });

  test('R62 negative usage throws', () => {
    expect(() => cost(of(1), -1)).toThrow(RangeError);
  });
});

describe('bulk', () => {
  const dimension = { category: 'bulk', priceModelBulk: { bulkSize: 1000, bulkAmount: 2.5 } };

  test.each([
    [0, '0', 'no package is begun'],
    ['0.001', '2.5', 'a package that is begun is charged in full'],
    [1000, '2.5', 'one full package'],
    ['1000.000001', '5', 'the second is begun'],
    [10_000, '25', 'ten packages'],
  ])('R62 bulk: %s units cost %s, %s', (quantity, expected, _why) => {
    expect(cost(dimension, quantity)).toBe(expected);
  });

  test('R62 packages are counted exactly where a double would begin another one', () => {
    const thirds = { priceModelBulk: { bulkSize: 3, bulkAmount: 1 } };
    expect(cost(thirds, '299999999999999999999.9999999999999999999999999999')).toBe('100000000000000000000');
    expect(cost(thirds, '300000000000000000000')).toBe('100000000000000000000');
  });
});

describe('tiered', () => {
  const tiers = [
    { firstUnit: 0, lastUnit: 100, unitAmount: 1, flatFee: 10 },
    { firstUnit: 100, lastUnit: 200, unitAmount: 0.5, flatFee: 5 },
    { firstUnit: 200, unitAmount: 0.25 },
  ];
  const dimension = { category: 'tiered', priceModelTiered: { tiers } };

  test.each([
    [0, '0', 'no usage reaches no tier'],
    [0.5, '10.5', 'half a unit, plus the fee of the first tier'],
    [99, '109', 'the first tier'],
    [100, '110', 'the first tier is full, and the second is not reached'],
    ['100.01', '115.005', 'the second tier is reached, and its fee is due'],
    [200, '165', 'two full tiers: 10 + 100 + 5 + 50'],
    [1000, '365', 'the last tier is open and has no fee: 165 + 200'],
  ])('R62 tiered: %s units cost %s, %s', (quantity, expected, _why) => {
    expect(cost(dimension, quantity)).toBe(expected);
  });

  test('R62 a single open tier prices all units', () => {
    expect(cost({ priceModelTiered: { tiers: [{ unitAmount: 3 }] } }, 7)).toBe('21');
  });
});

describe('volume', () => {
  const tiers = [
    { maximumUnits: 100, unitAmount: 1, flatFee: 10 },
    { maximumUnits: 200, unitAmount: 0.5 },
    { unitAmount: 0.25, flatFee: 1 },
  ];
  const dimension = { category: 'volume', priceModelVolume: { tiers } };

  test.each([
    [0, '0', 'no usage costs nothing'],
    [1, '11', 'one unit, plus the fee of the first bracket'],
    [100, '110', 'a bracket includes its largest total'],
    ['100.5', '50.25', 'all units have the price of the second bracket'],
    [200, '100', 'the second bracket has no fee'],
    [201, '51.25', 'the last bracket is open'],
  ])('R62 volume: %s units cost %s, %s', (quantity, expected, _why) => {
    expect(cost(dimension, quantity)).toBe(expected);
  });
});

describe('percentage', () => {
  test.each([
    [1000, { percentageRate: 250 }, '25', '250 basis points are 2.5 %'],
    [1000, { percentageRate: 250, flatFee: 0.3 }, '25.3', 'the fee is added once'],
    [0, { percentageRate: 250, flatFee: 0.3 }, '0', 'no reported amount costs nothing'],
    ['0.01', { percentageRate: 1 }, '0.000001', 'one basis point of a cent'],
    [80, { percentageRate: 10_000 }, '80', '100 percent'],
    [1000, { percentageRate: 12.5 }, '1.25', 'fractions of a basis point'],
    [1000, { flatFee: 7 }, '7', 'a flat fee only'],
  ])('R62 percentage: %s by %o costs %s, %s', (amount, priceModelPercentage, expected, _why) => {
    expect(cost({ category: 'percentage', priceModelPercentage }, amount)).toBe(expected);
  });
});

describe('tiered-percentage', () => {
  const tiers = [
    { firstUnit: 0, lastUnit: 1000, percentageRate: 300, flatFee: 1 },
    { firstUnit: 1000, lastUnit: 5000, percentageRate: 200 },
    { firstUnit: 5000, percentageRate: 100, flatFee: 2 },
  ];
  const dimension = { category: 'tiered-percentage', priceModelTieredPercentage: { tiers } };

  test.each([
    [0, '0', 'nothing reported'],
    [100, '4', '3 % of 100, plus 1'],
    [1000, '31', 'the first tier is full'],
    [1001, '31.02', '2 % of the rest'],
    [5000, '111', 'two full tiers: 30 + 1 + 80'],
    [6000, '123', '1 % of the last thousand, plus its fee'],
  ])('R62 tiered-percentage: an amount of %s costs %s, %s', (amount, expected, _why) => {
    expect(cost(dimension, amount)).toBe(expected);
  });
});

describe('matrix', () => {
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
    [{ region: 'eu' }, '10', 'the matching group'],
    [{ region: 'eu', size: 'large' }, '20', 'the match with the most properties'],
    [{ region: 'us', size: 'large' }, '30', 'another matching group'],
    [{ region: 'us' }, '90', 'the default without a match'],
    [{}, '90', 'the default for usage without properties'],
    [{ region: 'EU' }, '90', 'values are case-sensitive'],
  ])('R62 matrix: ten units with %o cost %s, %s', (properties, expected, _why) => {
    expect(cost(dimension, 10, properties)).toBe(expected);
  });

  test('R62 of matching groups with equally many properties, the first one applies', () => {
    const matrix = [group(1, { a: '1' }), group(2, { b: '1' })];
    expect(cost({ category: 'matrix', priceModelMatrix: { matrix } }, 1, { a: '1', b: '1' })).toBe('1');
  });
});
