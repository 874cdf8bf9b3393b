import { requireMayChangeSale } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { type Answer, RawJson } from '../../platform/http/route.ts';
import { coinProblem } from '../../platform/money-and-time/coins.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import type { WorkloadMetaInfo } from '../../products/records/index.ts';
import { changeEntitlement, requireState } from '../change/index.ts';
import type { EntitlementRow } from '../columns.ts';
import type { AddEntitlementCreditParams, EntitlementInfo } from '../records.ts';
import { changeTerm } from './change.ts';
import { requireCurrentEntitlement } from './current-term.ts';
import { lockTerm } from './store.ts';

/** Adds credit to the term that runs, or to the one that is named. Each call adds, in whatever order they come. */
export async function addCredit(
  scope: OrgTransaction,
  entitlementId: string,
  params: AddEntitlementCreditParams,
): Promise<Answer> {
  const { creditAmountIncrement: increment } = params;
  if (increment === undefined) throw invalid([{ pointer: '/creditAmountIncrement', message: 'is required' }]);
  if (increment < 0) throw invalid([{ pointer: '/creditAmountIncrement', message: 'must not be negative' }]);
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  await requireCreditSold(scope, entitlement);
  const { currency } = JSON.parse(entitlement.info) as EntitlementInfo;
  const problem = coinProblem(increment, currency || 'USD');
  if (problem) throw invalid([{ pointer: '/creditAmountIncrement', message: problem }]);
  const termId = params.entitlementTermID || entitlement.entitlement_term_id;
  const term = termId ? await lockTerm(scope, entitlementId, termId) : undefined;
  if (!term) throw invalid([{ pointer: '/entitlementTermID', message: 'is no term of this entitlement' }]);
  const total = new Exact(term.credit_amount ?? 0).plus(increment).toFixed();
  const changed = await changeTerm(scope, term, { creditAmount: total });
  const ids = JSON.stringify({
    organizationID: scope.organizationId,
    entitlementID: entitlementId,
    entitlementTermID: changed.id,
    creditAmountIncrement: increment,
  });
  return { body: new RawJson(`${ids.slice(0, -1)},"newCreditAmount":${changed.credit_amount}}`) };
}

/** @throws 400 by its state, 409 where sales need an approval that the caller cannot give */
export async function requireCreditSold(scope: OrgTransaction, entitlement: EntitlementRow): Promise<void> {
  requireState(entitlement, 'addCredit');
  await requireMayChangeSale(scope, 'Credit');
}

/**
 * Keeps on an entitlement which credit ledger entries of system B were applied to it. Each is applied once, ever (R64): one
 * that was is left out, also where it has another amount now.
 * @param entries amounts by the entry's id
 * @returns the entries that are new, and the term that runs; both have to be used in this transaction
 */
export async function keepCreditEntries(
  scope: OrgTransaction,
  entitlementId: string,
  entries: Readonly<Record<string, number>>,
): Promise<{ added: [id: string, amount: number][]; termId: string } | undefined> {
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  const { billBAppliedCreditLedgerEntries: applied = {} } = JSON.parse(
    entitlement.meta_info,
  ) as WorkloadMetaInfo;
  const added = Object.entries(entries).filter(([id]) => !Object.hasOwn(applied, id));
  const termId = entitlement.entitlement_term_id;
  if (added.length === 0 || !termId) return undefined;
  await changeEntitlement(scope, entitlement, 'UPDATE', {
    metaInfo: { billBAppliedCreditLedgerEntries: { ...applied, ...Object.fromEntries(added) } },
  });
  return { added, termId };
}
