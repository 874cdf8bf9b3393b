import { z } from 'zod';
import {
  type AgreementSnapshot,
  type CancellationRequest,
  type Failure,
  type JsonObject,
  observeJob,
} from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueueUnlessWaiting } from '../../platform/jobs/enqueue-many.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import { printExact } from '../../platform/records/json.ts';
import { changeEntitlement } from '../change.ts';
import type { EntitlementRow } from '../columns.ts';
import { billingAccount, pricesShown, withSeats } from '../derive/index.ts';
import type { EntitlementInfo } from '../records.ts';
import {
  actionOfMove,
  begun,
  type EntitlementStatus,
  entitlementMoves,
  isOver,
  statusShown,
} from '../states.ts';
import { type EntitlementChange, lockByExternalId, wouldChange } from '../store.ts';
import { addRenewals, changeRunningTerm, endNow } from '../terms/index.ts';
import { startJob } from './begin.ts';

const runs = ({ status }: EntitlementRow): boolean => begun.includes(status);

/**
 * Applies a later snapshot of a known agreement: renewals, then status, then other changes, so that one
 * observation compensates for lost notifications.
 */
export async function observeEntitlement(
  scope: OrgTransaction,
  known: EntitlementRow,
  agreement: AgreementSnapshot,
): Promise<void> {
  const renewed = runs(known) ? await addRenewals(scope, known, agreement.renewals) : known;
  const status = statusSeen(scope, renewed, agreement);
  const possible = status === renewed.status || entitlementMoves[renewed.status]?.includes(status);
  if (!possible) return alert(scope, renewed, agreement);
  let row = status === renewed.status ? renewed : await move(scope, renewed, agreement, status);
  if (!runs(known) && runs(row)) row = await addRenewals(scope, row, agreement.renewals);
  const changed = await refresh(scope, row, agreement);
  if (status === 'PENDING_START' && (changed || status !== renewed.status))
    await scheduleStart(scope, known.id, agreement, laterStart(known, agreement));
  if (known.partner) await followRequest(scope, known.partner, agreement);
}

/**
 * Derives the status from a snapshot. After its end, an entitlement that does not renew is CANCELLED even if
 * the marketplace has not reported the end yet, unless the agreement outlives its term; an agreement with a
 * successor continues with the successor.
 */
export function statusSeen(
  scope: OrgTransaction,
  known: EntitlementRow,
  agreement: AgreementSnapshot,
): EntitlementStatus {
  const status = statusShown(agreement, known.start_time ?? agreement.startTime, scope.now);
  const { autoRenew } = JSON.parse(known.info) as EntitlementInfo;
  const renews = (agreement.autoRenew ?? autoRenew) === true && status === 'ACTIVE';
  const goesOn = renews || agreement.followed === true || agreement.outlivesTerm === true;
  return isOver(known, scope.now) && !goesOn ? 'CANCELLED' : status;
}

/**
 * Changes an entitlement’s status to the observed status. Marketplaces do not report when they cancelled an agreement,
 * so its term ends at the time of the observation.
 */
async function move(
  scope: OrgTransaction,
  known: EntitlementRow,
  agreement: AgreementSnapshot,
  status: EntitlementStatus,
): Promise<EntitlementRow> {
  const byTime = status === 'CANCELLED' && known.status !== 'PENDING_CANCEL' && isOver(known, scope.now);
  const action = byTime ? 'TERMINATE' : actionOfMove(known.status, status);
  const change = snapshotValues(known, agreement);
  if (status === 'CANCELLED') return endNow(scope, known, action, change);
  const { eventChange } = refusedRequest(known, agreement);
  return changeEntitlement(scope, known, action, { status, ...change, eventChange });
}

/**
 * Ends an entitlement whose agreement the marketplace removed, because the seller rejected it or the buyer withdrew
 * it before its approval. Other entitlements stay: an agreement that began is never removed.
 */
