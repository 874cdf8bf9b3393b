import { Exact } from '../../platform/money-and-time/exact.ts';

type Bounds = { firstUnit?: number | undefined; lastUnit?: number | undefined };

/** What of a quantity falls in each tier that it reaches: the first unit is in the tier, the last one is not. */
export const reachedTiers = <Tier extends Bounds>(
  tiers: readonly Tier[],
  quantity: Exact,
): { tier: Tier; count: Exact }[] =>
  tiers.flatMap((tier) => {
    const first = new Exact(tier.firstUnit ?? 0);
    const end = Exact.min(quantity, tier.lastUnit ?? quantity);
    return end.greaterThan(first) ? [{ tier, count: end.minus(first) }] : [];
  });
