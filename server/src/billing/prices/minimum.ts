import { Exact } from '../../entitlements/index.ts';
import type { BillableDimension } from '../../products/records/index.ts';

/** Days of a billing period: those that are billed, and those that it would have. */
export type ActiveDays = { active: number; all: number };

export type MinimumTerms = {
  /** Of a direct sale: marketplaces know no least amount (R62). */
  isDirect: boolean;
  /** What the least amount is for, where it shrinks with the days. */
  days: ActiveDays;
};

/** The least amount of a billing period, exactly; none at 0 or less. */
export function minimumOf(
  { minimumCommit, minimumCommitProrata }: BillableDimension,
  { isDirect, days: { active, all } }: MinimumTerms,
): Exact | undefined {
  if (!isDirect || !minimumCommit || minimumCommit <= 0) return undefined;
  const minimum = new Exact(minimumCommit);
  return minimumCommitProrata && active < all ? minimum.times(active).dividedBy(all) : minimum;
}
