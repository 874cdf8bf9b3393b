import { describe, expect, test } from 'vitest';
import { repriced } from './discounts.ts';

const info = {
  currency: 'USD',
  commits: [
    { key: 'seats', rate: 80, quantity: 3 },
    { key: 'own', rate: 7 },
  ],
  dimensions: [
    { key: 'calls', planId: 'a', rate: 1 },
    { key: 'calls', planId: 'b', rate: 1 },
  ],
};
const seats = (rate: number) => ({ commits: [{ key: 'seats', rate }] });

describe('R23 a discount on list prices', () => {
  test.each([
    [100, 20, 80],
    [120, 20, 96],
    [0.1, 15, 0.085],
    [99.99, 15, 84.9915],
    [1.1, 3.3, 1.0637],
    [9.007, 0, 9.007],
    [250, 100, 0],
    [12_345_678.91, 12.5, 10_802_469.04625],
  ])('R23 a list price of %d with a discount of %d %% becomes exactly %d', (rate, discount, expected) => {
    const changed = repriced({ commits: [{ key: 'seats', rate: -1 }] }, seats(rate), discount);
    expect(changed).toEqual(seats(expected));
  });

  test('R23 changes only rates that have a list price, and no other field', () => {
    expect(repriced(info, seats(200), 50)).toEqual({
      commits: [
        { key: 'seats', rate: 100, quantity: 3 },
        { key: 'own', rate: 7 },
      ],
    });
  });

  test('R23 uses the list price of the plan of the dimension', () => {
    const dimensions = [
      { key: 'calls', planId: 'b', rate: 4 },
      { key: 'calls', planId: 'a', rate: 2 },
    ];
    expect(repriced(info, { dimensions }, 50)).toEqual({
      dimensions: [
        { key: 'calls', planId: 'a', rate: 1 },
        { key: 'calls', planId: 'b', rate: 2 },
      ],
    });
  });

  test('R23 returns no list whose prices are current, unknown or in another currency', () => {
    expect(repriced(info, seats(100), 20)).toEqual({});
    expect(repriced(info, { commits: [{ key: 'seats' }, { rate: 5 }] }, 20)).toEqual({});
    expect(repriced(info, { currency: 'EUR', ...seats(500) }, 20)).toEqual({});
  });
});
