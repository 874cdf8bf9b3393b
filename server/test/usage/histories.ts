import fc from 'fast-check';
import { expect } from 'vitest';
import { reckon, type Sale, type Use } from './reckoning.ts';
import { settleRuns } from './settled.ts';

const amount = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 }));

/**
 * Generates one term or successive terms. Successive terms are renewals, to which credit may have been
 * carried over.
 */
const terms: fc.Arbitrary<Sale['terms']> = fc
  .array(
    fc.record({ length: fc.integer({ min: 1, max: 2 }), fresh: amount, carried: amount, commit: amount }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((list) =>
    list.map(({ fresh, carried, commit }, place) => ({
      month: list.slice(0, place).reduce((sum, { length }) => sum + length, 0),
      credit: place === 0 ? fresh : fresh + carried,
      carried: place === 0 ? 0 : carried,
      commit,
    })),
  );

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
  terms,
  deductsCommit: fc.boolean(),
  isWhole: fc.boolean(),
});

const uses = fc.array(
  fc.record({
    run: fc.integer({ min: 0, max: 6 }),
    month: fc.integer({ min: 0, max: 5 }),
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

/** Settles random histories and compares the results exactly with the independent calculation. */
export function settleHistories(numRuns: number, seed: number): void {
  fc.assert(
    fc.property(sales, uses, (sale, all) => {
      const known: Use[] = all.map((use) => ({ ...use, dimension: use.dimension % sale.dimensions.length }));
      const { outcome, buckets, credit, usedCommit } = settleRuns(sale, known);
      expect(outcome).toEqual(reckon(sale, known));
      // Credit moves between terms, but its sum is constant.
      expect(credit.times(100).toNumber()).toBe(sale.terms.reduce((sum, term) => sum + term.credit, 0));
      for (const [place, used] of usedCommit.entries())
        expect(used.times(100).lessThanOrEqualTo(sale.terms[place]?.commit ?? 0)).toBe(true);
      expect(new Set(buckets).size).toBe(buckets.length);
    }),
    { numRuns, seed },
  );
}
