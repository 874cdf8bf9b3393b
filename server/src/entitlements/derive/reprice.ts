import type { EntitlementInfo } from '../records.ts';
import { annualizedAmountOf } from './annualized.ts';
import { commitAmountOf, creditAmountOf } from './commit-amount.ts';
import { type Basis, monthlyRatePartners } from './input.ts';
import { Exact, exact, roundTo } from './money.ts';
import { instant, type Period } from './period.ts';

export type Price = {
  /** Exact decimal text, in the currency of the terms. */
  commitAmount: string | null;
  annualizedAmount: number | null;
  /** What the payments grant; exact decimal text. */
  creditAmount: string | null;
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
    creditAmount: creditAmountOf(basis)?.toFixed() ?? null,
  };
}

/** An exact decimal, as text, for so many units. */
export type AgreedAmount = { amount: string; quantity: number };

/** In proportion, in whole coins; the number that was agreed on costs what was agreed on. */
const amountFor = (seats: number, { amount, quantity }: AgreedAmount, currency: string): Exact =>
  seats === quantity
    ? new Exact(amount)
    : roundTo(currency, new Exact(amount).times(seats).dividedBy(quantity));

/**
 * The terms for another number of seats: commits by seat are for so many. Where none says so and only an amount was
 * told, the amount is in proportion to the one that was agreed on, unless that is not where the present one comes from.
 */
export function withSeats(
  info: EntitlementInfo,
  before: number,
  seats: number,
  known?: AgreedAmount,
): { terms: Pick<EntitlementInfo, 'commits' | 'commitAmount'>; agreed?: AgreedAmount } {
  if (info.commits?.some(({ type }) => type === 'PER_USER')) {
    const bySeat = info.commits.map((commit) =>
      commit.type === 'PER_USER' ? { ...commit, quantity: seats } : commit,
    );
    return { terms: { commits: bySeat } };
  }
  const present = exact(info.commitAmount);
  if (!present || info.commits?.length || before === 0) return { terms: {} };
  const currency = info.currency ?? 'USD';
  const holds = known && amountFor(before, known, currency).equals(present);
  const agreed = holds ? known : { amount: present.toFixed(), quantity: before };
  return { terms: { commitAmount: amountFor(seats, agreed, currency).toNumber() }, agreed };
}
