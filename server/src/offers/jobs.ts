import { z } from 'zod';
import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Statement } from '../platform/database/statement.ts';
import { backoff, enqueue, type JobDefinition } from '../platform/jobs/queue.ts';
import type { WorkloadMetaInfo } from '../products/records/index.ts';
import type { OfferRow } from './columns.ts';
import { isAtMarketplace, sourceOf } from './kind.ts';
import { OfferStatus } from './records.ts';
import { beforePublication, expires, justPublished } from './states.ts';
import { offerSetOf } from './store.ts';

type Expiry = { offerId: string; expireTime: string };

/**
 * Expires an offer at its time. Each expiry time has its own lane, so that a later expiry does not block an
 * earlier expiry.
 */
export const expireJob: JobDefinition<Expiry> = {
  kind: 'offers.expire',
  payload: z.object({ offerId: z.string(), expireTime: z.string() }),
  lane: ({ offerId, expireTime }) => `expire:${offerId}:${expireTime}`,
  retry: backoff({ tries: 20 }),
};

type OfferExpiryFields = {
  id: string;
  status: OfferStatus;
  expire_time: string | null;
  end_time: string | null;
};

/** The last moment of acceptance: the expiry or the end of the offer, whichever is earlier (R42). */
export function lastMoment({
  expire_time,
  end_time,
}: Pick<OfferExpiryFields, 'expire_time' | 'end_time'>): string | null {
  if (expire_time === null || end_time === null) return expire_time ?? end_time;
  return Date.parse(end_time) < Date.parse(expire_time) ? end_time : expire_time;
}

/**
 * Computes when the expiry of an offer is due, and the payload of its job; undefined when the offer does not expire.
 */
export function expiryOf(offer: OfferExpiryFields): { payload: Expiry; at: Date } | undefined {
  const last = lastMoment(offer);
  if (last === null || !expires(offer.status)) return undefined;
  const at = new Date(last);
  return { payload: { offerId: offer.id, expireTime: at.toISOString() }, at };
}

/** Enqueues the expiry of an offer after a change of its state or expiry time. */
export function scheduleExpiry(scope: OrgScope, offer: OfferExpiryFields): Statement | undefined {
  const expiry = expiryOf(offer);
  return expiry && enqueue(scope, expireJob, expiry.payload, { at: expiry.at });
}

const minuteMs = 60_000;

const dayMs = 24 * 60 * minuteMs;

/**
 * Longest wait while the test clock is advanced. An advanced clock can skip years within minutes, and daily
 * reconciliations would be wasted work.
 */
const longestAheadMs = 30 * dayMs;

/** `wallAt` is the start of the wait, by the wall clock. */
export type Wait = { offerId: string; status: OfferStatus; waitMs: number; wallAt: number };

const laneOf = (offerId: string): string => `reread:${offerId}`;

/** Reconciles an offer periodically while it waits for its marketplace, because a notification may be lost. */
export const periodicReconciliationJob: JobDefinition<Wait> = {
  kind: 'offers.reread',
  payload: z.object({ offerId: z.string(), status: OfferStatus, waitMs: z.number(), wallAt: z.number() }),
  lane: ({ offerId }) => laneOf(offerId),
  retry: backoff({ tries: 5, firstMs: 2000, longestMs: 600_000 }),
};

/**
 * The wait in each state before the first reconciliation. PENDING_UPDATE has a long wait, because the update job
 * reads the offer itself.
 */
const firstWaits: Readonly<Partial<Record<OfferStatus, number>>> = {
  PENDING_CREATE: 5 * minuteMs,
  PENDING_CANCEL: 5 * minuteMs,
  PENDING_ACCEPTANCE: dayMs,
  PENDING_PARTNER_ACTION: dayMs,
  READY_TO_USE: dayMs,
  PENDING_UPDATE: dayMs,
  UPDATE_FAILED: dayMs,
  CANCEL_FAILED: dayMs,
};

type ReconciledOffer = Pick<OfferRow, 'id' | 'status' | 'partner' | 'offer_type'>;

/**
 * Derives the first wait of an offer that has just entered its state; undefined if the marketplace is not expected to
 * report a change.
 */
export function firstWait(scope: OrgTransaction, offer: ReconciledOffer): Wait | undefined {
  const waitMs = firstWaits[offer.status];
  if (waitMs === undefined || !isAtMarketplace(offer)) return undefined;
  return { offerId: offer.id, status: offer.status, waitMs, wallAt: scope.wallNow.getTime() };
}

/**
 * Derives the wait after a reconciliation that found no change: waits double up to a day, and up to a month
 * while the test clock is advanced.
 */