export async function endRemoved(scope: OrgTransaction, partner: string, externalId: string): Promise<void> {
  const known = await lockByExternalId(scope, partner, externalId);
  if (known?.status === 'PENDING_START')
    await endNow(scope, known, actionOfMove(known.status, 'CANCELLED'), {});
}

/**
 * Records an impossible change of status once: the entitlement keeps its status, and the marketplace’s values are
 * stored.
 */
async function alert(
  scope: OrgTransaction,
  known: EntitlementRow,
  agreement: AgreementSnapshot,
): Promise<void> {
  const change = snapshotValues(known, agreement);
  if (await wouldChange(scope, known.id, change))
    await changeEntitlement(scope, known, 'ABNORMAL_ALERT', change);
}

/** Returns the later start: an approval may set a start in the future, which the order did not show before. */
const laterStart = ({ start_time: start }: EntitlementRow, agreement: AgreementSnapshot): string =>
  start !== null && Date.parse(start) > Date.parse(agreement.startTime) ? start : agreement.startTime;

/** Schedules the start. If several start jobs exist, the later jobs have no effect. */
async function scheduleStart(
  scope: OrgTransaction,
  entitlementId: string,
  { needsApproval }: AgreementSnapshot,
  start: string,
): Promise<void> {
  if (!needsApproval) await scope.query(enqueue(scope, startJob, { entitlementId }, { at: new Date(start) }));
}

/**
 * Applies all changes except the status: the marketplace’s records, its name of the status, the quantity and
 * the plan.
 */
async function refresh(
  scope: OrgTransaction,
  known: EntitlementRow,
  agreement: AgreementSnapshot,
): Promise<boolean> {
  const change = snapshotValues(known, agreement);
  const { externalStatus, metaInfo } = change;
  // Plan and quantity of an entitlement that is not ACTIVE cannot change; a new plan or quantity is applied
  // once the entitlement is reinstated or renewed.
  if (
    known.status === 'ACTIVE' &&
    !isOver(known, scope.now) &&
    (await applyPlanAndQuantity(scope, known, agreement, { externalStatus, metaInfo }))
  )
    return true;
  const changed = await wouldChange(scope, known.id, change);
  const { eventChange } = refusedRequest(known, agreement);
  if (changed) await changeEntitlement(scope, known, 'UPDATE', { ...change, eventChange });
  return changed;
}

/** The values of a snapshot of a known agreement, without its status. */
export const snapshotValues = (known: EntitlementRow, agreement: AgreementSnapshot) => ({
  externalStatus: agreement.externalStatus,
  info: printExact({
    ...agreement.mirror,
    ...requestShown(agreement),
    ...(agreement.autoRenew === undefined ? {} : { autoRenew: agreement.autoRenew }),
  }),
  metaInfo: {
    ...billingAccount(known.partner ?? undefined, agreement.billingAccountId),
    ...refusedRequest(known, agreement).metaInfo,
  },
  quantity: known.quantity === null ? agreement.quantity : undefined,
  planId: known.plan_id === null ? agreement.planId : undefined,
});

const agreedAmount = ({ agreed_amount: amount, agreed_quantity: quantity }: EntitlementRow) =>
  amount === null || quantity === null ? undefined : { amount, quantity };

/** Applies a changed plan or quantity of a snapshot; returns undefined if plan and quantity are unchanged. */
async function applyPlanAndQuantity(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  agreement: AgreementSnapshot,
  also: EntitlementChange,
): Promise<EntitlementRow | undefined> {
  const { planId, quantity } = agreement;
  const isOtherPlan = planId !== undefined && entitlement.plan_id !== null && planId !== entitlement.plan_id;
  const isOtherQuantity =
    quantity !== undefined && entitlement.quantity !== null && quantity !== entitlement.quantity;
  if (!isOtherPlan && !isOtherQuantity) return undefined;
  const info = JSON.parse(entitlement.info) as EntitlementInfo;
  const prices = isOtherPlan ? pricesShown(agreement) : {};
  const seats = isOtherQuantity
    ? withSeats({ ...info, ...prices }, entitlement.quantity ?? quantity, quantity, agreedAmount(entitlement))
    : { terms: {} };
  const remove = [
    ...(prices.commits ? ['paymentInstallments', 'commitAmount'] : []),
    ...(prices.dimensions && !prices.dimensionsOversized ? ['dimensionsOversized'] : []),
  ];
  const mirror: JsonObject = agreement.mirror;
  return changeRunningTerm(scope, entitlement, {
    type: isOtherPlan ? 'PlanChange' : 'QuantityChange',
    terms: { ...prices, ...seats.terms },
    remove,
    mirror,
    also: {
      ...also,
      ...(isOtherPlan ? { planId } : {}),
      quantity: isOtherQuantity ? quantity : undefined,
      agreed: seats.agreed,
    },
  });
}

