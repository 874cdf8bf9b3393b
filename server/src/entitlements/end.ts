import { acquireSharedBuyersLock } from '../buyers/index.ts';
import { type AdapterRegistry, isDirect, observeJob } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { enqueue, type JobHandler } from '../platform/jobs/queue.ts';
import type { EntitlementRow } from './columns.ts';
import { type EndPayload, endJob } from './jobs.ts';
import type { EntitlementInfo } from './records.ts';
import { isOver, renewable } from './states.ts';
import { lockEntitlement } from './store.ts';
import { endNow, inDueTerm, renewDirect } from './terms/index.ts';

/** A marketplace that does not show the end is read once an hour, for a day. */
const hourMs = 3_600_000;
const mostAsked = 24;

/**
 * Ends or renews an entitlement at its end, by the organization’s clock; has no effect if the end has changed. This job
 * ends or renews a direct sale; for a marketplace sale, an observation decides.
 */
export const endJobHandler = (registry: AdapterRegistry): JobHandler<EndPayload> => ({
  definition: endJob,
  run: (job) =>
    job.finish('ended or renewed, unless the end has moved', async (scope) => {
      await acquireSharedBuyersLock(scope);
      const found = await lockEntitlement(scope, job.payload.entitlementId);
      // For an entitlement that was renewed early, this is the start of its next term.
      const entitlement = found && (await inDueTerm(scope, found));
      if (!entitlement || !isOver(entitlement, scope.now)) return;
      if (isDirect(entitlement.partner)) await endDirectSale(scope, entitlement);
      else await reconcileAtEnd(scope, registry, entitlement, job.payload);
    }),
});

/** Ends a direct sale, or renews it. A cancellation scheduled for the end prevents the renewal. */
async function endDirectSale(scope: OrgTransaction, entitlement: EntitlementRow): Promise<void> {
  const { autoRenew } = JSON.parse(entitlement.info) as EntitlementInfo;
  const runs = renewable.includes(entitlement.status);
  const scheduled = entitlement.cancellation_job !== null;
  if (autoRenew && runs && !scheduled && (await renewDirect(scope, entitlement))) return;
  await endNow(scope, entitlement, scheduled ? 'CANCEL' : 'TERMINATE');
}

async function reconcileAtEnd(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlement: EntitlementRow,
  { endTime, asked = 0 }: EndPayload,
): Promise<void> {
  const { id: entitlementId, partner, external_id: externalId } = entitlement;
  const { organizationId, environment } = scope;
  const known = partner && externalId && registry.find({ organizationId, environment }, partner);
  if (known && asked >= mostAsked && known.describe().outlivesTerms) return;
  if (!known || asked >= mostAsked) {
    await endNow(scope, entitlement, 'TERMINATE');
    return;
  }
  await scope.query(enqueue(scope, observeJob, { partner, kind: 'AGREEMENT' as const, externalId }));
  const again = { entitlementId, endTime, asked: asked + 1 };
  await scope.query(enqueue(scope, endJob, again, { at: new Date(scope.now.getTime() + hourMs) }));
}
