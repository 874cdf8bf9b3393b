import {
  type AdapterRegistry,
  type Capabilities,
  isDirect,
  type MarketplaceAdapter,
} from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { EntitlementRow } from '../columns.ts';
import { entitlementErrors } from '../errors.ts';
import { type EntitlementCommand, type EntitlementStatus, entitlementCommands } from '../states.ts';
import { lockEntitlement } from '../store.ts';

/** The entitlement, locked. @throws 404 when there is none, or it was deleted */
export async function requireEntitlement(scope: OrgTransaction, id: string): Promise<EntitlementRow> {
  const entitlement = await lockEntitlement(scope, id);
  if (!entitlement || entitlement.status === 'DELETED') throw entitlementErrors.entitlement_not_found();
  return entitlement;
}

/** @throws 400 that names the state and those in which the command can be done */
export function requireState({ status }: EntitlementRow, command: EntitlementCommand): void {
  const allowed: readonly EntitlementStatus[] = entitlementCommands[command];
  if (!allowed.includes(status))
    throw entitlementErrors.entitlement_state(
      `The entitlement is ${status}; it must be ${allowed.join(' or ')}.`,
    );
}

/** @throws 400 unless the entitlement was sold without a marketplace */
export function requireDirect({ partner }: EntitlementRow): void {
  if (!isDirect(partner))
    throw entitlementErrors.entitlement_partner(
      `The entitlement was sold on ${partner}; this is possible for direct sales only.`,
    );
}

/**
 * Answers the marketplace at which an entitlement was sold, with what it can do. @throws 400 for a direct sale, or
 * without an integration
 */
export function requireMarketplace(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  { partner, external_id: externalId }: EntitlementRow,
): { adapter: MarketplaceAdapter; can: Capabilities; partner: string; externalId: string } {
  if (!partner || isDirect(partner) || !externalId)
    throw entitlementErrors.entitlement_partner('The entitlement was sold directly, not at a marketplace.');
  const { organizationId, environment } = scope;
  const adapter = registry.find({ organizationId, environment }, partner);
  if (!adapter)
    throw entitlementErrors.entitlement_partner(`The organization has no integration with ${partner}.`);
  return { adapter, can: adapter.describe(), partner, externalId };
}
