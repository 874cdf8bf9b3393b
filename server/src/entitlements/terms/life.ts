import { agreedDay } from '../../platform/money-and-time/periods.ts';
import type { PeriodPrice } from '../derive/index.ts';
import { balanceCommits, type CommitTerm } from './commit-balance.ts';

/**
 * Rules for the sequence of an entitlement’s terms (R48): they cover its duration without gaps, and their
 * commits add up to the committed amount. Pure functions, without clock or database.
 */

/** A term: its times, its commit, and the price of which the commit is the prorated amount. */
export type LifeTerm = CommitTerm & { id: string };

/**
 * The change that ends a sequence of terms early: one term ends with the commit that it keeps, and the terms
 * after it are deleted.
 */
export type EarlyEnd = { id: string; end: string; commit: string | null; removed: string[] };

/** Times and amounts of a term to write. */
export type NewTerm = Pick<LifeTerm, 'start' | 'end' | 'commit' | 'priced'>;

const later = (one: string, other: string) => (Date.parse(one) >= Date.parse(other) ? one : other);

/** Finds the current term at a time: the last term that has begun, or the first term if no term has begun. */
export function runningAt(terms: readonly LifeTerm[], at: string): LifeTerm | undefined {
  return terms.filter(({ start }) => Date.parse(start) <= Date.parse(at)).at(-1) ?? terms[0];
}

/** Computes the agreed day from which the months of a time after these terms are counted. */
export function dayAgreedOn(
  terms: readonly LifeTerm[],
  { start, end }: { start: string; end: string | null },
): string {
  const days = terms.map(({ priced }) => Date.parse(priced.agreed ?? priced.since)).reverse();
  const time = { start: Date.parse(start), end: end === null ? undefined : Date.parse(end) };
  return new Date(agreedDay(days, time)).toISOString();
}

/** Lists the terms after the given term. */
export const followers = (terms: readonly LifeTerm[], { id }: LifeTerm): readonly LifeTerm[] =>
  terms.slice(terms.findIndex((term) => term.id === id) + 1);

/** Computes the end of a term that is ended at a time: that time, limited to the term’s start and end. */
export function cutEnd({ start, end: planned }: LifeTerm, at: string): string {
  const end = later(at, start);
  return planned !== null && Date.parse(planned) <= Date.parse(end) ? planned : end;
}

/** Lists the terms up to a term that is ended at a time, with their resulting commits. */
function shortenedAt(terms: readonly LifeTerm[], { id }: LifeTerm, at: string, currency: string): LifeTerm[] {
  const index = terms.findIndex((term) => term.id === id);
  const term = terms[index] as LifeTerm;
  const end = cutEnd(term, at);
  if (end === term.end) return terms.slice(0, index + 1);
  return balanceCommits([...terms.slice(0, index), { ...term, end, isAssumed: false }], currency);
}

/**
 * Computes the end and commit of a term that ends early: it keeps the greater of its prorated amount and its
 * consumed amount. A term that never began keeps an amount of 0.
 * @param terms all terms of the entitlement
 */
export function endEarly(
  terms: readonly LifeTerm[],
  term: LifeTerm,
  at: string,
  currency: string,
): { end: string; commit: string | null } {
  const { end, commit } = shortenedAt(terms, term, at, currency).at(-1) as LifeTerm;
  return { end: end as string, commit };
}

/**
 * Computes the sequence of terms up to a new term that replaces or follows another term; the new term has the
 * commit that the other terms leave (R48).
 */
export function lifeUpTo(
  terms: readonly LifeTerm[],
  running: LifeTerm,
  term: NewTerm,
  currency: string,
): LifeTerm[] {
  const before = shortenedAt(terms, running, term.start, currency);
  return balanceCommits([...before, { ...term, id: '', drawn: '0' }], currency);
}

/** Computes the amounts of a new term that replaces or follows another term. */
export const nextTerm = (
  terms: readonly LifeTerm[],
  running: LifeTerm,
  term: NewTerm,
  currency: string,
): NewTerm => ({ ...term, commit: lifeUpTo(terms, running, term, currency).at(-1)?.commit ?? null });

/**
 * Ends a sequence of terms at a time, now or later. Terms that would begin after that time are deleted, unless
 * they have begun.
 */
export function cutAt(
  terms: readonly LifeTerm[],
  at: string,
  currency: string,
  now: string = at,
): EarlyEnd | undefined {
  const begun = (start: string) => Date.parse(start) < Date.parse(at) || Date.parse(start) <= Date.parse(now);
  const running = runningAt(
    terms.filter(({ start }, index) => index === 0 || begun(start)),
    at,
  );
  if (!running) return undefined;
  const removed = followers(terms, running).map(({ id }) => id);
  return { id: running.id, ...endEarly(terms, running, at, currency), removed };
}

/**
 * Builds the term for the remaining time of the current term after a change of the sale: the prorated amount of
 * the new whole price, less the earlier consumed amount. An open term cannot be prorated: the earlier commit is
 * kept, and only an excess over it is added.
 * @param cost the price of the whole purchased time on the new terms
 */
export function restOf(
  terms: readonly LifeTerm[],
  running: LifeTerm,
  at: string,
  cost: Pick<PeriodPrice, 'amount' | 'earned'>,
  currency: string,
): NewTerm {
  const start = later(at, running.start);
  const priced = { ...running.priced, earned: undefined, ...cost };
  return nextTerm(terms, running, { start, end: running.end, commit: null, priced }, currency);
}

/** Builds a term with its own period: bought, renewed, or sold by another offer. */
export const boughtTerm = (
  period: { start: string; end: string | null },
  amount: string | null,
): NewTerm => ({
  ...period,
  commit: amount,
  priced: { amount, since: period.start, until: period.end },
});

/**
 * Appends a term with a new price to a sequence of terms; a term that ended early has its prorated amount.
 * @param before the terms up to that term, after the changes so far
 */
export function withRepriced(
  before: readonly LifeTerm[],
  term: LifeTerm,
  amount: string | null,
  currency: string,
): LifeTerm[] {
  const { since, until, agreed } = term.priced;
  return balanceCommits([...before, { ...term, priced: { amount, since, until, agreed } }], currency);
}

/**
 * Computes the start of a renewal: the end of the last term, even if the renewal was agreed later. An
 * open-ended entitlement continues from the time of the renewal.
 */
export function renewalStart(
  terms: readonly LifeTerm[],
  lifeEnd: string | null,
  shown: string,
  now: string,
): string {
  if (lifeEnd !== null) return lifeEnd;
  const agreed = Date.parse(shown) > Date.parse(now) ? now : shown;
  return later(agreed, terms.at(-1)?.start ?? agreed);
}
