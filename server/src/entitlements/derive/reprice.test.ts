import { describe, expect, test } from 'vitest';
import { equalShares } from '../../platform/money-and-time/exact.ts';
import type { AgreedAmount } from '../columns.ts';
import { kindOfChange, priceOf, withSeats } from './index.ts';

const year = { start: '2027-01-01T00:00:00.000Z', end: '2028-01-01T00:00:00.000Z' };
const seats = { key: 's', type: 'PER_USER', rate: 10.1, quantity: 3, length: 1, timeUnit: 'YEAR' };

describe('R41 R42 the price after a change is calculated like the first one', () => {
  test.each([
    ['seats', { commits: [seats] }, null, '30.3', 30.3],
    ['a monthly rate', { commits: [{ rate: 100 }] }, 'MKC', '1200', 1200],
    ['an amount', { commitAmount: 500 }, null, '500', 500],
    ['usage', { commits: [] }, null, null, null],
  ] as const)('%s', (_name, info, partner, commitAmount, annualizedAmount) => {
    const given = JSON.parse(JSON.stringify(info));
    expect(priceOf(given, partner, year, [])).toEqual({ commitAmount, annualizedAmount, creditAmount: null });
  });

  test('professional services are not annualized', () => {
    expect(priceOf({ commits: [seats] }, null, year, ['PROFESSIONAL_SERVICES']).annualizedAmount).toBeNull();
  });
});

describe('another number of seats', () => {
  test.each([
    [{ commits: [seats, { key: 'fee' }] }, { commits: [{ ...seats, quantity: 5 }, { key: 'fee' }] }],
    [{ commitAmount: 100 }, { commitAmount: 166.67 }],
    [{ commits: [{ key: 'fee', rate: 1 }], commitAmount: 1 }, {}],
    [{}, {}],
  ])('%j', (info, terms) => {
    expect(withSeats(info, 3, 5).terms).toEqual(terms);
  });

  test('R42 returning to the earlier quantity restores the earlier price', () => {
    const amounts: number[] = [];
    let [info, quantity, agreed]: [object, number, AgreedAmount | undefined] = [
      { commitAmount: 10.005 },
      ...([3, undefined] as const),
    ];
    for (const next of [7, 1, 3]) {
      const { terms, agreed: basis } = withSeats(info, quantity, next, agreed);
      amounts.push(terms.commitAmount as number);
      [info, quantity, agreed] = [terms, next, basis];
    }
    expect(amounts).toEqual([23.35, 3.34, 10.005]);
    // The amount was set later, so the earlier agreed amount no longer applies.
    expect(withSeats({ commitAmount: 90 }, 3, 1, agreed).terms).toEqual({ commitAmount: 30 });
  });
});

describe('R46 equal parts add up to the total', () => {
  test.each([
    ['1000', 3, 'USD', ['333.33', '333.33', '333.34']],
    ['1000', 4, 'USD', ['250', '250', '250', '250']],
    ['1000', 3, 'JPY', ['333', '333', '334']],
    ['0.01', 2, 'USD', ['0', '0.01']],
    ['10.005', 2, 'USD', ['5', '5.005']],
    ['7', 1, 'EUR', ['7']],
  ] as const)('%s in %d parts of %s', (total, parts, currency, shares) => {
    expect(equalShares(total, parts, currency)).toEqual(shares);
  });
});

describe('type of a price model change', () => {
  const seats = { key: 'a', rate: 1, quantity: 2 };
  test.each([
    [{ commits: [{ ...seats, quantity: 3 }] }, 'QuantityChange'],
    [{ commits: [seats] }, 'QuantityChange'],
    [{ commits: [{ ...seats, rate: 2 }] }, 'PlanChange'],
    [{ commits: [seats, { key: 'b' }] }, 'PlanChange'],
    [{ commits: [] }, 'PlanChange'],
    [{ commits: [{ ...seats, quantity: 3 }], billableDimensions: [{ name: 'calls' }] }, 'PlanChange'],
    [{ billableDimensions: [] }, 'QuantityChange'],
  ])('%j is a %s', (model, kind) => {
    expect(kindOfChange({ commits: [seats] }, model)).toBe(kind);
  });
});
