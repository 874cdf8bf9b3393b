import { type Exact, roundTo, sum } from '../../platform/money-and-time/exact.ts';
import type { CommitDimension } from '../../products/records/index.ts';
import { feeOf, instalmentSum, shownAmount } from './commit-amount.ts';
import type { Basis } from './input.ts';
import { instant, lengthOf, type Period, type Span, spanBetween } from './period.ts';

/** Kinds of offer and product that are paid once for work done. */
const oneTimeTypes: ReadonlySet<string> = new Set(['PROFESSIONAL_SERVICES']);

const perYear = (amount: Exact | undefined, span: Span | undefined): Exact | undefined =>
  span && amount?.times(span.perYear).dividedBy(span.count);

/** The yearly value of each commit over its own length, or over the term where no commit has a length. */
function yearlyFees({ info, monthlyRate }: Basis, period: Period): (Exact | undefined)[] {
  const commits = info.commits ?? [];
  if (monthlyRate) return commits.map((commit) => feeOf(commit)?.times(12));
  const ownSpan = (commit: CommitDimension) =>
    lengthOf(commit) ?? spanBetween({ ...period, end: instant(commit.termEndTime) });
  const shared = commits.some(ownSpan) ? undefined : spanBetween(period);
  return commits.map((commit) => perYear(feeOf(commit), ownSpan(commit) ?? shared));
}

/**
 * The recurring value of one year, in the currency of the terms, rounded half up to its smallest coin (R41).
 *
 * - With instalments: their sum over the length of the term. They are how the commits are paid, so the commits
 *   are not added.
 * - Else the commits, each over its own length or until its `termEndTime`: a rate for two years counts half, one
 *   for a month twelvefold, a monthly rate (R42) always twelvefold, one for days by days of 365 to the year.
 *   Where no commit has a length of its own, all run as long as the term; where only some have one, the others
 *   are paid once (a fee for setting up beside a subscription) and do not count.
 * - Terms shorter than a year are scaled up like any other.
 * - None when paid by usage only (no fixed amount, or only zeros; a minimum of usage is no fixed amount), when
 *   paid once (services by people, or commits or payments without any length or end).
 */
export function annualizedAmountOf(
  basis: Basis,
  period: Period,
  types: readonly (string | undefined)[],
): Exact | undefined {
  if (types.some((type) => oneTimeTypes.has(type ?? ''))) return undefined;
  const hasFees = basis.info.commits?.some((commit) => feeOf(commit) !== undefined) ?? false;
  const ofTerm = instalmentSum(basis) ?? (hasFees ? undefined : shownAmount(basis));
  const value = ofTerm ? perYear(ofTerm, spanBetween(period)) : sum(yearlyFees(basis, period));
  return value?.greaterThan(0) ? roundTo(basis.info.currency ?? 'USD', value) : undefined;
}
