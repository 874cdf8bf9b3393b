import { othersMay } from '../../organizations/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { errors, invalid } from '../../platform/errors.ts';
import { route } from '../../platform/http/route.ts';
import { partnerErrors } from '../errors.ts';
import { protectionDaysOf } from '../tiers.ts';
import type { DealRow } from './columns.ts';
import {
  lockToMove,
  notFound,
  partnerState,
  pathOfOne,
  requireSelling,
  show,
  state,
  step,
} from './command.ts';
import { protect } from './protection.ts';
import { ApproveDealRegistrationParams, DealRegistrationNote } from './records.ts';
import { protectionEnd } from './rules.ts';
import type { DealStatus } from './states.ts';
import { changeDeal } from './store.ts';

/**
 * Rejects a decision by the member who submitted the registration, unless no other member may decide.
 * @throws 403 for such a decision
 */
async function requireAnother(scope: OrgTransaction, { submitted_by: by }: DealRow): Promise<void> {
  if (by === scope.actor.id && (await othersMay(scope, 'deals:approve')))
    throw errors.forbidden('You submitted this deal registration; another member must decide.');
}

const decisionOf = (scope: OrgTransaction, message: string | undefined) => ({
  decided_by: scope.actor.id,
  decision_time: scope.now,
  decision_note: message || null,
});

/**
 * Approves a registration, which protects its customer and products for the days of its channel partner's tier.
 * Approving again has no effect.
 * @throws 403 for the member who submitted the registration; 404 if it does not exist; 409 when the status does
 * not allow it, when the channel partner is not ACTIVE, or when another registration protects the customer and
 * no override reason is given
 */
async function approveDeal(
  scope: OrgTransaction,
  id: string,
  { message, overrideReason }: { message?: string | undefined; overrideReason?: string | undefined },
): Promise<DealRow> {
  const { deal, isThere } = await lockToMove(scope, id, 'APPROVED');
  if (isThere) return deal;
  await requireAnother(scope, deal);
  const partner = await requireSelling(scope, deal);
  const until = protectionEnd(scope.now, await protectionDaysOf(scope, partner.tier_id));
  const reason = overrideReason?.trim() || undefined;
  const overrides = await protect(scope, deal, { until, reason });
  return changeDeal(scope, deal, 'APPROVE', {
    ...decisionOf(scope, message),
    status: 'APPROVED',
    override_reason: overrides ? (reason ?? null) : null,
    protected_product_ids: deal.product_ids,
    protection_end_time: until,
  });
}

/**
 * Rejects a registration, or requests an action first; both operations require a message. Repeating the
 * operation has no effect.
 */
async function refuseDeal(
  scope: OrgTransaction,
  id: string,
  to: { action: 'REJECT' | 'REQUEST_ACTION'; status: DealStatus },
  message: string | undefined,
): Promise<DealRow> {
  if (!message?.trim())
    throw invalid([{ pointer: '/message', message: 'is required, and must not be empty' }]);
  const { deal, isThere } = await lockToMove(scope, id, to.status);
  if (isThere) return deal;
  await requireAnother(scope, deal);
  const ended = to.action === 'REJECT' ? { close_time: scope.now } : {};
  return changeDeal(scope, deal, to.action, { ...decisionOf(scope, message), ...ended, status: to.status });
}

export const approveDealRoute = route({
  ...step,
  path: `${pathOfOne}/approve`,
  operationId: 'approveDealRegistration',
  summary: 'Approve a deal registration',
  description:
    'Protects the customer for the registration’s products, for the days of its channel partner’s tier. ' +
    'A customer and product are protected by one registration only; with `overrideReason`, the other registration ' +
    'loses these products, and becomes EXPIRED without a protected product. The member who submitted a registration ' +
    'may not approve it, unless no other member may. Approving again has no effect.',
  access: 'deals:approve',
  body: ApproveDealRegistrationParams.optional(),
  example: { message: 'Good luck.' },
  errors: [notFound, state, partnerState, partnerErrors.deal_registration_conflict.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, { params, body }) =>
      show(await approveDeal(scope, params.dealRegistrationId, body ?? {})),
  },
});

export const requestDealActionRoute = route({
  ...step,
  path: `${pathOfOne}/requestAction`,
  operationId: 'requestDealRegistrationAction',
  summary: 'Request an action before the decision on a deal registration',
  description: '`message` describes the action. Requesting again has no effect.',
  access: 'deals:approve',
  body: DealRegistrationNote,
  example: { message: 'Which country is it?' },
  errors: [notFound, state],
  run: {
    kind: 'transaction',
    handle: async (scope, { params, body }) => {
      const to = { action: 'REQUEST_ACTION', status: 'ACTION_REQUIRED' } as const;
      return show(await refuseDeal(scope, params.dealRegistrationId, to, body.message));
    },
  },
});

export const rejectDealRoute = route({
  ...step,
  path: `${pathOfOne}/reject`,
  operationId: 'rejectDealRegistration',
  summary: 'Reject a deal registration',
  description: '`message` is the reason. Rejecting again has no effect.',
  access: 'deals:approve',
  body: DealRegistrationNote,
  example: { message: 'They buy from us directly.' },
  errors: [notFound, state],
  run: {
    kind: 'transaction',
    handle: async (scope, { params, body }) => {
      const to = { action: 'REJECT', status: 'REJECTED' } as const;
      return show(await refuseDeal(scope, params.dealRegistrationId, to, body.message));
    },
  },
});
