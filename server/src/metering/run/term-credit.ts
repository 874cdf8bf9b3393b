import type { UsageTerm } from '../../entitlements/index.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { agreedDays } from '../../platform/money-and-time/periods.ts';

/** A term or sub term, with the amounts that a run changes. */
export type TermState = {
  id: string;
  start: string;
  /** The agreed day from which the term’s months are counted; for a sub term, that of its parent. */
  agreed: string;
  parentId: string | undefined;
  credit: Exact;
  usedCredit: Exact;
  commit: Exact;
  usedCommit: Exact;
  /** Part of the credit carried over from the previous term. */
  carried: Exact;
  /** For a sub term, the part of its credit that comes from the divided commit. */
  shared: Exact;
  /**
   * The price from which the commit is prorated; for a sub term, its prorated amount at the division of the
   * commit.
   */
  priced: Exact;
};

/** Reads terms that have a start, in order, each followed by its sub terms. */
export function termStates(terms: readonly UsageTerm[]): TermState[] {
  const begun = terms
    .filter((term) => term.start_time !== null)
    .map((term) => {
      const { parentEntitlementTermId: parentId } = JSON.parse(term.info) as {
        parentEntitlementTermId?: string;
      };
      return { term, start: term.start_time as string, parentId };
    })
    .sort(
      (one, other) => compare(one.start, other.start) || compare(one.parentId ?? '', other.parentId ?? ''),
    );
  const mains = begun.filter(({ parentId }) => parentId === undefined);
  const days = agreedDays(
    mains.map(({ start, term: { end_time: end } }) => ({
      start: Date.parse(start),
      end: end === null ? undefined : Date.parse(end),
    })),
  );
  const agreed = new Map(
    mains.map(({ term }, index) => [term.id, new Date(days[index] as number).toISOString()]),
  );
  return begun.map(
    ({ term, start, parentId }): TermState => ({
      id: term.id,
      start,
      agreed: agreed.get(parentId ?? term.id) ?? start,
      parentId,
      credit: new Exact(term.credit_amount ?? 0),
      usedCredit: new Exact(term.used_credit_amount ?? 0),
      commit: new Exact(term.commit_amount ?? 0),
      usedCommit: new Exact(term.used_commit_amount ?? 0),
      carried: new Exact(term.carried_credit ?? 0),
      shared: new Exact(term.shared_credit ?? 0),
      priced: new Exact(term.priced_amount ?? 0),
    }),
  );
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Finds the term or sub term for a time of use. Times before the first term belong to the first term. */
export function termAt(terms: readonly TermState[], at: string | undefined): TermState | undefined {
  const mains = terms.filter(({ parentId }) => parentId === undefined);
  const begun = (list: readonly TermState[]) =>
    list.filter(({ start }) => at !== undefined && start <= at).at(-1);
  const main = begun(mains) ?? mains[0];
  return main && (begun(terms.filter(({ parentId }) => parentId === main.id)) ?? main);
}

/** Returns the parent of a sub term, or the term itself. */
export const wholeOf = (terms: readonly TermState[], term: TermState): TermState =>
  terms.find(({ id }) => id === term.parentId) ?? term;

/** Returns the start of a term; for a sub term, the start of its parent. */
export function beginOf(terms: readonly UsageTerm[], termId: string): string | undefined {
  const states = termStates(terms);
  const term = states.find(({ id }) => id === termId);
  return term && wholeOf(states, term).start;
}

export const creditLeftOf = ({ credit, usedCredit }: TermState): Exact =>
  Exact.max(0, credit.minus(usedCredit));

type Source = { from: TermState; amount: Exact; through: readonly TermState[] };

/**
 * Computes the credit of other terms that a term may consume. A sub term may consume the credit of its
 * parent; an ended term may consume the credit that it carried over to later terms.
 */
function sourcesOf(terms: readonly TermState[], term: TermState): Source[] {
  const sources: Source[] = [];
  const whole = term.parentId ? terms.find(({ id }) => id === term.parentId) : undefined;
  if (whole) sources.push({ from: whole, amount: creditLeftOf(whole), through: [] });
  const mains = terms.filter(({ parentId }) => parentId === undefined);
  const later = mains.slice(mains.indexOf(whole ?? term) + 1);
  let limit = later[0]?.carried ?? new Exact(0);
  for (const [index, from] of later.entries()) {
    limit = Exact.min(limit, from.carried);
    if (!limit.greaterThan(0)) break;
    const amount = Exact.min(limit, creditLeftOf(from));
    sources.push({ from, amount, through: later.slice(0, index + 1) });
    limit = limit.minus(amount);
  }
  return sources;
}

/** Computes the credit that usage of a term may consume. */
export const creditFor = (terms: readonly TermState[], term: TermState): Exact =>
  sourcesOf(terms, term).reduce((sum, { amount }) => sum.plus(amount), creditLeftOf(term));

/** Consumes credit for a term. If its own credit is insufficient, the rest is moved from other terms. */
export function useCredit(terms: readonly TermState[], term: TermState, amount: Exact): void {
  let missing = amount.minus(creditLeftOf(term));
  for (const source of sourcesOf(terms, term)) {
    if (!missing.greaterThan(0)) break;
    const taken = Exact.min(missing, source.amount);
    source.from.credit = source.from.credit.minus(taken);
    for (const one of source.through) one.carried = Exact.max(0, one.carried.minus(taken));
    term.credit = term.credit.plus(taken);
    missing = missing.minus(taken);
  }
  if (missing.greaterThan(0)) throw new Error(`term ${term.id} uses more credit than available`);
  term.usedCredit = term.usedCredit.plus(amount);
}
