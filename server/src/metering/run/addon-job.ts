import {
  type AddonPayload,
  addonJob,
  lockForUsage,
  requireEntitlement,
  type UsageEntitlement,
  warnOfUnchargedAddon,
} from '../../entitlements/index.ts';
import type { AdapterRegistry } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { JobHandler, NextRun } from '../../platform/jobs/queue.ts';
import type { Exact } from '../../platform/money-and-time/exact.ts';
import { ensurePartitions, idByKey, takeOwnUsage } from '../ingest/index.ts';
import { findAddonUnits, notCharged } from './addon-charge.ts';

const dayMs = 86_400_000;

/**
 * Charges an addon as usage of the dimension with the addon’s id, like reported usage. The id of the record
 * group is derived from entitlement and addon, so that retries charge the addon once. The addon of a
 * SUSPENDED entitlement is charged once the entitlement is ACTIVE again. If the addon can no longer be
 * charged, a warning is added to the entitlement.
 */
export const addonJobHandler = (registry: AdapterRegistry): JobHandler<AddonPayload> => ({
  definition: addonJob,
  run: (job) => job.repeat('charged the addon', (scope) => charge(scope, registry, job.payload)),
});

async function charge(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  payload: AddonPayload,
): Promise<NextRun | undefined> {
  const { entitlementId, addonId, amount } = payload;
  await scope.query(ensurePartitions);
  const [entitlement] = await lockForUsage(scope, [entitlementId]);
  if (!entitlement || entitlement.status === 'DELETED') return undefined;
  if (entitlement.status === 'SUSPENDED') return { at: new Date(scope.now.getTime() + dayMs), payload };
  const found = await findAddonUnits(scope, registry, entitlement, { id: addonId, amount });
  const reason =
    'reason' in found ? found.reason : await takeUnits(scope, registry, { entitlement, payload, ...found });
  if (reason !== undefined)
    await warnOfUnchargedAddon(
      scope,
      await requireEntitlement(scope, entitlementId),
      notCharged(addonId, reason),
    );
  return undefined;
}

type AddonUsage = { entitlement: UsageEntitlement; payload: AddonPayload; units: Exact };

/** Stores the units as usage that the service reports. Returns the reason for a rejection. */
async function takeUnits(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  { entitlement: { id: entitlementId, end_time: end }, payload: { addonId, at }, units }: AddonUsage,
): Promise<string | undefined> {
  const isOver = end !== null && Date.parse(end) <= scope.now.getTime();
  const group = {
    id: idByKey(entitlementId, `addon ${addonId}`, 0),
    entitlementId,
    // Usage of an ended entitlement must be before its end.
    usedAt: isOver ? Date.parse(at) : scope.now.getTime(),
    names: [addonId],
    quantities: [units.toFixed()],
    metaInfo: { addonID: addonId },
  };
  // The warning on the entitlement replaces the alert.
  const { isNew, status, reason } = await takeOwnUsage(scope, { registry }, group, { isQuiet: true });
  return isNew && status === 'INVALID' ? (reason ?? 'the usage was rejected') : undefined;
}
