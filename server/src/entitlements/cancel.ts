import { type AdapterRegistry, type CancellationReason, isDirect } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { invalid } from '../platform/errors.ts';
import { route } from '../platform/http/route.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import { modifiedBy } from '../products/index.ts';
import { changeEntitlement } from './change.ts';
import type { EntitlementRow } from './columns.ts';
import { entitlementErrors } from './errors.ts';
import { withdrawCancellation } from './jobs.ts';
import { requestErrors, requestJob } from './marketplace-request.ts';
import { requireMarketplace, requireState } from './preconditions.ts';
import { CancelEntitlementParams } from './records.ts';
import { type ChangeDeps, changes, partnerErrors } from './response.ts';
import { endNow, requireCurrentEntitlement } from './terms/index.ts';

export const cancelRoute = ({ registry, pages }: ChangeDeps) =>
  route({
    ...changes,
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/cancel',
    operationId: 'cancelEntitlement',
    summary: 'Cancel an entitlement',
    description:
      'A direct sale ends immediately. Marketplace B ends the subscription; marketplace A requests the buyer’s consent. The entitlement is ' +
      'PENDING_CANCEL until the marketplace reports the outcome, and `info.cancellationRequest` contains the request; a buyer who ' +
      'does not respond within seven days consents. On other marketplaces, only the buyer can cancel. The term keeps the amount ' +
      'committed for its UTC days so far. Marketplaces A to D refund payments for the other days if the ' +
      'seller requests it, B automatically and in full within 72 hours of the purchase; E and F do not refund.',
    body: CancelEntitlementParams.optional(),
    example: { reasonCode: 'UNINTENDED_RENEWAL', description: 'The buyer did not want another year.' },
    responseDescription: 'The entitlement, CANCELLED or PENDING_CANCEL',
    errors: partnerErrors,
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) =>
        pages.answer(scope, await cancel(scope, registry, params.entitlementId, body)),
    },
  });

/** Cancels an entitlement: a direct sale immediately, a marketplace sale by a request to the marketplace. */
async function cancel(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlementId: string,
  params: CancelEntitlementParams = {},
): Promise<EntitlementRow> {
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  requireCancellableNow(scope, registry, entitlement);
  return cancelNow(scope, entitlement, reasonOf(scope, registry, entitlement, params));
}

/**
 * Reads the reason that is shown to the buyer.
 * @throws 400 if the marketplace does not show reasons
 */
function reasonOf(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  { partner }: EntitlementRow,
  { reasonCode, description }: CancelEntitlementParams,
): CancellationReason | undefined {
  if (reasonCode === undefined && !description) return undefined;
  const { organizationId, environment } = scope;
  const adapter = isDirect(partner)
    ? undefined
    : registry.find({ organizationId, environment }, partner ?? '');
  const { cancellationReasons = [] } = adapter?.describe() ?? {};
  const code = reasonCode ?? 'OTHER';
  if (cancellationReasons.includes(code)) return { code, description: description || undefined };
  const pointer = reasonCode === undefined ? '/description' : '/reasonCode';
  const message = isDirect(partner)
    ? 'is not allowed for a direct sale: only marketplaces show a reason to the buyer'
    : `is not allowed: ${partner} does not show reasons to buyers`;
  throw invalid([{ pointer, message }]);
}

/**
 * Requires that the seller can cancel the entitlement now.
 * @throws 400 if only the buyer can cancel, or the status does not allow it
 */
export function requireCancellableNow(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlement: EntitlementRow,
): void {
  requireCancellable(scope, registry, entitlement);
  requireState(entitlement, isDirect(entitlement.partner) ? 'cancel' : 'cancelAtMarketplace');
}

/**
 * Requires that sellers can cancel this sale.
 * @throws 400 if only the buyer can cancel
 */
export function requireCancellable(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlement: EntitlementRow,
): void {
  if (isDirect(entitlement.partner)) return;
  const { can, partner } = requireMarketplace(scope, registry, entitlement);
  if (can.cancelAgreement === 'none')
    throw entitlementErrors.entitlement_partner(`On ${partner} only the buyer can cancel.`);
}

/**
 * Cancels an entitlement after the preconditions. An entitlement with a pending request stays unchanged; a
 * direct sale that has started ends now.
 */
export async function cancelNow(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  reason?: CancellationReason,
): Promise<EntitlementRow> {
  const { id, partner, status } = entitlement;
  const metaInfo = { lastModifiedBy: modifiedBy(scope) };
  if (isDirect(partner)) return endNow(scope, entitlement, 'CANCEL', { metaInfo });
  if (status === 'PENDING_CANCEL') return entitlement;
  await withdrawCancellation(scope, entitlement);
  await scope.query(
    enqueue(scope, requestJob, { entitlementId: id, request: 'cancel', from: status, reason }),
  );
  return changeEntitlement(scope, entitlement, 'PENDING_CANCEL', {
    status: 'PENDING_CANCEL',
    metaInfo,
    removeMetaInfo: requestErrors,
    cancellationJob: '',
  });
}
