import type { AdapterRegistry } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type ActionDefinition, actionsRoute } from '../../platform/http/actions.ts';
import type { Route } from '../../platform/http/route.ts';
import { requireState } from '../change/index.ts';
import type { EntitlementRow } from '../columns.ts';
import {
  requireAddonsSold,
  requireApprovable,
  requireReconcilable,
  requireSeats,
} from '../commands/index.ts';
import { requireCancellableNow, requireSchedulable } from '../ends/index.ts';
import { entitlementErrors } from '../errors.ts';
import type { EntitlementCommand } from '../states.ts';
import { findEntitlement } from '../store.ts';
import { findUndivided, requireCreditSold, requireDivisible, requireRepriceable } from '../terms/index.ts';

type EntitlementAction = ActionDefinition<EntitlementRow>;

const inState =
  (command: EntitlementCommand): EntitlementAction['precondition'] =>
  (_scope, entitlement) =>
    requireState(entitlement, command);

type AtMarketplace = (
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlement: EntitlementRow,
) => unknown;

/** What may be done with an entitlement. Parts of a divided commit are deleted one by one: that is for a term. */
function entitlementActions(registry: AdapterRegistry): readonly EntitlementAction[] {
  const asThere =
    (precondition: AtMarketplace): EntitlementAction['precondition'] =>
    (scope, entitlement) =>
      precondition(scope, registry, entitlement);
  return [
    { name: 'rename', operationId: 'updateEntitlementName', precondition: inState('rename') },
    {
      name: 'updateMetaInfo',
      operationId: 'updateEntitlementMetaInfo',
      precondition: inState('changeMetaInfo'),
    },
    { name: 'approve', operationId: 'approveEntitlement', precondition: asThere(requireApprovable) },
    { name: 'changeSeats', operationId: 'updateEntitlementSeat', precondition: asThere(requireSeats) },
    {
      name: 'changePriceModel',
      operationId: 'updateEntitlementPriceModel',
      precondition: (scope, entitlement) => requireRepriceable(scope, entitlement, findUndivided),
    },
    {
      name: 'changeBilling',
      operationId: 'updateEntitlementBilling',
      precondition: inState('changeBilling'),
    },
    { name: 'applyAddon', operationId: 'applyAddon', precondition: requireAddonsSold },
    { name: 'addCredit', operationId: 'addEntitlementCredit', precondition: requireCreditSold },
    {
      name: 'divideCommit',
      operationId: 'divideEntitlementCommit',
      precondition: (scope, entitlement) => requireDivisible(scope, entitlement, findUndivided),
    },
    { name: 'synchronize', operationId: 'syncEntitlement', precondition: asThere(requireReconcilable) },
    { name: 'connectSignup', operationId: 'connectSignup', precondition: () => {} },
    {
      name: 'scheduleCancellation',
      operationId: 'scheduleEntitlementCancellation',
      destructive: true,
      precondition: asThere(requireSchedulable),
    },
    {
      name: 'unscheduleCancellation',
      operationId: 'unscheduleEntitlementCancellation',
      precondition: inState('unscheduleCancellation'),
    },
    {
      name: 'cancel',
      operationId: 'cancelEntitlement',
      destructive: true,
      precondition: asThere(requireCancellableNow),
    },
  ];
}

/** @param routes the operations on entitlements, of which the list tells what they ask for */
export const listEntitlementActions = (registry: AdapterRegistry, routes: readonly Route[]) =>
  actionsRoute({
    path: '/org/{orgId}/entitlement/{entitlementId}/action',
    operationId: 'listEntitlementActions',
    group: 'Entitlement',
    summary: 'List what can be done with an entitlement',
    access: 'entitlements:read',
    actions: entitlementActions(registry),
    routes,
    find: async (scope, { entitlementId }) => {
      const entitlement = await findEntitlement(scope, entitlementId);
      return entitlement?.status === 'DELETED' ? undefined : entitlement;
    },
    missing: entitlementErrors.entitlement_not_found,
  });
