import { type AdapterRegistry, isDirect } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { modifiedBy } from '../../products/index.ts';
import {
  changeEntitlement,
  requireMarketplace,
  requireState,
  withdrawCancellation,
} from '../change/index.ts';
import type { EntitlementRow } from '../columns.ts';
import { requestErrors, requestJob } from '../commands/index.ts';
import { entitlementErrors } from '../errors.ts';
import { requireCurrentEntitlement } from '../terms/index.ts';
import { endNow } from './end-now.ts';

/** Ends an entitlement: a direct sale at once, another as its marketplace lets sellers do. */
export async function cancel(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlementId: string,
): Promise<EntitlementRow> {
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  requireCancellableNow(scope, registry, entitlement);
  return cancelNow(scope, entitlement);
}

/** @throws 400 where only the buyer can cancel, or by its state */
export function requireCancellableNow(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlement: EntitlementRow,
): void {
  requireCancellable(scope, registry, entitlement);
  requireState(entitlement, isDirect(entitlement.partner) ? 'cancel' : 'cancelAtMarketplace');
}

/** @throws 400 where only the buyer can cancel */
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
 * Cancels an entitlement whose state allows it. One that waits for its marketplace to do so stays as it is; what was
 * used of a direct sale ends now, unless it never started.
 */
export async function cancelNow(scope: OrgTransaction, entitlement: EntitlementRow): Promise<EntitlementRow> {
  const { id, partner, status } = entitlement;
  const metaInfo = { lastModifiedBy: modifiedBy(scope) };
  if (isDirect(partner)) return endNow(scope, entitlement, 'CANCEL', { metaInfo });
  if (status === 'PENDING_CANCEL') return entitlement;
  await withdrawCancellation(scope, entitlement);
  await scope.query(enqueue(scope, requestJob, { entitlementId: id, request: 'cancel', from: status }));
  return changeEntitlement(scope, entitlement, 'PENDING_CANCEL', {
    status: 'PENDING_CANCEL',
    metaInfo,
    removeMetaInfo: requestErrors,
    cancellationJob: '',
  });
}
