import type { BilledEntitlement, BilledTerm } from '../../entitlements/index.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import {
  type BillingPeriod,
  type BillingTerms,
  billingPeriods,
  billingTermsOf,
  type CommitLine,
  commitLines,
  splitByTerms,
} from '../periods/index.ts';
import type { KnownFee } from './fees.ts';
import { billedLife } from './times.ts';

/**
 * One term’s part of a billing period, with the cost of the term’s commits in it. If only usage above the
 * commit is charged, the parts of a period share one balance (R48): a part that was cut short keeps the cost
 * of its days or of its usage, whichever is greater, and the following parts are reduced by what it keeps
 * beyond its days.
 */
export type CommitPart = {
  key: string;
  period: BillingPeriod;
  start: string;
  end: string;
  term: BilledTerm;
  /** Fees that bill this part. */
  fees: readonly KnownFee[];
  isCut: boolean;
  /** Computes the cost of the part’s days. */
  share: () => Exact;
  /** Computes what the part would cost if it had not been cut short. */
  whole: () => Exact;
};

export type LinesOf = (term: BilledTerm, start: string, end: string) => CommitLine[];

/** Creates the function that computes the commit lines of a term for a time within the life of a sale. */
export const linesIn =
  (billing: BillingTerms, life: { start: string; end: string | null }): LinesOf =>
  (term, start, end) =>
    start < end ? commitLines({ info: term.info, life, bought: term.bought }, billing, { start, end }) : [];

export const sumOf = (lines: readonly { amount: Exact }[]): Exact =>
  lines.reduce((total, { amount }) => total.plus(amount), new Exact(0));

/** Amount that fees bill, less their credits. */
export const billedBy = (fees: readonly Pick<KnownFee, 'amount' | 'credited'>[]): Exact =>
  fees.reduce((sum, { amount, credited }) => sum.plus(amount).minus(credited), new Exact(0));

/** Splits the life of a sale into parts and returns the periods in which a term was cut short. */
export function balancedPeriods(
  sale: BilledEntitlement,
  known: readonly KnownFee[],
  now: string,
): CommitPart[][] {
  const life = billedLife(sale, now);
  if (!life) return [];
  const billing = billingTermsOf(sale.info);
  const parts = commitParts(sale, billingPeriods(billing, life, now), known, linesIn(billing, life));
  return parts.filter((ofPeriod) => ofPeriod.some(({ isCut }) => isCut));
}

/** Computes a value at its first use, because most parts never need it. */
function once(compute: () => Exact): () => Exact {
  let known: Exact | undefined;
  return () => {
    known ??= compute();
    return known;
  };
}

const partKey = (term: Pick<BilledTerm, 'id'>, start: string): string => `${term.id} ${start}`;

/** Splits periods into parts by terms. */
export const commitParts = (
  { terms }: Pick<BilledEntitlement, 'terms'>,
  periods: readonly BillingPeriod[],
  known: readonly KnownFee[],
  linesOf: LinesOf,
): CommitPart[][] =>
  periods.map((period) =>
    splitByTerms(period, terms).map(({ start, end, term }) => {
      const uncut = [
        period.whole.end,
        ...(term.bought.end === null ? [] : [term.bought.end]),
      ].sort()[0] as string;
      const isCut = end < uncut;
      const share = once(() => sumOf(linesOf(term, start, end)));
      return {
        key: partKey(term, start),
        period,
        start,
        end,
        term,
        fees: known.filter((fee) => fee.termId === term.id && fee.start >= start && fee.start < end),
        isCut,
        share,
        whole: isCut ? once(() => sumOf(linesOf(term, start, uncut))) : share,
      };
    }),
  );

/** Running balance of the commits in a period. Its parts pass through it in order. */
export class PeriodBalance {
  /** What the parts so far keep beyond their days; the following parts are reduced by it. */
  #carried = new Exact(0);

  /** Commit of a part that is due by its days. */
  dueOf = (part: CommitPart): Exact => Exact.max(0, part.share().minus(this.#carried));

  /** What the parts so far keep beyond their days. */
  get carried(): Exact {
    return this.#carried;
  }

  /** The most that usage of a part may draw, as if the part had not been cut short. */
  mostOf = (part: CommitPart): Exact =>
    Exact.max(this.dueOf(part), part.isCut ? part.whole().minus(this.#carried) : 0);

  /** Adds a part with its billed amount and moves on to the next. */
  pass(part: CommitPart, billed: Exact): void {
    const beyond = billed.minus(part.share()).plus(this.#carried);
    this.#carried = part.isCut ? Exact.max(0, beyond) : new Exact(0);
  }
}