export function nextWait({ status, waitMs }: Wait, waitedMs: number): number {
  const ahead = waitedMs < waitMs / 2;
  const doubled = Math.min(2 * waitMs, ahead ? longestAheadMs : dayMs);
  return ahead ? doubled : Math.max(doubled, firstWaits[status] ?? dayMs);
}

/**
 * Schedules the next reconciliation of a locked offer. Each offer has one reconciliation job, which is
 * rescheduled to the earlier time. A running job reads the state of the offer after it has acquired the lock.
 */
export async function scheduleReconciliation(scope: OrgTransaction, offer: ReconciledOffer): Promise<void> {
  if (!firstWait(scope, offer)) return;
  scheduleNextReconciliation(
    scope,
    offer,
    await scope.query<ScheduledReconciliation>(scheduledReconciliation(scope, offer.id)),
  );
}

/** The scheduled reconciliation of an offer. */
export type ScheduledReconciliation = RowOf<'job', 'due_at'>;

/**
 * Statement that finds the scheduled reconciliation of an offer. Send it after the offer is locked: reconciliations
 * are scheduled under that lock.
 */
export const scheduledReconciliation = (
  { organizationId }: Pick<OrgTransaction, 'organizationId'>,
  offerId: string,
): Statement => ({
  name: 'scheduled_reconciliation',
  text: `SELECT j.due_at FROM job j WHERE j.organization_id = $1 AND j.lane = $2 AND j.finished_at IS NULL`,
  values: [organizationId, laneOf(offerId)],
});

/** Schedules the next reconciliation, given the reconciliation that is already scheduled. */
export function scheduleNextReconciliation(
  scope: OrgTransaction,
  offer: ReconciledOffer,
  [known]: readonly ScheduledReconciliation[],
): void {
  const wait = firstWait(scope, offer);
  if (!wait) return;
  const at = new Date(scope.now.getTime() + wait.waitMs);
  if (!known) scope.send(enqueue(scope, periodicReconciliationJob, wait, { at }));
  else if (Date.parse(known.due_at) > at.getTime())
    scope.send({
      name: 'hasten_reread',
      text: `UPDATE job j SET payload = $3, clock = 'organization', due_at = $4, ready_at = $5
             WHERE j.organization_id = $1 AND j.id IN (
               SELECT id FROM job WHERE organization_id = $1 AND lane = $2 AND finished_at IS NULL
                 AND lease_token IS NULL FOR UPDATE SKIP LOCKED)`,
      values: [
        ...[scope.organizationId, periodicReconciliationJob.lane(wait), JSON.stringify(wait), at],
        new Date(scope.wallNow.getTime() + wait.waitMs),
      ],
    });
}

type CopyId = { offerId: string };

/** Cancels the offer that a published copy was made from (R29). The payload has the id of the copy. */
export const cancelSourceJob: JobDefinition<CopyId> = {
  kind: 'offers.cancelSource',
  payload: z.object({ offerId: z.string() }),
  lane: ({ offerId }) => `source:${offerId}`,
  retry: backoff({ tries: 8, firstMs: 2000, longestMs: 600_000 }),
};

type OfferStatusRow = { id: string; status: OfferStatus; meta_info: string };

/**
 * Statement that enqueues the cancellation of the source, if the change publishes a copy that replaces its source.
 */
export function cancelsSource(
  scope: OrgScope,
  before: { status: OfferStatus },
  { id, status, meta_info }: OfferStatusRow,
): Statement | undefined {
  if (!beforePublication.includes(before.status) || !justPublished.includes(status)) return undefined;
  const metaInfo = JSON.parse(meta_info) as WorkloadMetaInfo;
  return sourceOf(metaInfo) && !metaInfo.sourceOfferCancelAfterPublishStatus
    ? enqueue(scope, cancelSourceJob, { offerId: id })
    : undefined;
}

/** Derives the state of a set from its offers. */
export const followSetJob: JobDefinition<{ offerSetId: string }> = {
  kind: 'offers.followSet',
  payload: z.object({ offerSetId: z.string() }),
  lane: ({ offerSetId }) => `offerSet:${offerSetId}`,
  retry: backoff({ tries: 10 }),
};

/**
 * Enqueues the update of the offer's set, if the offer belongs to a set. A job does the update because sets are locked
 * before their offers, and the caller has locked the offer already.
 */
export async function letSetFollow(scope: OrgTransaction, offerId: string): Promise<void> {
  const offerSetId = await offerSetOf(scope, offerId);
  if (offerSetId) scope.send(enqueue(scope, followSetJob, { offerSetId }));
}
