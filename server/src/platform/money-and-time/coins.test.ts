import { describe, expect, test } from 'vitest';
import { coinProblem, rateProblem } from './coins.ts';

describe('R42 a charged amount has no more decimals than its currency', () => {
  test.each([
    [10.01, 'USD'],
    [0.1 + 0.2, 'EUR'],
    [1.1 * 3, 'EUR'],
    [0.7 + 0.1, 'USD'],
    [1e15, 'USD'],
    [1000, 'JPY'],
    [1.234, 'KWD'],
    [undefined, 'USD'],
    [null, 'USD'],
  ])('%s %s is accepted', (amount, currency) => {
    expect(coinProblem(amount, currency)).toBeUndefined();
  });

  test.each([
    [10.001, 'USD'],
    [0.00000000001, 'USD'],
    [1234567.000001, 'USD'],
    [12345678901234.006, 'USD'],
    [999999999999999.9, 'JPY'],
    [-0.001, 'USD'],
    [1.2345, 'KWD'],
    [0.5, 'JPY'],
  ])('%s %s is rejected', (amount, currency) => {
    expect(coinProblem(amount, currency)).toMatch(/^must be a whole number|^must have at most/);
  });
});

describe('R42 a rate has at most 8 decimals', () => {
  test.each([0.12345678, 1e-8, 0.1 + 0.2, 123456.12345678, undefined])('%s is accepted', (rate) => {
    expect(rateProblem(rate)).toBeUndefined();
  });

  test.each([0.123456789, 1e-9, 999999.000000001])('%s is rejected', (rate) => {
    expect(rateProblem(rate)).toBe('must have at most 8 decimals');
  });
});
