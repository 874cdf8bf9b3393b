import type { EntitlementInfo } from '../records.ts';
import { annualizedAmountOf } from './annualized.ts';
import { commitAmountOf } from './commit-amount.ts';
import { type Basis, monthlyRatePartners } from './input.ts';
import { exact, roundTo } from './money.ts';
import { instant, type Period } from './period.ts';

export type Price = {
  /** Exact decimal text, in the currency of the terms. */
  commitAmount: string | null;
  annualizedAmount: number | null;
};

/**
 * What the terms of an entitlement cost after they were changed: reckoned as at the beginning (R41, R42), over the
 * whole of the term that was bought or renewed, however late in it they changed.
 * @param span when that term began and ends
 */
export function priceOf(
  info: EntitlementInfo,
  partner: string | null,
  span: { start: string; end: string | null },
  types: readonly (string | undefined)[],
): Price {
  const basis: Basis = { info, offerInfo: {}, monthlyRate: monthlyRatePartners.has(partner ?? '') };
  const start = instant(span.start);
  if (!start) throw new RangeError(`${span.start} is no time`);
  const period: Period = { start, end: instant(span.end) };
  return {
    commitAmount: commitAmountOf(basis, period)?.toFixed() ?? null,
    annualizedAmount: annualizedAmountOf(basis, period, types)?.toNumber() ?? null,
  };
}

/**
 * The terms for another number of seats: commits by seat are for so many. Where none says so and only an amount was
 * told, the amount is in proportion.
 */
export function withSeats(
  info: EntitlementInfo,
  before: number,
  seats: number,
): Pick<EntitlementInfo, 'commits' | 'commitAmount'> {
  if (info.commits?.some(({ type }) => type === 'PER_USER'))
    return {
      commits: info.commits.map((commit) =>
        commit.type === 'PER_USER' ? { ...commit, quantity: seats } : commit,
      ),
    };
  const amount = exact(info.commitAmount);
  if (!amount || info.commits?.length || before === 0) return {};
  return { commitAmount: roundTo(info.currency ?? 'USD', amount.times(seats).dividedBy(before)).toNumber() };
}
