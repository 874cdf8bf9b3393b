import { type BuyerRequest, type Capabilities, observeJob } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueueUnlessWaiting } from '../../platform/jobs/enqueue-many.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { isMoveAllowed } from '../../platform/records/moves.ts';
import { changeEntitlement } from '../change.ts';
import type { EntitlementRow } from '../columns.ts';
import { lockByExternalId, lockEntitlement } from '../store.ts';
import { answerJob } from './answer-job.ts';
import { answered, decisionOf, ended, firstStatus, requestMoves } from './states.ts';
import {
  changeRequest,
  findRequest,
  insertRequest,
  lockRequest,
  type RequestRow,
  readRequestSetting,
  unreadRequests,
} from './store.ts';

/**
 * Applies a request as read at the marketplace. A new request is stored once and answered by the organization’s
 * setting, or waits for a member; of a known request, the outcome is followed.
 */
export async function observeRequest(
  scope: OrgTransaction,
  partner: string,
  can: Capabilities,
  seen: BuyerRequest,
): Promise<void> {
  const entitlement = await lockByExternalId(scope, partner, seen.externalAgreementId);
  if (!entitlement) throw new Error(`no entitlement of agreement ${seen.externalAgreementId}`);
  const known = await findRequest(scope, partner, seen.externalId);
  if (known && isMadeAgain(known, seen)) await askAgain(scope, can, entitlement, known);
  else if (known) await followRequest(scope, known, seen.status);
  else await storeRequest(scope, partner, can, entitlement, seen);
}

/** Returns whether the buyer requested an ended change once more. An older reading of the same request is no new one. */
const isMadeAgain = (known: RequestRow, { status, changeTime }: BuyerRequest): boolean =>
  status === 'PENDING' &&
  ended.includes(known.status) &&
  changeTime !== undefined &&
  Date.parse(changeTime) > Date.parse(known.last_update_time);

/** Opens an ended request again, and answers it by the organization's setting, or waits for a member. */
async function askAgain(
  scope: OrgTransaction,
  can: Capabilities,
  entitlement: EntitlementRow,
  { id }: RequestRow,
): Promise<void> {
  const known = await lockRequest(scope, entitlement.id, id);
  if (!known || !ended.includes(known.status)) return;
  const { partner } = known;
  const decision = decisionOf(await readRequestSetting(scope, partner), can.buyerRequests);
  const status = firstStatus('PENDING', decision);
  const isAsked = status === 'PENDING';
  const request = await changeRequest(scope, known, 'UPDATE', {
    status,
    answered_through: isAsked ? null : 'SETTING',
    answered_by: null,
    answer_time: isAsked ? null : scope.now.toISOString(),
    reason: null,
    error_messages: null,
    readable_messages: null,
  });
  if (isAsked) await changeEntitlement(scope, entitlement, 'UPDATE', { eventChange: 'CHANGE_REQUESTED' });
  else await scope.query(enqueue(scope, answerJob, jobOf(request)));
}

/** Ends a request that waits for an answer, and that the marketplace no longer has. */
export async function lapseRequest(
  scope: OrgTransaction,
  partner: string,
  externalId: string,
): Promise<void> {
  const known = await findRequest(scope, partner, externalId);
  if (known?.status === 'PENDING') await followRequest(scope, known, 'LAPSED');
}

async function storeRequest(
  scope: OrgTransaction,
  partner: string,
  can: Capabilities,
  entitlement: EntitlementRow,
  seen: BuyerRequest,
): Promise<void> {
  const type = typeOf(seen);
  // A reinstatement ends a suspension for non-payment: the buyer has paid, so there is nothing to decide.
  const decision =
    type === 'REINSTATE' ? 'ACCEPT' : decisionOf(await readRequestSetting(scope, partner), can.buyerRequests);
  const status = firstStatus(seen.status, decision);
  const isAnswered = status !== 'PENDING' && status !== 'LAPSED';
  const now = scope.now.toISOString();
  const request = await insertRequest(scope, {
    organization_id: scope.organizationId,
    id: scope.newId('erq'),
    entitlement_id: entitlement.id,
    buyer_id: entitlement.buyer_id,
    partner,
    external_id: seen.externalId,
    type,
    plan_id: seen.planId,
    quantity: seen.quantity,
    status,
    answered_through: isAnswered ? (seen.status === 'PENDING' ? 'SETTING' : 'MARKETPLACE') : undefined,
    creation_time: seen.creationTime ?? now,
    answer_time: isAnswered ? now : undefined,
    last_update_time: now,
  });
  if (status === 'PENDING')
    await changeEntitlement(scope, entitlement, 'UPDATE', { eventChange: 'CHANGE_REQUESTED' });
  else if (seen.status === 'PENDING') await scope.query(enqueue(scope, answerJob, jobOf(request)));
  else await readAgreementAgain(scope, entitlement);
}

function typeOf({ planId, quantity }: BuyerRequest): 'CHANGE_PLAN' | 'CHANGE_QUANTITY' | 'REINSTATE' {
  if (planId !== undefined) return 'CHANGE_PLAN';
  return quantity === undefined ? 'REINSTATE' : 'CHANGE_QUANTITY';
}

const jobOf = ({ id, entitlement_id: entitlementId }: RequestRow) => ({ entitlementId, requestId: id });

/** Applies the outcome of a known request. A reading that is older than the answer has no effect. */
async function followRequest(
  scope: OrgTransaction,
  { id, entitlement_id: entitlementId }: RequestRow,
  seen: BuyerRequest['status'],
): Promise<void> {
  const entitlement = await lockEntitlement(scope, entitlementId);
  const request = await lockRequest(scope, entitlementId, id);
  // Some marketplaces forget a rejected request, which then looks like one that ended without effect.
  const to = request?.status === 'REJECTING' && seen === 'LAPSED' ? 'REJECTED' : seen;
  if (!entitlement || !request || to === 'PENDING' || !isMoveAllowed(requestMoves, request.status, to))
    return;
  const isOwn = Object.values(answered).some(([sent, done]) => sent === request.status && done === to);
  await changeRequest(scope, request, 'UPDATE', {
    status: to,
    answer_time: request.answer_time ?? scope.now.toISOString(),
    ...(isOwn || to === 'LAPSED' ? {} : { answered_through: 'MARKETPLACE', answered_by: null }),
  });
  await readAgreementAgain(scope, entitlement);
}

/** An accepted request changes the agreement, and the marketplace’s notification of the change may be lost. */
async function readAgreementAgain(
  scope: OrgTransaction,
  { partner, external_id: externalId }: EntitlementRow,
): Promise<void> {
  if (partner && externalId)
    await scope.query(enqueue(scope, observeJob, { partner, kind: 'AGREEMENT' as const, externalId }));
}

/**
 * Enqueues the reading of requests that an agreement lists and that are not known, because their notifications were
 * lost, and of requests that wait for an answer and that the agreement no longer lists.
 */
export async function readUnknownRequests(
  scope: OrgTransaction,
  partner: string,
  { externalId, buyerRequests }: { externalId: string; buyerRequests?: readonly string[] | undefined },
): Promise<void> {
  if (buyerRequests === undefined) return;
  const unread = await unreadRequests(scope, partner, externalId, buyerRequests);
  if (unread.length === 0) return;
  const jobs = unread.map((id) => ({
    scope,
    definition: observeJob,
    payload: { partner, kind: 'REQUEST' as const, externalId: id },
    at: scope.now,
  }));
  await scope.query(enqueueUnlessWaiting(jobs));
}
