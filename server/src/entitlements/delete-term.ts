import { z } from 'zod';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { lockRows } from '../platform/http/record-tags.ts';
import { route } from '../platform/http/route.ts';
import type { Exact } from '../platform/money-and-time/exact.ts';
import type { TermRow } from './columns.ts';
import { entitlementErrors } from './errors.ts';
import { requireState } from './preconditions.ts';
import type { EntitlementTermInfo } from './records.ts';
import { changes, stateErrors } from './response.ts';
import { changeTerm, creditLeft, lockTerm, removeTerm, requireCurrentEntitlement } from './terms/index.ts';

export const deleteTermRoute = (hasUsage: HasUsage) =>
  route({
    ...changes,
    method: 'DELETE',
    path: '/org/{orgId}/entitlement/{entitlementId}/entitlementTerm/{entitlementTermId}',
    operationId: 'deleteEntitlementTerm',
    condition: { lock: lockRows(['entitlement', 'entitlementId']) },
    summary: 'Delete a part of a divided commit',
    description:
      'Only a sub term without usage can be deleted. After the last sub term is deleted, the commit is undivided again.',
    response: z.string(),
    responseExample: 'trm_01m7z53qrwf3raysksbfq2fp2q',
    responseDescription: 'The id of the deleted term',
    errors: [
      ...stateErrors,
      entitlementErrors.entitlement_term_not_found.definition,
      entitlementErrors.entitlement_term_not_deletable.definition,
    ],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => ({
        body: await deleteTerm(scope, hasUsage, params.entitlementId, params.entitlementTermId),
      }),
    },
  });

/** Checks whether a locked term has usage in its time, settled or pending. */
export type HasUsage = (scope: OrgTransaction, term: TermRow) => Promise<boolean>;

/**
 * Deletes a sub term of a divided commit; without sub terms, the commit is undivided again (R46). Credit added
 * to the sub term moves to the term.
 */
async function deleteTerm(
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
    throw entitlementErrors.entitlement_term_not_deletable('The term is not a part of a divided commit.');
  if (!isUnused(term) || (await hasUsage(scope, term)))
    throw entitlementErrors.entitlement_term_not_deletable('The term already has usage.');
  await removeTerm(scope, term);
  const parent = await lockTerm(scope, entitlementId, parentId);
  if (parent) await forgetPart(scope, parent, termId, creditLeft(term));
  return termId;
}

const isUnused = (term: TermRow): boolean =>
  [term.reported_amount, term.used_commit_amount, term.used_credit_amount].every(
    (used) => Number(used ?? 0) === 0,
  );

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
