import fc from 'fast-check';
import { expect } from 'vitest';
import { reckon, type Sale, type Use } from './reckoning.ts';
import { settleRuns } from './settled.ts';

const sales: fc.Arbitrary<Sale> = fc.record({
  dimensions: fc
    .array(
      fc.record({
        price: fc.option(fc.integer({ min: 0, max: 50_000 }), { nil: undefined }),
        monthly: fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((list) => list.map((one, index) => ({ ...one, key: `d${index}` }))),
  credit: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 })),
  commit: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 })),
  deductsCommit: fc.boolean(),
  isWhole: fc.boolean(),
});

const uses = fc.array(
  fc.record({
    run: fc.integer({ min: 0, max: 6 }),
    month: fc.integer({ min: 0, max: 3 }),
    hour: fc.integer({ min: 0, max: 5 }),
    dimension: fc.integer({ min: 0, max: 2 }),
    millionths: fc.oneof(
      fc.integer({ min: 0, max: 9_999_999 }),
      fc.integer({ min: 0, max: 2_000_000_000 }),
      fc.constantFrom(1_000_000, 500_000, 1),
    ),
  }),
  { minLength: 1, maxLength: 40 },
);

/** Settles random histories and compares them, to the last digit, with the second reckoning. */
export function settleHistories(numRuns: number, seed: number): void {
  fc.assert(
    fc.property(sales, uses, (sale, all) => {
      const known: Use[] = all.map((use) => ({ ...use, dimension: use.dimension % sale.dimensions.length }));
      const { outcome, buckets } = settleRuns(sale, known);
      expect(outcome).toEqual(reckon(sale, known));
      expect(new Set(buckets).size).toBe(buckets.length);
    }),
    { numRuns, seed },
  );
}
