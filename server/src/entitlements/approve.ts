import type { AdapterRegistry } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { route } from '../platform/http/route.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import { modifiedBy } from '../products/index.ts';
import { changeEntitlement } from './change.ts';
import type { EntitlementRow } from './columns.ts';
import { entitlementErrors } from './errors.ts';
import { requestErrors, requestJob } from './marketplace-request.ts';
import { requireMarketplace, requireState } from './preconditions.ts';
import { type ChangeDeps, changes, partnerErrors } from './response.ts';
import { requireCurrentEntitlement } from './terms/index.ts';

export const approveRoute = ({ registry, pages }: ChangeDeps) =>
  route({
    ...changes,
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/approve',
    operationId: 'approveEntitlement',
    summary: 'Approve an entitlement',
    description:
      'On marketplaces that wait for the seller (B and C). The entitlement is ACTIVE once the marketplace has reported it. An entitlement that ' +
      'is already ACTIVE is returned unchanged.',
    responseDescription: 'The entitlement with its current status',
    errors: partnerErrors,
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) =>
        pages.answer(scope, await approve(scope, registry, params.entitlementId)),
    },
  });

/**
 * Sends the seller’s approval to the marketplace: of the agreement, or of an offer that its buyer accepted in its
 * place.
 */
async function approve(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlementId: string,
): Promise<EntitlementRow> {
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  requireApprovable(scope, registry, entitlement);
  // An ACTIVE entitlement may have a replacing offer that waits for approval.
  await scope.query(enqueue(scope, requestJob, { entitlementId, request: 'approve' }));
  if (entitlement.status === 'ACTIVE') return entitlement;
  return changeEntitlement(scope, entitlement, 'APPROVE', {
    metaInfo: { lastModifiedBy: modifiedBy(scope) },
    removeMetaInfo: requestErrors,
  });
}

/**
 * Requires that the seller can approve now.
 * @throws 400 if the marketplace needs no approval, or the status does not allow it
 */
export function requireApprovable(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlement: EntitlementRow,
): void {
  const { can, partner } = requireMarketplace(scope, registry, entitlement);
  if (!can.approval)
    throw entitlementErrors.entitlement_partner(`${partner} does not require the seller’s approval.`);
  requireState(entitlement, 'approve');
}
