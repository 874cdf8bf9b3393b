import { Exact } from '../../platform/money-and-time/exact.ts';
import { agreedDay } from '../../platform/money-and-time/periods.ts';
import { type Priced, shareOf } from '../derive/index.ts';

/**
 * The rules of how the terms of an entitlement follow one another (R48): they tile its life, and what they carry adds up
 * to what the buyer committed to for it. Nothing here reads a clock or a database.
 */

/** A term: when it runs, what it carries, and the whole that its commit is a share of. */
export type LifeTerm = {
  id: string;
  start: string;
  end: string | null;
  commit: string | null;
  priced: Priced;
};

/** The change of the terms that there are: one ends, with what it keeps, and those after it are deleted. */
export type Cut = { id: string; end: string; commit: string | null; removed: string[] };

/** The figures of a term that is to be written. */
export type NewTerm = Omit<LifeTerm, 'id'>;

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

/** Ends a term before its time: it keeps what was committed for the days that it ran. One that never began keeps nothing. */
export function shortened(
  term: LifeTerm,
  at: string,
  currency: string,
): { end: string; commit: string | null } {
  const end = later(at, term.start);
  const isOver = term.end !== null && Date.parse(term.end) <= Date.parse(end);
  if (isOver) return { end: term.end as string, commit: term.commit };
  const hasRun = Date.parse(end) > Date.parse(term.start);
  if (term.priced.until === null) return { end, commit: hasRun || term.commit === null ? term.commit : '0' };
  return { end, commit: shareOf(term.priced, term.start, end, currency) };
}

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
  return { id: running.id, ...shortened(running, at, currency), removed };
}

/**
 * The term for the rest of the one that runs, when something of the sale changes: it carries its share of what the whole
 * costs from now on. Without an end there is no share: what was committed to once stays, and only what goes beyond it is
 * added.
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
  return { start, end: running.end, commit: committed(terms, running, priced, start, currency), priced };
}

function committed(
  terms: readonly LifeTerm[],
  running: LifeTerm,
  priced: Priced,
  start: string,
  currency: string,
): string | null {
  if (priced.amount === null) return null;
  if (priced.until !== null) return shareOf(priced, start, running.end, currency);
  const before = terms
    .filter((term) => term.priced.since === priced.since && Date.parse(term.start) < Date.parse(start))
    .reduce((sum, { commit }) => sum.plus(commit ?? 0), new Exact(0));
  return Exact.max(0, new Exact(priced.amount).minus(before)).toFixed();
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
 * Computes the figures of a term that is to follow, when what is sold costs something else; one that was cut short, its
 * share.
 */
export function repriced(
  { start, end, priced: { since, until } }: LifeTerm,
  amount: string | null,
  currency: string,
): { commit: string | null; priced: Priced } {
  const priced = { amount, since, until };
  return { priced, commit: shareOf(priced, start, end, currency) };
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
