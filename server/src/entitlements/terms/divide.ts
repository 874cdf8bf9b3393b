import { acquireSharedBuyersLock } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { coinProblem } from '../../platform/money-and-time/coins.ts';
import { Exact, equalShares, roundUpTo } from '../../platform/money-and-time/exact.ts';
import { requireState } from '../change/index.ts';
import type { EntitlementRow, TermRow } from '../columns.ts';
import { entitlementErrors } from '../errors.ts';
import type { DivideEntitlementCommitParams, EntitlementInfo, EntitlementTermInfo } from '../records.ts';
import { changeTerm, createTerm, removeTerm } from './change.ts';
import { type RequireUndivided, requireCurrentEntitlement, requireUndivided } from './current-term.ts';
import { creditLeft } from './end.ts';
import { boughtTerm } from './life.ts';
import { currencyOf, fromLife } from './row-conversion.ts';
import { type DividedTerm, lockTerm } from './store.ts';
import { subTermStarts } from './sub-term-dates.ts';

/** Reads what is divided: an amount as commit, or all of it as credit. @throws 400 */
function amountToDivide(
  term: TermRow,
  asked: number | undefined,
  currency: string,
): { total: string; as: 'commit' | 'credit' } {
  const left = commitLeft(term);
  if (asked === undefined || asked <= 0) return { total: left.toFixed(), as: 'credit' };
  if (left.lessThan(asked))
    throw invalid([
      {
        pointer: '/commitAmount',
        message: `must not be more than what is left of the commit, ${left.toFixed()}`,
      },
    ]);
  const problem = coinProblem(asked, currency);
  if (problem) throw invalid([{ pointer: '/commitAmount', message: problem }]);
  return { total: String(asked), as: 'commit' };
}

/** What usage has not drawn yet of the commit of a term that is not divided. */
const commitLeft = (term: DividedTerm): Exact =>
  new Exact(term.commit_amount ?? 0).minus(
    roundUpTo(currencyOf(term), new Exact(term.used_commit_amount ?? 0)),
  );

/** Divides the commit of the term that runs among sub terms, in equal shares (R46). Answers the id of the term. */
export async function divideCommit(
  scope: OrgTransaction,
  entitlementId: string,
  params: DivideEntitlementCommitParams,
): Promise<string> {
  await acquireSharedBuyersLock(scope);
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  const parent = await requireDivisible(scope, entitlement, requireUndivided);
  const starts = subTermStarts(params.startDates ?? [], parent.start_time as string, parent.end_time);
  const currency = (JSON.parse(parent.entitlement_info) as EntitlementInfo).currency || 'USD';
  const { total, as } = amountToDivide(parent, params.commitAmount, currency);
  const shares = equalShares(total, starts.length, currency);
  const ids = starts.map(() => scope.newId('trm'));
  await changeTerm(scope, parent, { info: { isCommitDivided: true, subEntitlementTermIds: ids } });
  const now = scope.now.toISOString();
  for (const [index, id] of ids.entries())
    await createTerm(scope, {
      ...parent,
      id,
      info: JSON.stringify({ type: 'DivideCommit', parentEntitlementTermId: parent.id }),
      credit_amount: as === 'credit' ? shares[index] : null,
      shared_credit: as === 'credit' ? shares[index] : null,
      carried_credit: null,
      reported_amount: '0',
      used_commit_amount: '0',
      used_credit_amount: '0',
      ...fromLife(
        boughtTerm(
          { start: starts[index] as string, end: starts[index + 1] ?? parent.end_time },
          as === 'commit' ? (shares[index] as string) : '0',
        ),
      ),
      creation_time: now,
      last_update_time: now,
    });
  return parent.id;
}

/** The term that runs. @throws 400 by the state, or where that has no commit that is whole */
export async function requireDivisible<Term extends DividedTerm>(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  undivided: RequireUndivided<Term>,
): Promise<Term> {
  requireState(entitlement, 'divideCommit');
  const term = await undivided(scope, entitlement);
  if (!commitLeft(term).greaterThan(0))
    throw entitlementErrors.entitlement_state(`The term ${term.id} has no commit left to divide.`);
  return term;
}

const isUnused = (term: TermRow): boolean =>
  [term.reported_amount, term.used_commit_amount, term.used_credit_amount].every(
    (used) => Number(used ?? 0) === 0,
  );

/** Answers whether something was used in the time of a locked term, settled or waiting for it. */
export type HasUsage = (scope: OrgTransaction, term: TermRow) => Promise<boolean>;

/**
 * Takes a part of a divided commit back; with the last one the term is whole again (R46). Credit that was added to the
 * part is the term's from then on.
 */
export async function deleteTerm(
  scope: OrgTransaction,
  hasUsage: HasUsage,
  entitlementId: string,
  termId: string,
): Promise<string> {
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  const term = await lockTerm(scope, entitlementId, termId);
  if (!term) throw entitlementErrors.entitlement_term_not_found();
  requireState(entitlement, 'deleteTerm');
  const { parentEntitlementTermId: parentId } = JSON.parse(term.info) as EntitlementTermInfo;
  if (!parentId)
    throw entitlementErrors.entitlement_term_not_deletable('The term is no part of a divided commit.');
  if (!isUnused(term) || (await hasUsage(scope, term)))
    throw entitlementErrors.entitlement_term_not_deletable('Usage was settled with the term already.');
  await removeTerm(scope, term);
  const parent = await lockTerm(scope, entitlementId, parentId);
  if (parent) await forgetPart(scope, parent, termId, creditLeft(term));
  return termId;
}

async function forgetPart(
  scope: OrgTransaction,
  parent: TermRow,
  termId: string,
  added: Exact,
): Promise<void> {
  const { subEntitlementTermIds = [] } = JSON.parse(parent.info) as EntitlementTermInfo;
  const left = subEntitlementTermIds.filter((id) => id !== termId);
  const credit = added.greaterThan(0)
    ? { creditAmount: added.plus(parent.credit_amount ?? 0).toFixed() }
    : {};
  await changeTerm(scope, parent, {
    ...credit,
    ...(left.length > 0
      ? { info: { subEntitlementTermIds: left } }
      : { removeInfo: ['isCommitDivided', 'subEntitlementTermIds'] }),
  });
}
