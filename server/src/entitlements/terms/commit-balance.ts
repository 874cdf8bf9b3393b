import { Exact, roundUpTo } from '../../platform/money-and-time/exact.ts';
import { type Priced, shareOf } from '../derive/index.ts';

/**
 * The one balance of commit that a sale has for its life (R48). A term that is cut short keeps the share of its days, or
 * what was drawn in it, whichever is greater; what it keeps beyond its share, the terms that follow have less, so that the
 * sum stays what the buyer committed to. Nothing here reads a clock or a database.
 */

/** A term as the balance sees it. */
export type CommitTerm = {
  start: string;
  end: string | null;
  commit: string | null;
  /** What usage drew of the commit, by the term or by its parts; an exact decimal. */
  drawn: string;
  /** The whole that the commit is a share of. */
  priced: Priced;
  /** Set where a program that did not keep it wrote the row: `priced` is assumed, and the stored commit stands. */
  isAssumed?: boolean;
};

/** What a term keeps of the balance, and the most that it could, had it been drawn in its time. */
type Holding = { isCut: boolean; kept: Exact; most: Exact };

const zero = new Exact(0);
const unlimited = new Exact(Number.POSITIVE_INFINITY);

/** Computes the commit that each term of a life has: a renewal begins with its own, whatever was drawn before. */
export function balanced<T extends CommitTerm>(terms: readonly T[], currency: string): T[] {
  const holdings = hold(terms, currency);
  return terms.map((term, index) => {
    const { kept } = holdings[index] as Holding;
    const isCommitted = term.isAssumed ? term.commit !== null : term.priced.amount !== null;
    return { ...term, commit: isCommitted || kept.greaterThan(0) ? kept.toFixed() : null };
  });
}

/**
 * Computes what more usage in the time of a term may draw, however late it is reported: what the term has left, and of a
 * term that was cut short what went over to those that follow, as far as they have not drawn it.
 */
export function drawable(terms: readonly CommitTerm[], index: number, currency: string): Exact {
  const holdings = hold(terms, currency);
  const { isCut, kept, most } = holdings[index] as Holding;
  const drawn = new Exact((terms[index] as CommitTerm).drawn);
  if (!isCut) return kept.minus(drawn);
  return Exact.max(
    0,
    Exact.min(most.minus(drawn), kept.minus(drawn).plus(freeFrom(terms, holdings, index + 1, currency))),
  );
}

/** What terms can give back to one that was cut short before them. Terms keep whole coins, so they give whole coins. */
function freeFrom(
  terms: readonly CommitTerm[],
  holdings: readonly Holding[],
  index: number,
  currency: string,
): Exact {
  const holding = holdings[index];
  // Nothing follows what was cancelled: it comes to as much as was drawn.
  if (!holding) return unlimited;
  const drawn = roundUpTo(currency, new Exact((terms[index] as CommitTerm).drawn));
  const free = holding.kept.minus(drawn);
  if (!holding.isCut) return free;
  const most = drawn.isZero() ? unlimited : holding.most.minus(drawn);
  return Exact.max(0, Exact.min(most, free.plus(freeFrom(terms, holdings, index + 1, currency))));
}

/** What is kept of an amount of which so much was drawn: no less than that, in whole coins. */
export const keptOf = (due: Exact, drawn: Exact, currency: string): Exact =>
  drawn.lessThanOrEqualTo(due) ? due : roundUpTo(currency, drawn);

/** Says whether a term was cut short: more days were bought than it has. */
export const wasCut = (end: string | null, until: string | null): boolean =>
  end !== null && until !== null && Date.parse(end) < Date.parse(until);

function hold(terms: readonly CommitTerm[], currency: string): Holding[] {
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
 * The shares of terms by days. What was bought without an end is not shared: the term that ends it keeps all, and the next
 * has what its price goes beyond that.
 */
function sharesOf(terms: readonly CommitTerm[], currency: string): Exact[] {
  /** By since when it was priced, what earlier terms have of what was bought together with them. */
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
