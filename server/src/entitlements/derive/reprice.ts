import { traitsOf } from '../../marketplaces/index.ts';
import { Exact, exact, roundTo } from '../../platform/money-and-time/exact.ts';
import type { AgreedAmount } from '../columns.ts';
import type { EntitlementInfo } from '../records.ts';
import { annualizedAmountOf } from './annualized.ts';
import { committedFor, creditAmountOf } from './commit-amount.ts';
import type { Basis } from './input.ts';
import { instant, type Period } from './period.ts';
import { countedCommits, forUnits } from './quantity.ts';

export type Price = {
  /** Exact decimal text, in the currency of the terms. */
  commitAmount: string | null;
  annualizedAmount: number | null;
  /** What the payments grant; exact decimal text. */
  creditAmount: string | null;
};

/**
 * Computes what the terms of an entitlement cost after they were changed: reckoned as at the beginning (R41, R42), over
 * the whole of the term that was bought or renewed, however late in it they changed.
 * @param span when that term began and ends
 */
export function priceOf(
  info: EntitlementInfo,
  partner: string | null,
  span: Times,
  types: readonly (string | undefined)[],
): Price {
  const basis = basisOf(info, partner);
  const period = periodFrom(span);
  return {
    commitAmount: committedFor(basis, period)?.toFixed() ?? null,
    annualizedAmount: annualizedAmountOf(basis, period, types)?.toNumber() ?? null,
    creditAmount: creditAmountOf(basis)?.toFixed() ?? null,
  };
}

/** The times at which something begins and ends, null for an open end, and the day agreed on from which months are counted. */
type Times = { start: string; end: string | null; agreed?: string | undefined };

const basisOf = (info: EntitlementInfo, partner: string | null): Basis => ({
  info,
  offerInfo: {},
  monthlyRate: traitsOf(partner).monthlyRates === true,
});

function periodFrom({ start: text, end, agreed }: Times): Period {
  const start = instant(text);
  if (!start) throw new RangeError(`${text} is no time`);
  return { start, end: instant(end), agreed: instant(agreed) };
}

/**
 * Computes what is committed for a part of a term under the terms of an entitlement (R42, R48): exact decimal text in
 * coins, none when it is paid by usage. The parts of a term share its amount by UTC days and add up to it.
 * @param term when the term that was bought or renewed begins and ends
 */
export const committedIn = (
  info: EntitlementInfo,
  partner: string | null,
  term: Times,
  part: Times = term,
): string | undefined => committedFor(basisOf(info, partner), periodFrom(term), periodFrom(part))?.toFixed();

/**
 * Computes an amount in proportion to a number of units, in whole coins; the number that was agreed on costs what was
 * agreed on.
 */
const amountFor = (seats: number, { amount, quantity }: AgreedAmount, currency: string): Exact =>
  seats === quantity
    ? new Exact(amount)
    : roundTo(currency, new Exact(amount).times(seats).dividedBy(quantity));

/**
 * The terms for another number of units: the commits that count them are for so many. Where none does and only an
 * amount was given, the amount is in proportion to the one that was agreed on, unless that is not where the present
 * one comes from.
 */
export function withSeats(
  info: EntitlementInfo,
  before: number,
  seats: number,
  known?: AgreedAmount,
): { terms: Pick<EntitlementInfo, 'commits' | 'commitAmount'>; agreed?: AgreedAmount } {
  const counted = countedCommits(info.commits ?? [], before);
  if (counted.length > 0) return { terms: { commits: forUnits(info.commits ?? [], counted, seats) } };
  const present = exact(info.commitAmount);
  if (!present || info.commits?.length || before === 0) return { terms: {} };
  const currency = info.currency ?? 'USD';
  const holds = known && amountFor(before, known, currency).equals(present);
  const agreed = holds ? known : { amount: present.toFixed(), quantity: before };
  return { terms: { commitAmount: amountFor(seats, agreed, currency).toNumber() }, agreed };
}
