import type { Exact } from '../../platform/money-and-time/exact.ts';
import { type Fee, flatFees, shareFee } from './fee.ts';
import type { ModelOf } from './model.ts';
import { reachedTiers } from './tiers.ts';

/** A share of what of the reported amount falls in each tier, and the fee of each tier that is reached. */
export const tieredPercentageFees = ({ tiers = [] }: ModelOf<'tiered-percentage'>, amount: Exact): Fee[] =>
  reachedTiers(tiers, amount).flatMap(({ tier, count }) => [
    shareFee(count, tier.percentageRate),
    ...flatFees(tier.flatFee),
  ]);
