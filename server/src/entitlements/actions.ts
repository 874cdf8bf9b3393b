import type { AdapterRegistry } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { type ActionDefinition, actionsRoute } from '../platform/http/actions.ts';
import type { Route } from '../platform/http/route.ts';
import { requireCreditSold } from './add-credit.ts';
import { requireAddonsSold } from './apply-addon.ts';
import { requireApprovable } from './approve.ts';
import { requireCancellableNow } from './cancel.ts';
import { requireRepriceable } from './change-price-model.ts';
import { requireSeats } from './change-seats.ts';
import type { EntitlementRow } from './columns.ts';
import { requireDivisible } from './divide-commit.ts';
import { entitlementErrors } from './errors.ts';
import { requireState } from './preconditions.ts';
import { requireRefundable } from './refund.ts';
import { requireRejectable } from './reject.ts';
import { requireSchedulable } from './schedule-cancellation.ts';
import type { EntitlementCommand } from './states.ts';
import { findEntitlement } from './store.ts';
import { requireReconcilable } from './synchronize.ts';
import { findUndivided } from './terms/index.ts';
import { requireWithdrawable } from './withdraw-cancellation.ts';

type EntitlementAction = ActionDefinition<EntitlementRow>;

const inState =
  (command: EntitlementCommand): EntitlementAction['precondition'] =>
  (_scope, entitlement) =>
    requireState(entitlement, command);

type MarketplacePrecondition = (
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlement: EntitlementRow,
) => unknown;

/** The actions on an entitlement. Deleting a part of a divided commit is an action on its term. */
function entitlementActions(registry: AdapterRegistry): readonly EntitlementAction[] {
  const asThere =
    (precondition: MarketplacePrecondition): EntitlementAction['precondition'] =>
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
    {
      name: 'reject',
      operationId: 'rejectEntitlement',
      destructive: true,
      precondition: asThere(requireRejectable),
    },
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
    { name: 'revokeLinks', operationId: 'revokeEntitlementLinks', precondition: () => {} },
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
      name: 'withdrawCancellation',
      operationId: 'withdrawEntitlementCancellation',
      precondition: asThere(requireWithdrawable),
    },
    { name: 'refund', operationId: 'refundEntitlement', precondition: asThere(requireRefundable) },
    {
      name: 'cancel',
      operationId: 'cancelEntitlement',
      destructive: true,
      precondition: asThere(requireCancellableNow),
    },
  ];
}

/**
 * Creates the route that lists the actions.
 * @param routes the operations on entitlements, with the permissions and bodies that the list contains
 */
export const listEntitlementActions = (registry: AdapterRegistry, routes: readonly Route[]) =>
  actionsRoute({
    path: '/org/{orgId}/entitlement/{entitlementId}/action',
    operationId: 'listEntitlementActions',
    group: 'Entitlement',
    summary: 'List the actions on an entitlement',
    access: 'entitlements:read',
    actions: entitlementActions(registry),
    routes,
    find: async (scope, { entitlementId }) => {
      const entitlement = await findEntitlement(scope, entitlementId);
      return entitlement?.status === 'DELETED' ? undefined : entitlement;
    },
    missing: entitlementErrors.entitlement_not_found,
  });
