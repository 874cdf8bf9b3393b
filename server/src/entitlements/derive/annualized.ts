import { type Exact, roundTo, sum } from '../../platform/money-and-time/exact.ts';
import type { CommitDimension } from '../../products/records/index.ts';
import { feeOf, instalmentSum, shownAmount } from './commit-amount.ts';
import type { Basis } from './input.ts';
import { instant, lengthOf, type Period, type Span, spanBetween } from './period.ts';

/** Offer and product types that are sold once, for work done. */
const oneTimeTypes: ReadonlySet<string> = new Set(['PROFESSIONAL_SERVICES']);

const perYear = (amount: Exact | undefined, span: Span | undefined): Exact | undefined =>
  span && amount?.times(span.perYear).dividedBy(span.count);

/** Computes the yearly value of each commit over its own length, or over the term if no commit has a length. */
function yearlyFees({ info, monthlyRate }: Basis, period: Period): (Exact | undefined)[] {
  const commits = info.commits ?? [];
  if (monthlyRate) return commits.map((commit) => feeOf(commit)?.times(12));
  const ownSpan = (commit: CommitDimension) =>
    lengthOf(commit) ?? spanBetween({ ...period, end: instant(commit.termEndTime) });
  const shared = commits.some(ownSpan) ? undefined : spanBetween(period);
  return commits.map((commit) => perYear(feeOf(commit), ownSpan(commit) ?? shared));
}

/**
 * The recurring value of one year, rounded half up to the smallest unit of the currency of the terms (R41).
 *
 * - With instalments: their sum over the length of the term. The instalments pay the commits, so the commits
 * are not added.
 * - Otherwise the commits, each over its own length or until its `termEndTime`: a rate for two years counts
 * half, a rate for a month twelvefold, a monthly rate (R42) always twelvefold, and a rate for days by 365 days
 * to the year. If no commit has a length, all commits have the length of the term. If only some commits have a
 * length, the other commits are paid once (such as a setup fee beside a subscription) and do not count.
 * - Terms shorter than a year are scaled up to a year.
 * - No value for terms that are paid by usage only (without a fixed amount, or with zeros only; a usage minimum
 * is not a fixed amount), and for terms that are paid once (services by people, or commits or payments without
 * any length or end).
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
