import { isDeepStrictEqual } from 'node:util';
import { traitsOf } from '../../marketplaces/index.ts';
import { Exact, roundTo, toExact } from '../../platform/money-and-time/exact.ts';
import type { AgreedAmount } from '../columns.ts';
import type { EntitlementInfo, UpdateEntitlementPriceModelParams } from '../records.ts';
import { annualizedAmountOf } from './annualized.ts';
import { committedFor, creditAmountOf } from './commit-amount.ts';
import type { Basis } from './input.ts';
import { instant, type Period } from './period.ts';
import { countedCommits, forUnits } from './quantity.ts';

export type Price = {
  /** Exact decimal text, in the currency of the terms. */
  commitAmount: string | null;
  annualizedAmount: number | null;
  /** Credit that the instalments grant; exact decimal text. */
  creditAmount: string | null;
};

/**
 * Computes the price of an entitlement’s changed terms like the first price (R41, R42): over the whole term
 * that was bought or renewed, even if they change late in the term.
 * @param span start and end of that term
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

/** Start and end (null: open), and the agreed day from which months are counted. */
type Times = { start: string; end: string | null; agreed?: string | undefined };

const basisOf = (info: EntitlementInfo, partner: string | null): Basis => ({
  info,
  offerInfo: {},
  monthlyRate: traitsOf(partner).monthlyRates === true,
});

function periodFrom({ start: text, end, agreed }: Times): Period {
  const start = instant(text);
  if (!start) throw new RangeError(`${text} is not a time`);
  return { start, end: instant(end), agreed: instant(agreed) };
}

/**
 * Computes the amount committed for a part of a term under an entitlement’s terms (R42, R48): exact decimal
 * text; undefined if paid by usage. The parts of a term are prorated by UTC days, and their amounts add up to
 * the amount of the term.
 * @param term start and end of the term that was bought or renewed
 */
export const committedIn = (
  info: EntitlementInfo,
  partner: string | null,
  term: Times,
  part: Times = term,
): string | undefined => committedFor(basisOf(info, partner), periodFrom(term), periodFrom(part))?.toFixed();

/**
 * Computes an amount in proportion to a number of units, exactly; the agreed number costs exactly the agreed
 * amount.
 */
const amountFor = (seats: number, { amount, quantity }: AgreedAmount, currency: string): Exact =>
  seats === quantity
    ? new Exact(amount)
    : roundTo(currency, new Exact(amount).times(seats).dividedBy(quantity));

/**
 * Computes the terms for another number of units: counted commits get the new quantity. Without counted
 * commits, the agreed amount is scaled, or the present amount if the amount has been changed since.
 */
export function withSeats(
  info: EntitlementInfo,
  before: number,
  seats: number,
  known?: AgreedAmount,
): { terms: Pick<EntitlementInfo, 'commits' | 'commitAmount'>; agreed?: AgreedAmount } {
  const counted = countedCommits(info.commits ?? [], before);
  if (counted.length > 0) return { terms: { commits: forUnits(info.commits ?? [], counted, seats) } };
  const present = toExact(info.commitAmount);
  if (!present || info.commits?.length || before === 0) return { terms: {} };
  const currency = info.currency ?? 'USD';
  const holds = known && amountFor(before, known, currency).equals(present);
  const agreed = holds ? known : { amount: present.toFixed(), quantity: before };
  return { terms: { commitAmount: amountFor(seats, agreed, currency).toNumber() }, agreed };
}

export type PriceModel = Pick<UpdateEntitlementPriceModelParams, 'commits' | 'billableDimensions'>;

/** Determines the type of a change: QuantityChange if only quantities differ, else PlanChange. */
export function kindOfChange(info: EntitlementInfo, model: PriceModel): 'PlanChange' | 'QuantityChange' {
  const { commits, billableDimensions } = model;
  if (billableDimensions && !isDeepStrictEqual(billableDimensions, info.billableDimensions ?? []))
    return 'PlanChange';
  const withoutQuantities = (list: EntitlementInfo['commits'] = []) =>
    list.map(({ quantity: _, ...commit }) => commit);
  return commits && !isDeepStrictEqual(withoutQuantities(commits), withoutQuantities(info.commits))
    ? 'PlanChange'
    : 'QuantityChange';
}
