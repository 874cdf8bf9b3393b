import { Exact, roundUpTo } from '../../platform/money-and-time/exact.ts';
import { type PeriodPrice, shareOf } from '../derive/index.ts';

/**
 * The commit balance of a sale over all its terms (R48). A term that ended early keeps the greater of its
 * prorated amount and the amount consumed in it. An excess over the prorated amount reduces the following
 * terms, so that the sum stays the committed amount. Pure functions, without clock or database.
 */

/** A term with the values for the commit balance. */
export type CommitTerm = {
  start: string;
  end: string | null;
  commit: string | null;
  /** The amount of the commit that usage consumed in the term or its sub terms; an exact decimal. */
  drawn: string;
  /** The price of which the commit is the prorated amount. */
  priced: PeriodPrice;
  /**
   * True for a row of an older version, which did not store the price: `priced` is assumed, and the stored commit
   * applies.
   */
  isAssumed?: boolean;
};

/**
 * The amount that a term keeps of the commit balance, and the maximum that it could keep if late usage consumes
 * it.
 */
type CommitHolding = { isCut: boolean; kept: Exact; most: Exact };

const zero = new Exact(0);
const unlimited = new Exact(Number.POSITIVE_INFINITY);

/**
 * Computes the commit of each term of an entitlement. A renewal has its full commit, independent of earlier
 * consumption.
 */
export function balanceCommits<T extends CommitTerm>(terms: readonly T[], currency: string): T[] {
  const holdings = commitHoldings(terms, currency);
  return terms.map((term, index) => {
    const { kept } = holdings[index] as CommitHolding;
    const isCommitted = term.isAssumed ? term.commit !== null : term.priced.amount !== null;
    return { ...term, commit: isCommitted || kept.greaterThan(0) ? kept.toFixed() : null };
  });
}

/**
 * Computes the amount that further usage in a term’s period may consume, even if the usage is reported late:
 * the term’s remaining amount and, for a term that ended early, the unconsumed amount that moved to later
 * terms.
 */
export function drawable(terms: readonly CommitTerm[], index: number, currency: string): Exact {
  const holdings = commitHoldings(terms, currency);
  const { isCut, kept, most } = holdings[index] as CommitHolding;
  const drawn = new Exact((terms[index] as CommitTerm).drawn);
  if (!isCut) return kept.minus(drawn);
  return Exact.max(
    0,
    Exact.min(most.minus(drawn), kept.minus(drawn).plus(freeFrom(terms, holdings, index + 1, currency))),
  );
}

/**
 * Computes the amount that later terms can return to a term that ended early. The returned amount is rounded to
 * the smallest currency unit, like the amounts that terms keep.
 */
function freeFrom(
  terms: readonly CommitTerm[],
  holdings: readonly CommitHolding[],
  index: number,
  currency: string,
): Exact {
  const holding = holdings[index];
  // No term follows a cancelled term, so only its own maximum limits it.
  if (!holding) return unlimited;
  const drawn = roundUpTo(currency, new Exact((terms[index] as CommitTerm).drawn));
  const free = holding.kept.minus(drawn);
  if (!holding.isCut) return free;
  const most = drawn.isZero() ? unlimited : holding.most.minus(drawn);
  return Exact.max(0, Exact.min(most, free.plus(freeFrom(terms, holdings, index + 1, currency))));
}

/** Computes the kept part of an amount: at least the consumed amount, rounded to the smallest currency unit. */
export const keptOf = (due: Exact, drawn: Exact, currency: string): Exact =>
  drawn.lessThanOrEqualTo(due) ? due : roundUpTo(currency, drawn);

/** Checks whether a term ended early, that is, before the end that was bought. */
export const wasCut = (end: string | null, until: string | null): boolean =>
  end !== null && until !== null && Date.parse(end) < Date.parse(until);

function commitHoldings(terms: readonly CommitTerm[], currency: string): CommitHolding[] {
  const shares = sharesOf(terms, currency);
  let overdrawn = zero;
  return terms.map((term, index) => {
    const { start, end, drawn, priced, isAssumed } = term;
    const isCut = !isAssumed && wasCut(end, priced.until);
    const before = isAssumed ? zero : overdrawn;
    const due = (shares[index] as Exact).minus(before);
    const kept = keptOf(Exact.max(0, due), new Exact(drawn), currency);
    const whole = new Exact(shareOf(priced, start, priced.until, currency) ?? 0);
    overdrawn = isCut ? kept.minus(due) : zero;
    return { isCut, kept, most: isCut ? Exact.max(kept, whole.minus(before)) : kept };
  });
}

/**
 * Prorates the amounts of terms by days. An open term is not prorated: it keeps the full price, and the next
 * term has the difference to its own price.
 */
function sharesOf(terms: readonly CommitTerm[], currency: string): Exact[] {
  /** The prorated amounts of earlier terms of the same purchase, by the start of its pricing. */
  const earlier = new Map<string, Exact>();
  return terms.map(({ isAssumed, priced, start, end, commit }) => {
    const before = earlier.get(priced.since) ?? zero;
    const hasRun = end === null || Date.parse(end) > Date.parse(start);
    const once = hasRun ? Exact.max(0, new Exact(priced.amount ?? 0).minus(before)) : zero;
    const byDays = () => new Exact(shareOf(priced, start, end, currency) ?? 0);
    const share = isAssumed ? new Exact(commit ?? 0) : priced.until === null ? once : byDays();
    earlier.set(priced.since, before.plus(share));
    return share;
  });
}
