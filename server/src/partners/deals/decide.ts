import { othersMay } from '../../organizations/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { errors, invalid } from '../../platform/errors.ts';
import { protectionDaysOf } from '../tiers/index.ts';
import type { DealRow } from './columns.ts';
import { lockToMove, requireSelling } from './commands.ts';
import { protect } from './protection.ts';
import { protectionEnd } from './rules.ts';
import type { DealStatus } from './states.ts';
import { changeDeal } from './store.ts';

/** Who submitted it does not decide on it, unless nobody else may. @throws 403 */
async function requireAnother(scope: OrgTransaction, { submitted_by: by }: DealRow): Promise<void> {
  if (by === scope.actor.id && (await othersMay(scope, 'deals:approve')))
    throw errors.forbidden('You submitted this deal registration yourself: somebody else decides.');
}

const decisionOf = (scope: OrgTransaction, message: string | undefined) => ({
  decided_by: scope.actor.id,
  decision_time: scope.now,
  decision_note: message || null,
});

/**
 * Approves a registration: from now on its customer and products are protected for it alone, for the days of its channel
 * partner's tier. Approving it twice changes nothing.
 * @throws 403 to who submitted it, 404, 409 in another state, for a channel partner that does not sell, and where another one
 * protects the customer, unless a reason is given to take that over
 */
export async function approveDeal(
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

/** Refuses a registration, or asks for something to be done first; both say why. Twice the same changes nothing. */
export async function refuseDeal(
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
