import type { Exact } from '../../platform/money-and-time/exact.ts';
import { type Fee, flatFees, unitsFee } from './fee.ts';
import type { ModelOf } from './model.ts';

/** All units cost what the bracket of their total says; its largest total is in the bracket. */
export function volumeFees({ tiers = [] }: ModelOf<'volume'>, quantity: Exact): Fee[] {
  const bracket = tiers.find(
    ({ maximumUnits }) => typeof maximumUnits !== 'number' || quantity.lessThanOrEqualTo(maximumUnits),
  );
  return bracket ? [unitsFee(quantity, bracket.unitAmount), ...flatFees(bracket.flatFee)] : [];
}
