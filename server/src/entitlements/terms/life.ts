import { agreedDay } from '../../platform/money-and-time/periods.ts';
import type { Priced } from '../derive/index.ts';
import { balanced, type CommitTerm } from './commit-balance.ts';

/**
 * The rules of how the terms of an entitlement follow one another (R48): they tile its life, and what they carry adds up
 * to what the buyer committed to for it. Nothing here reads a clock or a database.
 */

/** A term: when it runs, what it carries, and the whole that its commit is a share of. */
export type LifeTerm = CommitTerm & { id: string };

/** The change of the terms that there are: one ends, with what it keeps, and those after it are deleted. */
export type Cut = { id: string; end: string; commit: string | null; removed: string[] };

/** The figures of a term that is to be written. */
export type NewTerm = Pick<LifeTerm, 'start' | 'end' | 'commit' | 'priced'>;

const later = (one: string, other: string) => (Date.parse(one) >= Date.parse(other) ? one : other);

/** The term that runs at a time: the last that has begun, or the first where none has. */
export function runningAt(terms: readonly LifeTerm[], at: string): LifeTerm | undefined {
  return terms.filter(({ start }) => Date.parse(start) <= Date.parse(at)).at(-1) ?? terms[0];
}

/** Computes the day agreed on from which months of a time are counted that follows terms. */
export function dayAgreedOn(
  terms: readonly LifeTerm[],
  { start, end }: { start: string; end: string | null },
): string {
  const days = terms.map(({ priced }) => Date.parse(priced.agreed ?? priced.since)).reverse();
  const time = { start: Date.parse(start), end: end === null ? undefined : Date.parse(end) };
  return new Date(agreedDay(days, time)).toISOString();
}

/** The terms that are still to begin when one runs. */
export const followers = (terms: readonly LifeTerm[], { id }: LifeTerm): readonly LifeTerm[] =>
  terms.slice(terms.findIndex((term) => term.id === id) + 1);

/** Computes when a term ends that is cut short at a time: then, or at its start or end, whichever is nearer. */
export function cutEnd({ start, end: planned }: LifeTerm, at: string): string {
  const end = later(at, start);
  return planned !== null && Date.parse(planned) <= Date.parse(end) ? planned : end;
}

/** The terms up to one that is cut short at a time, as they are then. */
function shortenedAt(terms: readonly LifeTerm[], { id }: LifeTerm, at: string, currency: string): LifeTerm[] {
  const index = terms.findIndex((term) => term.id === id);
  const term = terms[index] as LifeTerm;
  const end = cutEnd(term, at);
  if (end === term.end) return terms.slice(0, index + 1);
  return balanced([...terms.slice(0, index), { ...term, end, isAssumed: false }], currency);
}

/**
 * Ends a term before its time: it keeps the share of the days that it ran, or what was drawn in it, whichever is greater.
 * One that never began keeps nothing.
 * @param terms the life that the term is of
 */
export function shortened(
  terms: readonly LifeTerm[],
  term: LifeTerm,
  at: string,
  currency: string,
): { end: string; commit: string | null } {
  const { end, commit } = shortenedAt(terms, term, at, currency).at(-1) as LifeTerm;
  return { end: end as string, commit };
}

/** The life up to a term that begins in the place of another, or follows it: it has what that leaves of the commit (R48). */
export function lifeUpTo(
  terms: readonly LifeTerm[],
  running: LifeTerm,
  term: NewTerm,
  currency: string,
): LifeTerm[] {
  const before = shortenedAt(terms, running, term.start, currency);
  return balanced([...before, { ...term, id: '', drawn: '0' }], currency);
}

/** The figures of a term that begins in the place of another, or follows it. */
export const following = (
  terms: readonly LifeTerm[],
  running: LifeTerm,
  term: NewTerm,
  currency: string,
): NewTerm => ({ ...term, commit: lifeUpTo(terms, running, term, currency).at(-1)?.commit ?? null });

/** Ends a life at a time, now or later. What would begin then is taken away, unless it has begun. */
export function cutAt(
  terms: readonly LifeTerm[],
  at: string,
  currency: string,
  now: string = at,
): Cut | undefined {
  const begun = (start: string) => Date.parse(start) < Date.parse(at) || Date.parse(start) <= Date.parse(now);
  const running = runningAt(
    terms.filter(({ start }, index) => index === 0 || begun(start)),
    at,
  );
  if (!running) return undefined;
  const removed = followers(terms, running).map(({ id }) => id);
  return { id: running.id, ...shortened(terms, running, at, currency), removed };
}

/**
 * The term for the rest of the one that runs, when something of the sale changes: it carries its share of what the whole
 * costs from now on, less what was drawn of it before. Without an end there is no share: what was committed to once stays,
 * and only what goes beyond it is added.
 * @param cost what the whole time that was bought costs on the new terms
 */
export function restOf(
  terms: readonly LifeTerm[],
  running: LifeTerm,
  at: string,
  cost: Pick<Priced, 'amount' | 'earned'>,
  currency: string,
): NewTerm {
  const start = later(at, running.start);
  const priced = { ...running.priced, earned: undefined, ...cost };
  return following(terms, running, { start, end: running.end, commit: null, priced }, currency);
}

/** A term for a time of its own: bought, renewed, or sold by another offer. */
export const boughtTerm = (
  period: { start: string; end: string | null },
  amount: string | null,
): NewTerm => ({
  ...period,
  commit: amount,
  priced: { amount, since: period.start, until: period.end },
});

/**
 * A life with the next of its terms, when what is sold costs something else; one that was cut short has its share.
 * @param before the life up to that term, as it is by then
 */
export function withRepriced(
  before: readonly LifeTerm[],
  term: LifeTerm,
  amount: string | null,
  currency: string,
): LifeTerm[] {
  const { since, until, agreed } = term.priced;
  return balanced([...before, { ...term, priced: { amount, since, until, agreed } }], currency);
}

/**
 * Computes when a renewal begins: where the life that it prolongs ends, however early or late it was agreed on. A life
 * without an end goes on from when it was renewed.
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
