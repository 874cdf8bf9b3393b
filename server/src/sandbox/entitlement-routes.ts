import type { z } from 'zod';
import { type EntitlementRow, encodeEntitlement, entitlementErrors } from '../entitlements/index.ts';
import { WorkloadEntitlement } from '../entitlements/records.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { RawJson, type Route, route } from '../platform/http/route.ts';
import {
  cancelEntitlement,
  changeEntitlementPlan,
  changeEntitlementQuantity,
  refuseCancellation,
  reinstateEntitlement,
  renewEntitlement,
  suspendEntitlement,
} from './entitlements.ts';
import { sandboxErrors } from './errors.ts';
import { SandboxPlanChange, SandboxQuantityChange, SandboxRenewal } from './records.ts';

type Play<B> = {
  verb: string;
  operationId: string;
  summary: string;
  description: string;
  body?: z.ZodType<B>;
  required?: boolean;
  example?: object;
  handle: (scope: OrgTransaction, entitlementId: string, body: B) => Promise<EntitlementRow>;
};

const problems = [
  entitlementErrors.entitlement_partner,
  entitlementErrors.entitlement_state,
  entitlementErrors.entitlement_not_found,
].map(({ definition }) => definition);
const testOnly = sandboxErrors.not_a_test_organization.definition;

const play = <B>({ verb, body, required, example, handle, ...words }: Play<B>): Route =>
  route({
    ...words,
    method: 'POST',
    path: `/org/{orgId}/sandbox/entitlement/{entitlementId}/${verb}`,
    group: 'Sandbox',
    access: 'sandbox:write',
    ...(body ? { body, bodyRequired: required ?? false, example } : {}),
    response: WorkloadEntitlement,
    responseDescription: 'The entitlement as it stands; it changes once the marketplace has reported it',
    errors: [...problems, testOnly],
    run: {
      kind: 'transaction',
      handle: async (scope, request) => ({
        body: new RawJson(
          encodeEntitlement(await handle(scope, request.params.entitlementId, (request.body ?? {}) as B)),
        ),
      }),
    },
  });

/** The routes that play what a marketplace, or a buyer at it, does with an entitlement. */
export const entitlementPlayRoutes = (): Route[] => [
  play({
    verb: 'cancel',
    operationId: 'sandboxCancelEntitlement',
    summary: 'Play the buyer who cancels at the marketplace',
    description: 'The entitlement is CANCELLED once the marketplace has reported it.',
    handle: cancelEntitlement,
  }),
  play({
    verb: 'refuseCancellation',
    operationId: 'sandboxRefuseEntitlementCancellation',
    summary: 'Play the buyer who does not agree to a cancellation',
    description:
      'The entitlement is ACTIVE again. On marketplace A the seller asks, and the buyer has seven days to answer: ' +
      '`cancel` agrees, and an advance of the test clock shows what comes without an answer.',
    handle: refuseCancellation,
  }),
  play({
    verb: 'suspend',
    operationId: 'sandboxSuspendEntitlement',
    summary: 'Play the marketplace that suspends an entitlement',
    description: 'As when a buyer does not pay. Marketplaces A and F know no suspension.',
    handle: suspendEntitlement,
  }),
  play({
    verb: 'reinstate',
    operationId: 'sandboxReinstateEntitlement',
    summary: 'Play the marketplace that reinstates a suspended entitlement',
    description: 'The entitlement is ACTIVE again.',
    handle: reinstateEntitlement,
  }),
  play({
    verb: 'renew',
    operationId: 'sandboxRenewEntitlement',
    summary: 'Play the buyer who renews before the end',
    description:
      'A term of type ManualRenew begins at the present end, and ends one term after it. With autoRenew the marketplace ' +
      'renews by itself at the end: advance the test clock.',
    body: SandboxRenewal,
    example: { endTime: '2095-01-01T00:00:00Z' },
    handle: renewEntitlement,
  }),
  play({
    verb: 'changeQuantity',
    operationId: 'sandboxChangeEntitlementQuantity',
    summary: 'Play the buyer who takes another number of units',
    description: 'A term of type QuantityChange follows. Marketplaces A and B only.',
    body: SandboxQuantityChange,
    required: true,
    example: { quantity: 25 },
    handle: changeEntitlementQuantity,
  }),
  play({
    verb: 'changePlan',
    operationId: 'sandboxChangeEntitlementPlan',
    summary: 'Play the buyer who takes another plan',
    description: 'A term of type PlanChange follows. Marketplaces A to D only.',
    body: SandboxPlanChange,
    required: true,
    example: { planId: 'gold', amount: 1200 },
    handle: changeEntitlementPlan,
  }),
];
