import { requireMayChangeSale } from '../offers/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { invalid } from '../platform/errors.ts';
import { type Answer, RawJson, route } from '../platform/http/route.ts';
import { coinProblem } from '../platform/money-and-time/coins.ts';
import { Exact } from '../platform/money-and-time/exact.ts';
import type { WorkloadMetaInfo } from '../products/records/index.ts';
import { changeEntitlement } from './change.ts';
import type { EntitlementRow } from './columns.ts';
import { requireState } from './preconditions.ts';
import { AddEntitlementCreditParams, AddEntitlementCreditResponse, type EntitlementInfo } from './records.ts';
import { approvalErrors, changes, stateErrors, warnEntitlement } from './response.ts';
import { changeTerm, lockTerm, requireCurrentEntitlement } from './terms/index.ts';

export const addCreditRoute = route({
  ...changes,
  method: 'POST',
  path: '/org/{orgId}/entitlement/{entitlementId}/addCredit',
  operationId: 'addEntitlementCredit',
  summary: 'Add credit to a term',
  description: 'Adds credit to the current term, or to the term in the body. Each call adds credit.',
  body: AddEntitlementCreditParams,
  serverSetFields: ['entitlementID', 'organizationID'],
  example: { creditAmountIncrement: 250.5 },
  response: AddEntitlementCreditResponse,
  responseExample: {
    creditAmountIncrement: 250.5,
    entitlementID: 'ent_01m7z53qrwf3raysksbfq2fp2q',
    entitlementTermID: 'trm_01m7z53qrwf3raysksbfq2fp2q',
    newCreditAmount: 1250.5,
    organizationID: 'org_01m7z53qrwf3raysksbfq2fp2q',
  },
  responseDescription: 'The credit of the term',
  errors: [...stateErrors, ...approvalErrors],
  run: {
    kind: 'transaction',
    handle: async (scope, request) => {
      const answer = await addCredit(scope, request.params.entitlementId, request.body);
      await warnEntitlement(scope, request);
      return answer;
    },
  },
});

/** Adds credit to the current term or a given term. Each call adds credit, in any order. */
async function addCredit(
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
  if (!term)
    throw invalid([{ pointer: '/entitlementTermID', message: 'does not match a term of this entitlement' }]);
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

/**
 * Requires that credit can be added.
 * @throws 400 if the status does not allow it, 409 if sales need an approval that the caller cannot give
 */
export async function requireCreditSold(scope: OrgTransaction, entitlement: EntitlementRow): Promise<void> {
  requireState(entitlement, 'addCredit');
  await requireMayChangeSale(scope, 'Credit');
}

/**
 * Records on an entitlement which credit ledger entries of system B were applied. Each entry is applied only once
 * (R64), even if its amount has changed.
 * @param entries amounts by the id of the entry
 * @returns the new entries and the current term; the caller must use both in this transaction
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
