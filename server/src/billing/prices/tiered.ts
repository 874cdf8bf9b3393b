import type { Exact } from '../../platform/money-and-time/exact.ts';
import { type Fee, flatFees, unitsFee } from './fee.ts';
import type { ModelOf } from './model.ts';
import { reachedTiers } from './tiers.ts';

/** Each unit costs what its tier says, and each tier that is reached its fee. */
export const tieredFees = ({ tiers = [] }: ModelOf<'tiered'>, quantity: Exact): Fee[] =>
  reachedTiers(tiers, quantity).flatMap(({ tier, count }) => [
    unitsFee(count, tier.unitAmount),
    ...flatFees(tier.flatFee),
  ]);
