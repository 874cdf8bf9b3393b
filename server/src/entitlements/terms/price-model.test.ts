import { describe, expect, test } from 'vitest';
import { kindOfChange } from './price-model.ts';

describe('what a change of the price model is', () => {
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
