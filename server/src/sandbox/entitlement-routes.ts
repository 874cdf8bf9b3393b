import type { z } from 'zod';
import { type EntitlementPages, type EntitlementRow, entitlementErrors } from '../entitlements/index.ts';
import { WorkloadEntitlement } from '../entitlements/records.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { type Route, route } from '../platform/http/route.ts';
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
  example?: object;
  handle: (scope: OrgTransaction, entitlementId: string, body: NonNullable<B>) => Promise<EntitlementRow>;
};

const problems = [
  entitlementErrors.entitlement_partner,
  entitlementErrors.entitlement_state,
  entitlementErrors.entitlement_not_found,
].map(({ definition }) => definition);
const testOnly = sandboxErrors.not_a_test_organization.definition;

const play = <B>(pages: EntitlementPages, { verb, body, example, handle, ...words }: Play<B>): Route =>
  route({
    ...words,
    method: 'POST',
    path: `/org/{orgId}/sandbox/entitlement/{entitlementId}/${verb}`,
    group: 'Sandbox',
    access: 'sandbox:write',
    ...(body ? { body, example } : {}),
    response: WorkloadEntitlement,
    responseDescription:
      'The current entitlement; the entitlement changes once the marketplace has reported the action',
    errors: [...problems, testOnly],
    run: {
      kind: 'transaction',
      handle: async (scope, request) =>
        pages.answer(
          scope,
          await handle(scope, request.params.entitlementId, (request.body ?? {}) as NonNullable<B>),
        ),
    },
  });

/** Returns the routes that act on an entitlement as its buyer or as the marketplace. */
export const entitlementPlayRoutes = (pages: EntitlementPages): Route[] => [
  play(pages, {
    verb: 'cancel',
    operationId: 'sandboxCancelEntitlement',
    summary: 'Cancel an entitlement as its buyer',
    description:
      'Cancels the agreement at the marketplace. The entitlement is CANCELLED once the marketplace has reported the cancellation.',
    handle: cancelEntitlement,
  }),
  play(pages, {
    verb: 'refuseCancellation',
    operationId: 'sandboxRefuseEntitlementCancellation',
    summary: 'Refuse a cancellation as the buyer',
    description:
      'The entitlement becomes ACTIVE again. On marketplace A the seller requests a cancellation, and the buyer has seven days to respond: ' +
      '`cancel` agrees; to simulate a missing response, advance the test clock.',
    handle: refuseCancellation,
  }),
  play(pages, {
    verb: 'suspend',
    operationId: 'sandboxSuspendEntitlement',
    summary: 'Suspend an entitlement as the marketplace',
    description: 'Simulates a buyer that does not pay. Marketplaces A and F have no suspension.',
    handle: suspendEntitlement,
  }),
  play(pages, {
    verb: 'reinstate',
    operationId: 'sandboxReinstateEntitlement',
    summary: 'Reinstate a suspended entitlement as the marketplace',
    description: 'The entitlement becomes ACTIVE again.',
    handle: reinstateEntitlement,
  }),
  play(pages, {
    verb: 'renew',
    operationId: 'sandboxRenewEntitlement',
    summary: 'Renew an entitlement as its buyer',
    description:
      'A term of type ManualRenew begins at the current end, and lasts one term. With autoRenew, the marketplace ' +
      'renews automatically at the end: advance the test clock.',
    body: SandboxRenewal.optional(),
    example: { endTime: '2095-01-01T00:00:00Z' },
    handle: renewEntitlement,
  }),
  play(pages, {
    verb: 'changeQuantity',
    operationId: 'sandboxChangeEntitlementQuantity',
    summary: 'Change the quantity of an entitlement as its buyer',
    description:
      'Creates a term of type QuantityChange. Marketplaces A and B only. With `"approve": false`, marketplace B asks the ' +
      'seller for ten seconds of the test clock, and takes silence for an acceptance.',
    body: SandboxQuantityChange,
    example: { quantity: 25 },
    handle: changeEntitlementQuantity,
  }),
  play(pages, {
    verb: 'changePlan',
    operationId: 'sandboxChangeEntitlementPlan',
    summary: 'Change the plan of an entitlement as its buyer',
    description:
      'Creates a term of type PlanChange. Marketplaces A to D only. With `"approve": false`, marketplaces B and C ask the ' +
      'seller: B takes ten seconds of silence for an acceptance, and C waits.',
    body: SandboxPlanChange,
    example: { planId: 'gold', amount: 1200 },
    handle: changeEntitlementPlan,
  }),
];
