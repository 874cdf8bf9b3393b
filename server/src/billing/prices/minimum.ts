import { Exact } from '../../platform/money-and-time/exact.ts';
import type { BillableDimension } from '../../products/records/index.ts';

/** Days of what is billed: of a part of a billing period, of the period, and of the period if nothing had broken it. */
export type PeriodDays = { part: number; period: number; whole: number };

export type MinimumTerms = {
  /** Of a direct sale: marketplaces know no least amount (R62). */
  isDirect: boolean;
  days: PeriodDays;
};

/**
 * The least amount, exactly; none at 0 or less. With `minimumCommitProrata` it shrinks with the active days of the period; a part of
 * a period has its share in any case, so that a change in the middle does not double it.
 */
export function minimumOf(
  { minimumCommit, minimumCommitProrata }: BillableDimension,
  { isDirect, days: { part, period, whole } }: MinimumTerms,
): Exact | undefined {
  if (!isDirect || !minimumCommit || minimumCommit <= 0) return undefined;
  const minimum = new Exact(minimumCommit);
  const all = minimumCommitProrata ? whole : period;
  return part < all ? minimum.times(part).dividedBy(all) : minimum;
}
