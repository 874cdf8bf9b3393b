import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { backoff, enqueue, type JobDefinition } from '../../platform/jobs/queue.ts';
import type { OfferRow } from '../columns.ts';
import { OfferStatus } from '../records.ts';
import { isAtMarketplace } from '../row-conversion.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** While the test clock runs through years, no notification is lost that had to be found each day. */
const longestAheadMs = 30 * dayMs;

/** `wallAt`: when the wait began, by the wall clock. */
export type Wait = { offerId: string; status: OfferStatus; waitMs: number; wallAt: number };

const laneOf = (offerId: string): string => `reread:${offerId}`;

/** Reconciles an offer from time to time while it waits for its marketplace, as a notification may have been lost. */
export const periodicReconciliationJob: JobDefinition<Wait> = {
  kind: 'offers.reread',
  payload: z.object({ offerId: z.string(), status: OfferStatus, waitMs: z.number(), wallAt: z.number() }),
  lane: ({ offerId }) => laneOf(offerId),
  retry: backoff({ tries: 5, firstMs: 2000, longestMs: 600_000 }),
};

/** The time that an offer waits in a state before its first reconciliation. A change reads the offer by itself. */
const firstWaits: Readonly<Partial<Record<OfferStatus, number>>> = {
  PENDING_CREATE: 5 * minuteMs,
  PENDING_CANCEL: 5 * minuteMs,
  PENDING_ACCEPTANCE: dayMs,
  PENDING_PARTNER_ACTION: dayMs,
  PENDING_UPDATE: dayMs,
  UPDATE_FAILED: dayMs,
  CANCEL_FAILED: dayMs,
};

type Waiting = Pick<OfferRow, 'id' | 'status' | 'partner' | 'offer_type'>;

/** The wait of an offer that has just come into its state; nothing where nothing is awaited from the marketplace. */
export function firstWait(scope: OrgTransaction, offer: Waiting): Wait | undefined {
  const waitMs = firstWaits[offer.status];
  if (waitMs === undefined || !isAtMarketplace(offer)) return undefined;
  return { offerId: offer.id, status: offer.status, waitMs, wallAt: scope.wallNow.getTime() };
}

/**
 * The wait after a reconciliation that changed nothing: short ones double up to a day, and up to a month while the
 * test clock is advanced.
 */
export function nextWait({ status, waitMs }: Wait, waitedMs: number): number {
  const ahead = waitedMs < waitMs / 2;
  const doubled = Math.min(2 * waitMs, ahead ? longestAheadMs : dayMs);
  return ahead ? doubled : Math.max(doubled, firstWaits[status] ?? dayMs);
}

/**
 * Schedules the next reconciliation of a locked offer. There is one job for each, which is brought forward; one that
 * runs sees the state of the offer once it has the lock.
 */
export async function scheduleReconciliation(scope: OrgTransaction, offer: Waiting): Promise<void> {
  if (!firstWait(scope, offer)) return;
  scheduleBeside(scope, offer, await scope.query<Scheduled>(scheduledReconciliation(scope, offer.id)));
}

/** The reconciliation that is scheduled for an offer. */
export type Scheduled = RowOf<'job', 'due_at'>;

/** The statement that finds it. Nobody schedules one who has not locked the offer: it is to be asked after that. */
export const scheduledReconciliation = (
  { organizationId }: Pick<OrgTransaction, 'organizationId'>,
  offerId: string,
): Statement => ({
  name: 'scheduled_reconciliation',
  text: `SELECT j.due_at FROM job j WHERE j.organization_id = $1 AND j.lane = $2 AND j.finished_at IS NULL`,
  values: [organizationId, laneOf(offerId)],
});

/** Does so where it is known which one is scheduled. */
export function scheduleBeside(scope: OrgTransaction, offer: Waiting, [known]: readonly Scheduled[]): void {
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
