import { balanced, type CommitBalance, drawable, keptOf } from '../../entitlements/index.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { type TermState, wholeOf } from './term-credit.ts';

/** Computes the commit that usage of a term may draw: of one that was cut short, also what went over to those that follow. */
export function commitFor(
  terms: readonly TermState[],
  balance: CommitBalance | undefined,
  term: TermState,
): Exact {
  // The parts have what is divided.
  if (terms.some(({ parentId }) => parentId === term.id)) return new Exact(0);
  if (!balance) return Exact.max(0, term.commit.minus(term.usedCommit));
  const ofWhole = drawable(balance.terms, placeOf(balance, wholeOf(terms, term).id), balance.currency);
  return term.parentId === undefined
    ? ofWhole
    : Exact.max(0, Exact.min(ofWhole, Exact.max(term.commit, term.priced).minus(term.usedCommit)));
}

const placeOf = ({ terms }: CommitBalance, termId: string): number =>
  terms.findIndex(({ id }) => id === termId);

/** Draws commit of a term: what it has not itself comes back to it from the terms that follow. */
export function useCommit(
  terms: readonly TermState[],
  balance: CommitBalance | undefined,
  term: TermState,
  amount: Exact,
): CommitBalance | undefined {
  term.usedCommit = term.usedCommit.plus(amount);
  if (!balance) return undefined;
  if (term.parentId !== undefined) term.commit = keptOf(term.commit, term.usedCommit, balance.currency);
  return rebalanced(terms, balance);
}

/** Computes the balance anew by what the terms have drawn, and gives each term the commit that it has by that. */
export function rebalanced(
  terms: readonly TermState[],
  { currency, terms: before }: CommitBalance,
): CommitBalance {
  const after = balanced(
    before.map((one) => ({ ...one, drawn: drawnOf(terms, one.id).toFixed() })),
    currency,
  );
  for (const { id, commit } of after) {
    const term = terms.find((state) => state.id === id);
    if (term) term.commit = new Exact(commit ?? 0);
  }
  return { currency, terms: after };
}

/** What was drawn of a term's commit, by itself or by its parts: these draw what they have as credit first of all. */
const drawnOf = (terms: readonly TermState[], termId: string): Exact =>
  terms
    .filter(({ id, parentId }) => id === termId || parentId === termId)
    .reduce(
      (sum, { usedCommit, usedCredit, shared }) => sum.plus(usedCommit).plus(Exact.min(usedCredit, shared)),
      new Exact(0),
    );
