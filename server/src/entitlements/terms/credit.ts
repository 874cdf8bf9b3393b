import { requireMayChangeSale } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { type Answer, RawJson } from '../../platform/http/route.ts';
import { requireState } from '../change/index.ts';
import { Exact } from '../derive/index.ts';
import type { AddEntitlementCreditParams } from '../records.ts';
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
  requireState(entitlement, 'addCredit');
  const termId = params.entitlementTermID || entitlement.entitlement_term_id;
  const term = termId ? await lockTerm(scope, entitlementId, termId) : undefined;
  if (!term) throw invalid([{ pointer: '/entitlementTermID', message: 'is no term of this entitlement' }]);
  await requireMayChangeSale(scope, 'Credit');
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
