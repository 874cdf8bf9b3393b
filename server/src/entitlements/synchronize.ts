import { type AdapterRegistry, observeJob } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { route } from '../platform/http/route.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import type { EntitlementRow } from './columns.ts';
import { requireMarketplace, requireState } from './preconditions.ts';
import { type ChangeDeps, changes, partnerErrors } from './response.ts';
import { requireCurrentEntitlement } from './terms/index.ts';

export const synchronizeRoute = ({ registry, pages }: ChangeDeps) =>
  route({
    ...changes,
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/sync',
    operationId: 'syncEntitlement',
    summary: 'Read an entitlement again at its marketplace',
    description: 'A job applies the marketplace’s values shortly afterwards; the seller’s changes are kept.',
    responseDescription: 'The entitlement with its current status',
    errors: partnerErrors,
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) =>
        pages.answer(scope, await synchronize(scope, registry, params.entitlementId)),
    },
  });

/**
 * Enqueues a reading of the agreement, which applies changes at the marketplace and keeps the seller’s changes
 * (R33).
 */
async function synchronize(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlementId: string,
): Promise<EntitlementRow> {
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  const { partner, externalId } = requireReconcilable(scope, registry, entitlement);
  await scope.query(enqueue(scope, observeJob, { partner, kind: 'AGREEMENT' as const, externalId }));
  return entitlement;
}

/**
 * Returns the marketplace and the external id.
 * @throws 400 for a direct sale
 */
export function requireReconcilable(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlement: EntitlementRow,
): { partner: string; externalId: string } {
  const { partner, externalId } = requireMarketplace(scope, registry, entitlement);
  requireState(entitlement, 'synchronise');
  return { partner, externalId };
}
