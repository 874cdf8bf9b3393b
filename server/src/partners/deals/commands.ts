import { type OrgTransaction, pastBinding } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { mayMove } from '../../platform/records/moves.ts';
import { lockChannelPartnerForReference, sells } from '../channel-partners/index.ts';
import { partnerErrors } from '../errors.ts';
import { requireProducts } from '../named.ts';
import type { DealRow } from './columns.ts';
import { hasConflict, type SelectReferrals } from './conflicts.ts';
import { dropProtection } from './protection.ts';
import type { DealRegistration, UpdateDealRegistrationParams } from './records.ts';
import { isAnother, requireComplete, saidBy } from './rules.ts';
import { type DealStatus, dealMoves, editable, firstState, isOpen, isProtecting } from './states.ts';
import {
  changeDeal,
  createDealRow,
  type DealAction,
  type DealChange,
  removeDeal,
  requireDeal,
} from './store.ts';

/** Creates a draft. @throws 400, 404 for a channel partner or product that is not there */
export async function createDeal(scope: OrgTransaction, given: DealRegistration): Promise<DealRow> {
  const { channelPartnerId } = given;
  if (!channelPartnerId) throw invalid([{ pointer: '/channelPartnerId', message: 'is required' }]);
  const values = saidBy(given);
  // Nobody deletes it meanwhile.
  await lockChannelPartnerForReference(scope, channelPartnerId);
  await requireProducts(scope, values.product_ids);
  return createDealRow(scope, channelPartnerId, values);
}

/**
 * Changes what is said of a deal registration; what is absent stays. Customer and products stay while somebody decides on
 * it, and once it was approved. @throws 400, 404, 409
 */
export async function updateDeal(
  scope: OrgTransaction,
  id: string,
  given: UpdateDealRegistrationParams,
): Promise<DealRow> {
  const before = await requireDeal(scope, id);
  if (!isOpen(before.status)) throw stateError(before, 'is not changed any more');
  const values = saidBy(given, before);
  if (!editable.includes(before.status) && isAnother(before, values))
    throw stateError(before, 'keeps its customer and its products');
  await requireProducts(
    scope,
    values.product_ids.filter((product) => !before.product_ids.includes(product)),
  );
  return changeDeal(scope, before, 'UPDATE', values);
}

export const stateError = ({ status }: Pick<DealRow, 'status'>, what: string) =>
  partnerErrors.deal_registration_state(`It is ${status}, and ${what}.`);

/** Locks a registration that is to come to a state. @returns nothing when it is there already @throws 404, 409 */
export async function lockToMove(
  scope: OrgTransaction,
  id: string,
  to: DealStatus,
): Promise<{ deal: DealRow; isThere: boolean }> {
  const deal = await requireDeal(scope, id);
  if (deal.status === to) return { deal, isThere: true };
  if (!mayMove(dealMoves, deal.status, to)) throw stateError(deal, `does not become ${to}`);
  return { deal, isThere: false };
}

/** Requires that the channel partner of a registration sells, and keeps it so until the end of the transaction. @throws 409 */
export async function requireSelling(scope: OrgTransaction, { channel_partner_id: id }: DealRow) {
  const partner = await lockChannelPartnerForReference(scope, id);
  if (!sells(partner.status))
    throw partnerErrors.channel_partner_state(`The channel partner is ${partner.status}, not ACTIVE.`);
  return partner;
}

/** Submits a registration to be decided on. Submitting it twice changes nothing. @throws 400, 404, 409 */
export async function submitDeal(
  scope: OrgTransaction,
  id: string,
  selectReferrals?: SelectReferrals,
): Promise<DealRow> {
  const { deal, isThere } = await lockToMove(scope, id, 'SUBMITTED');
  if (isThere) return deal;
  requireComplete(deal);
  await requireSelling(scope, deal);
  return changeDeal(scope, deal, 'SUBMIT', {
    status: 'SUBMITTED',
    submitted_by: scope.actor.id,
    submission_time: scope.now,
    has_conflict: await hasConflict(pastBinding(scope), deal, selectReferrals),
    decided_by: null,
    decision_time: null,
    decision_note: null,
  });
}

/** Ends a locked registration, and what it protects. */
export async function closeLocked(
  scope: OrgTransaction,
  deal: DealRow,
  action: DealAction,
  change: DealChange & { status: DealStatus },
): Promise<DealRow> {
  if (isProtecting(deal.status)) await dropProtection(scope, deal.id);
  return changeDeal(scope, deal, action, { close_time: scope.now, protected_product_ids: [], ...change });
}

/** Ends a registration in a way that a caller says. Twice the same changes nothing. @throws 404, 409 */
export async function closeDeal(
  scope: OrgTransaction,
  id: string,
  to: { action: 'WITHDRAW' | 'LOSE' | 'WIN'; status: DealStatus },
  change: DealChange,
): Promise<DealRow> {
  const { deal, isThere } = await lockToMove(scope, id, to.status);
  return isThere ? deal : closeLocked(scope, deal, to.action, { ...change, status: to.status });
}

/** Deletes a draft. What was submitted once is withdrawn. @throws 404, 409 */
export async function deleteDeal(scope: OrgTransaction, id: string): Promise<void> {
  const deal = await requireDeal(scope, id);
  if (deal.status !== firstState) throw stateError(deal, 'is not deleted: withdraw it');
  await removeDeal(scope, deal);
}
