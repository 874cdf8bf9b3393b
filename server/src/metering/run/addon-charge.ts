import { type AddonCharge, lockForUsage, type UsageEntitlement } from '../../entitlements/index.ts';
import { type AdapterRegistry, isInteger } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type AddonUnits, addonUnits, type ChargedAddon } from './addon-units.ts';
import { readMeteringConfig } from './config.ts';
import { findDimension, priceOf, readSources } from './dimensions.ts';
import { targetsOf } from './mapping.ts';
import { termAt, termStates } from './term-credit.ts';

/**
 * Computes the units that charge an addon of a locked entitlement at its marketplace, or the reason why the
 * addon cannot be charged.
 */
export async function findAddonUnits(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  { partner, terms }: UsageEntitlement,
  addon: ChargedAddon,
): Promise<AddonUnits> {
  const usage = registry.find(scope, partner ?? '')?.describe().usage;
  if (!partner || !usage) return { reason: `usage is not reported to ${partner || 'its partner'}` };
  const current = termAt(termStates(terms), scope.now.toISOString());
  const term = terms.find(({ id }) => id === current?.id);
  const found = term && findDimension(term, await readSources(scope, [term]), addon.id);
  if (!found) return addonUnits(addon, partner, undefined);
  const targets = targetsOf((await readMeteringConfig(scope))(partner), addon.id);
  const isMapped = targets.some(
    ({ dimensionKey, convertionMultiplier = 1, mappingMode }) =>
      (dimensionKey || addon.id) !== addon.id || convertionMultiplier !== 1 || mappingMode === 'AMOUNT',
  );
  const dimension = { price: priceOf(found), isWhole: isInteger(usage, found.valueType), isMapped };
  return addonUnits(addon, partner, dimension);
}

/** Builds the warning that an addon is not charged. */
export const notCharged = (id: string, reason: string): string =>
  `The addon “${id}” is not charged: ${reason}. Charge the buyer in another way, or apply an addon whose id is the key of a metered ` +
  'dimension.';

/**
 * Creates the function that checks whether an addon of an entitlement can be charged at its marketplace
 * (R45).
 */
export const addonCharge =
  (registry: AdapterRegistry): AddonCharge =>
  async (scope, { id: entitlementId }, { id, amount }) => {
    const [entitlement] = await lockForUsage(scope, [entitlementId]);
    if (!entitlement) throw new Error(`entitlement ${entitlementId} is missing`);
    const found = await findAddonUnits(scope, registry, entitlement, { id, amount: amount?.toString() });
    return 'reason' in found
      ? { isCharged: false, warning: notCharged(id, found.reason) }
      : { isCharged: true, warning: found.warning };
  };
