import type { UsageTerm } from '../../entitlements/index.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { agreedDays } from '../../platform/money-and-time/periods.ts';

/** A term, or a part of one, with amounts that a run changes. */
export type TermState = {
  id: string;
  start: string;
  /** The day agreed on from which its months are counted; of a part that of its whole. */
  agreed: string;
  parentId: string | undefined;
  credit: Exact;
  usedCredit: Exact;
  commit: Exact;
  usedCommit: Exact;
  /** What of the credit came over from the term before. */
  carried: Exact;
  /** What of a part's credit is of the commit that was divided. */
  shared: Exact;
  /** What the whole costs that the commit is a share of, or a part's share when it was divided. */
  priced: Exact;
};

/** Reads the terms that have begun or are to begin, in their order; the parts of one after it. */
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

/** The term, or its part, to which a time of use belongs: before the first it is the first one's. */
export function termAt(terms: readonly TermState[], at: string | undefined): TermState | undefined {
  const mains = terms.filter(({ parentId }) => parentId === undefined);
  const begun = (list: readonly TermState[]) =>
    list.filter(({ start }) => at !== undefined && start <= at).at(-1);
  const main = begun(mains) ?? mains[0];
  return main && (begun(terms.filter(({ parentId }) => parentId === main.id)) ?? main);
}

/** The term that another is a part of; itself where it is none. */
export const wholeOf = (terms: readonly TermState[], term: TermState): TermState =>
  terms.find(({ id }) => id === term.parentId) ?? term;

/** When a term began, or its whole where it is a part of one. */
export function beginOf(terms: readonly UsageTerm[], termId: string): string | undefined {
  const states = termStates(terms);
  const term = states.find(({ id }) => id === termId);
  return term && wholeOf(states, term).start;
}

export const creditLeftOf = ({ credit, usedCredit }: TermState): Exact =>
  Exact.max(0, credit.minus(usedCredit));

type Source = { from: TermState; amount: Exact; through: readonly TermState[] };

/**
 * The credit of other terms that a term may draw on: a part on that of its whole, and a term that ended on what of its
 * credit went over to those that followed.
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

/** The credit that usage of a term may use. */
export const creditFor = (terms: readonly TermState[], term: TermState): Exact =>
  sourcesOf(terms, term).reduce((sum, { amount }) => sum.plus(amount), creditLeftOf(term));

/** Uses credit of a term; what it has not itself comes back to it from those it may draw on. */
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
  if (missing.greaterThan(0)) throw new Error(`term ${term.id} uses more credit than there is`);
  term.usedCredit = term.usedCredit.plus(amount);
}
