import {
  type AdapterRegistry,
  type Capabilities,
  isDirect,
  type MarketplaceAdapter,
} from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { EntitlementRow } from './columns.ts';
import { entitlementErrors } from './errors.ts';
import { type EntitlementCommand, type EntitlementStatus, entitlementCommands } from './states.ts';
import { lockEntitlement } from './store.ts';

/**
 * Locks the entitlement.
 * @throws 404 if it does not exist or was deleted
 */
export async function requireEntitlement(scope: OrgTransaction, id: string): Promise<EntitlementRow> {
  const entitlement = await lockEntitlement(scope, id);
  if (!entitlement || entitlement.status === 'DELETED') throw entitlementErrors.entitlement_not_found();
  return entitlement;
}

/**
 * Requires a status that allows the command.
 * @throws 400 that names the status and the allowed statuses
 */
export function requireState({ status }: EntitlementRow, command: EntitlementCommand): void {
  const allowed: readonly EntitlementStatus[] = entitlementCommands[command];
  if (!allowed.includes(status))
    throw entitlementErrors.entitlement_state(
      `Entitlement status: ${status}; allowed: ${allowed.join(', ')}.`,
    );
}

/**
 * Requires a direct sale.
 * @throws 400 for a sale at a marketplace
 */
export function requireDirect({ partner }: EntitlementRow): void {
  if (!isDirect(partner))
    throw entitlementErrors.entitlement_partner(
      `The entitlement was sold on ${partner}; this operation is only for direct sales.`,
    );
}

/**
 * Requires a sale at a marketplace, and returns the marketplace with its capabilities.
 * @throws 400 for a direct sale, or without an integration
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
