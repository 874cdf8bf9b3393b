import type { z } from 'zod';
import type { AdapterRegistry } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { route } from '../platform/http/route.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import { record, shortText } from '../platform/records/fields.ts';
import { modifiedBy } from '../products/index.ts';
import { changeEntitlement } from './change.ts';
import type { EntitlementRow } from './columns.ts';
import { entitlementErrors } from './errors.ts';
import { requestErrors, requestJob } from './marketplace-request.ts';
import { requireMarketplace, requireState } from './preconditions.ts';
import { type ChangeDeps, changes, partnerErrors } from './response.ts';
import { requireCurrentEntitlement } from './terms/index.ts';

const RejectEntitlementParams = record('RejectEntitlementParams', 'Reason for the rejection of a purchase.', {
  reason: shortText('Explanation for the buyer, if the marketplace shows it.', 2000),
});
type RejectEntitlementParams = z.infer<typeof RejectEntitlementParams>;

export const rejectRoute = ({ registry, pages }: ChangeDeps) =>
  route({
    ...changes,
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/reject',
    operationId: 'rejectEntitlement',
    summary: 'Reject an entitlement that waits for approval',
    description:
      'On marketplaces that wait for the seller and allow a rejection. The entitlement is CANCELLED once the marketplace has ' +
      'reported the rejection. An approval that is sent later has no effect.',
    body: RejectEntitlementParams.optional(),
    example: { reason: 'The product is not sold in your country.' },
    responseDescription: 'The entitlement, PENDING_START until the marketplace has reported the rejection',
    errors: partnerErrors,
    run: {
      kind: 'transaction',
      handle: async (scope, request) => {
        const { params, body } = request;
        return pages.answerChange(scope, request, await reject(scope, registry, params.entitlementId, body));
      },
    },
  });

/** Sends the seller’s rejection of a purchase to the marketplace. */
async function reject(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlementId: string,
  { reason }: RejectEntitlementParams = {},
): Promise<EntitlementRow> {
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  requireRejectable(scope, registry, entitlement);
  await scope.query(
    enqueue(scope, requestJob, {
      entitlementId,
      request: 'reject',
      ...(reason ? { rejectReason: reason } : {}),
    }),
  );
  return changeEntitlement(scope, entitlement, 'REJECT', {
    metaInfo: { lastModifiedBy: modifiedBy(scope) },
    removeMetaInfo: requestErrors,
  });
}

/**
 * Requires a purchase that the seller can reject.
 * @throws 400 if the marketplace does not let sellers reject purchases, or the status does not allow it
 */
export function requireRejectable(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlement: EntitlementRow,
): void {
  const { adapter, can, partner } = requireMarketplace(scope, registry, entitlement);
  if (!can.approval)
    throw entitlementErrors.entitlement_partner(`${partner} does not require the seller’s approval.`);
  if (!adapter.rejectAgreement)
    throw entitlementErrors.entitlement_partner(
      `${partner} does not allow sellers to reject a purchase. Ask the buyer to cancel it.`,
    );
  requireState(entitlement, 'reject');
}
