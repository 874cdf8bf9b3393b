import type { AdapterRegistry } from '../marketplaces/index.ts';
import { offerErrors } from '../offers/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { RouteRequest } from '../platform/http/route.ts';
import { warnOfIgnored } from './change.ts';
import { entitlementErrors } from './errors.ts';
import type { EntitlementPages } from './page-links.ts';
import { requireEntitlement } from './preconditions.ts';
import { WorkloadEntitlement } from './records.ts';

export type ChangeDeps = { registry: AdapterRegistry; pages: EntitlementPages };

/** Definitions that the operations on entitlements share. */
export const changes = {
  group: 'Entitlement',
  access: 'entitlements:write',
  response: WorkloadEntitlement,
  responseDescription: 'The entitlement after the change',
} as const;

const { entitlement_not_found, entitlement_state, entitlement_partner } = entitlementErrors;
export const stateErrors = [entitlement_not_found.definition, entitlement_state.definition];
export const partnerErrors = [...stateErrors, entitlement_partner.definition];
/** Errors of changes to a sale, if sales need an approval. */
export const approvalErrors = [offerErrors.offer_not_approved.definition];

/** Writes these warnings on the entitlement of a request whose response is another record. */
export async function warnEntitlement(
  scope: OrgTransaction,
  {
    params,
    unknownFields,
  }: Pick<RouteRequest<unknown, unknown, { entitlementId: string }>, 'params' | 'unknownFields'>,
): Promise<void> {
  if (unknownFields.length === 0) return;
  await warnOfIgnored(scope, await requireEntitlement(scope, params.entitlementId), unknownFields);
}