type Payload = { partner: string; externalId: string };

/**
 * Delays of the next reading of an agreement: after the response deadline, and while the outcome is unknown.
 */
const [afterAnswerMs, againMs] = [5 * 60_000, 3_600_000];

/**
 * Reads an agreement again after the response deadline, when the buyer’s silence counts as consent: the
 * notification may have been lost.
 */
const awaitAnswerJob: JobDefinition<Payload> = {
  kind: 'entitlements.awaitAnswer',
  payload: z.object({ partner: z.string(), externalId: z.string() }),
  lane: ({ partner, externalId }) => `await-answer:${partner}:${externalId}`,
  retry: backoff({ tries: 20 }),
};

export const awaitAnswerJobHandler: JobHandler<Payload> = {
  definition: awaitAnswerJob,
  run: (job) =>
    job.finish('read again', async (scope) => {
      await scope.query(enqueue(scope, observeJob, { ...job.payload, kind: 'AGREEMENT' as const }));
    }),
};

/**
 * Schedules a reading of the agreement after the response deadline, while a cancellation request awaits the
 * buyer.
 */
async function followRequest(
  scope: OrgTransaction,
  partner: string,
  { externalId, cancellationRequest: request }: AgreementSnapshot,
): Promise<void> {
  if (request?.status !== 'PENDING_APPROVAL' || request.answerTime === undefined) return;
  const due = Date.parse(request.answerTime) + afterAnswerMs;
  const now = scope.now.getTime();
  const at = new Date(due > now ? due : now + againMs);
  const payload = { partner, externalId };
  await scope.query(enqueueUnlessWaiting([{ scope, definition: awaitAnswerJob, payload, at }]));
}

/**
 * The change that records a rejected or invalid cancellation request on its entitlement, the first time it is
 * observed.
 */
function refusedRequest(known: EntitlementRow, { cancellationRequest: request }: AgreementSnapshot) {
  const failure = request && failureOf(request);
  if (!request || !failure) return {};
  const { cancellationRequest: last } = JSON.parse(known.info) as EntitlementInfo;
  if (last?.externalID === request.externalId && last.status === request.status) return {};
  return {
    metaInfo: { errorMessages: [failure.raw], prettifiedErrorMessages: [failure.readable] },
    eventChange: 'CANCELLATION_REFUSED' as const,
  };
}

function failureOf({ status, message }: CancellationRequest): Failure | undefined {
  const why = message ? ` The marketplace’s message: ${message}` : '';
  const readables: Readonly<Partial<Record<CancellationRequest['status'], string>>> = {
    REJECTED: `The buyer rejected the cancellation; the agreement continues.${message ? ` The buyer’s message: ${message}` : ''}`,
    VALIDATION_FAILED: `The marketplace did not forward the request to the buyer; the agreement continues.${why} If the agreement has already been renewed, cancel the renewal first.`,
  };
  const readable = readables[status];
  return readable === undefined ? undefined : { raw: message ? `${status}: ${message}` : status, readable };
}

/** The cancellation request as returned by the API. */
const requestShown = ({ cancellationRequest: request }: AgreementSnapshot) => {
  if (!request) return {};
  const { externalId: externalID, ...rest } = request;
  return { cancellationRequest: { externalID, ...rest } };
};
