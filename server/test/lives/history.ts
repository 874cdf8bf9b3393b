import fc from 'fast-check';

/**
 * Generators for the random history of an entitlement, which is executed over HTTP. Steps that the
 * marketplace does not support are rejected and have no effect.
 */
const seats = fc.integer({ min: 1, max: 40 });
const rate = fc.integer({ min: 1, max: 2_000_000 });

const sale = fc.record({
  where: fc.constantFrom('direct', 'MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF'),
  /** Whether the sale is an order of a public offer instead of a private offer. */
  isOrder: fc.boolean(),
  currency: fc.constantFrom('USD', 'JPY', 'KWD'),
  length: fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ unit: fc.constant('D' as const), count: fc.integer({ min: 20, max: 400 }) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ unit: fc.constant('M' as const), count: fc.integer({ min: 1, max: 24 }) }),
    },
    { weight: 1, arbitrary: fc.constant(undefined) },
  ),
  seats,
  rate,
  autoRenew: fc.boolean(),
  /** Days after the start on which equal payments are due; empty if the seats are paid without a schedule. */
  payments: fc.oneof(
    fc.constant<number[]>([]),
    fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 5 }),
  ),
});

const step = fc.record({
  wait: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 400 })),
  what: fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('seats' as const), seats }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('plan' as const), rate }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('renew' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('amend' as const),
        seats,
        rate,
        days: fc.integer({ min: 20, max: 300 }),
        renews: fc.boolean(),
        /**
         * Whether the seller approves the amendment. Only marketplace C requires approval; other marketplaces
         * approve automatically.
         */
        approved: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('suspend' as const) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('reinstate' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('credit' as const), amount: rate }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('divide' as const), parts: fc.integer({ min: 1, max: 4 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('sync' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const) }) },
  ),
});

/**
 * Applies restrictions: marketplace D has no private offers, some marketplaces support few currencies, and
 * marketplace C has monthly durations and rates, and no renewals of payments.
 */
const possible = sale.map((drawn) => {
  const isOrder = drawn.isOrder || drawn.where === 'MKD';
  const isListed = isOrder || drawn.where === 'direct';
  const possibly = { ...drawn, isOrder };
  if (drawn.where === 'MKC') {
    const months = drawn.length ? { unit: 'M' as const, count: monthsOf(drawn.length.count) } : undefined;
    if (isListed) return { ...possibly, length: months };
    return {
      ...possibly,
      length: months ?? { unit: 'M' as const, count: 12 },
      currency: 'USD' as const,
      // A private offer with payments does not renew.
      autoRenew: drawn.autoRenew && drawn.payments.length === 0,
    };
  }
  return { ...possibly, currency: drawn.currency === 'KWD' && !isListed ? 'JPY' : drawn.currency };
});

/** Converts a number of days to the months of an agreement on marketplace C. */
export const monthsOf = (days: number): number => 1 + (days % 24);

export const histories = fc.record({
  sale: possible,
  steps: fc.array(step, { minLength: 2, maxLength: 12, size: 'max' }),
});
type ValueOf<A> = A extends fc.Arbitrary<infer T> ? T : never;
export type History = ValueOf<typeof histories>;
export type Step = History['steps'][number]['what'];
