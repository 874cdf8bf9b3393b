import { balanceCommits, type CommitBalance, drawable, keptOf } from '../../entitlements/index.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { type TermState, wholeOf } from './term-credit.ts';

/**
 * Returns the commit that usage of a term may consume. For a term that ended early, this includes the commit
 * that was carried over to the following terms.
 */
export function commitFor(
  terms: readonly TermState[],
  balance: CommitBalance | undefined,
  term: TermState,
): Exact {
  // The commit of a divided term is stored in its sub terms.
  if (terms.some(({ parentId }) => parentId === term.id)) return new Exact(0);
  if (!balance) return Exact.max(0, term.commit.minus(term.usedCommit));
  const ofWhole = drawable(balance.terms, placeOf(balance, wholeOf(terms, term).id), balance.currency);
  return term.parentId === undefined
    ? ofWhole
    : Exact.max(0, Exact.min(ofWhole, Exact.max(term.commit, term.priced).minus(term.usedCommit)));
}

const placeOf = ({ terms }: CommitBalance, termId: string): number =>
  terms.findIndex(({ id }) => id === termId);

/**
 * Consumes commit for a term. If its own commit is insufficient, the rest is moved from the following terms.
 */
export function useCommit(
  terms: readonly TermState[],
  balance: CommitBalance | undefined,
  term: TermState,
  amount: Exact,
): CommitBalance | undefined {
  term.usedCommit = term.usedCommit.plus(amount);
  if (!balance) return undefined;
  if (term.parentId !== undefined) term.commit = keptOf(term.commit, term.usedCommit, balance.currency);
  return rebalanceCommit(terms, balance);
}

/** Recalculates the balance from the consumed commit, and sets each term’s commit accordingly. */
export function rebalanceCommit(
  terms: readonly TermState[],
  { currency, terms: before }: CommitBalance,
): CommitBalance {
  const after = balanceCommits(
    before.map((one) => ({ ...one, drawn: drawnOf(terms, one.id).toFixed() })),
    currency,
  );
  for (const { id, commit } of after) {
    const term = terms.find((state) => state.id === id);
    if (term) term.commit = new Exact(commit ?? 0);
  }
  return { currency, terms: after };
}

/**
 * Computes the commit consumed by a term or its sub terms. Sub terms first consume their part of a divided
 * commit as credit.
 */
const drawnOf = (terms: readonly TermState[], termId: string): Exact =>
  terms
    .filter(({ id, parentId }) => id === termId || parentId === termId)
    .reduce(
      (sum, { usedCommit, usedCredit, shared }) => sum.plus(usedCommit).plus(Exact.min(usedCredit, shared)),
      new Exact(0),
    );
