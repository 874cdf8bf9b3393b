import { z } from 'zod';
import { isDirect } from '../marketplaces/index.ts';
import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import type { Statement } from '../platform/database/statement.ts';
import { enqueueUnlessWaiting } from '../platform/jobs/enqueue-many.ts';
import { backoff, enqueue, type JobDefinition, withdraw } from '../platform/jobs/queue.ts';
import type { WorkloadMetaInfo } from '../products/records/index.ts';
import type { EntitlementRow } from './columns.ts';
import { live } from './states.ts';

/** `asked`: how many times the marketplace was read after the end. */
export type EndPayload = { entitlementId: string; endTime: string; asked?: number | undefined };

/**
 * Job that ends or renews an entitlement at its end. Each end time has its own lane, so that a later end does
 * not wait for an earlier end.
 */
export const endJob: JobDefinition<EndPayload> = {
  kind: 'entitlements.end',
  payload: z.object({ entitlementId: z.string(), endTime: z.string(), asked: z.int().optional() }),
  lane: ({ entitlementId, endTime, asked }) =>
    `end:${entitlementId}:${endTime}${asked === undefined ? '' : `:${asked}`}`,
  retry: backoff({ tries: 20 }),
};

type EntitlementEnd = Pick<EntitlementRow, 'id' | 'status' | 'end_time'>;

/**
 * Creates the job for the end of an entitlement; undefined for an entitlement that has no end or can no longer
 * end.
 */
export function scheduleEnd(
  scope: OrgScope,
  { id, status, end_time: end }: EntitlementEnd,
): Statement | undefined {
  if (end === null || !live.includes(status)) return undefined;
  const at = new Date(end);
  return enqueue(scope, endJob, { entitlementId: id, endTime: at.toISOString() }, { at });
}

/** `jobId`: the first job of the cancellation schedule; the entitlement stores it. */
export type CancelPayload = { entitlementId: string; jobId: string };

/**
 * Job that carries out a scheduled cancellation, by the organization’s clock. Each schedule has its own lane,
 * so that a later cancellation does not block other jobs.
 */
export const cancelJob: JobDefinition<CancelPayload> = {
  kind: 'entitlements.cancel',
  payload: z.object({ entitlementId: z.string(), jobId: z.string() }),
  lane: ({ entitlementId, jobId }) => `cancel:${entitlementId}:${jobId}`,
  retry: backoff({ tries: 20 }),
  operation: {
    name: 'Cancel an entitlement as scheduled',
    subject: ({ entitlementId }) => ({ entitlement_id: entitlementId }),
    cancellable: true,
  },
};

/** Withdraws the job of a cancellation that is no longer scheduled. */
export async function withdrawCancellation(
  scope: OrgTransaction,
  { id: entitlementId, cancellation_job: jobId }: EntitlementRow,
): Promise<void> {
  if (jobId !== null) await scope.query(withdraw(scope, cancelJob, { entitlementId, jobId }));
}

/**
 * Creates the job of a cancellation that was due before the entitlement started. The scheduled job had no
 * effect, because marketplaces do not end an agreement that has not started.
 */
export function overdueCancellation(
  scope: OrgScope,
  { id: entitlementId, cancellation_job: jobId, meta_info }: EntitlementRow,
): Statement | undefined {
  const { entitlementCancellationSchedule: schedule } = JSON.parse(meta_info) as WorkloadMetaInfo;
  if (jobId === null || !schedule || schedule.type === 'EndOfTerm') return undefined;
  const isDue = schedule.type === 'Immediate' || Date.parse(schedule.cancelDate ?? '') <= scope.now.getTime();
  return isDue ? enqueue(scope, cancelJob, { entitlementId, jobId }) : undefined;
}

/** Job with the follow-up of an ended entitlement. The handler is in `metering/`, above this slice. */
export const endedJob: JobDefinition<{ entitlementId: string; closes?: boolean | undefined }> = {
  kind: 'entitlements.ended',
  payload: z.object({ entitlementId: z.string(), closes: z.boolean().optional() }),
  lane: ({ entitlementId, closes }) => `ended:${entitlementId}${closes ? ':closes' : ''}`,
  retry: backoff({ tries: 1000, longestMs: 300_000 }),
};

const dayMs = 86_400_000;
/** The longest wait between readings, while a test clock that jumps over months doubles the wait each time. */
const longestAheadMs = 30 * dayMs;

/** `wallAt`: when the wait started, by the wall clock. */
export type ReconciliationWait = { partner: string; waitMs: number; wallAt: number };

/**
 * Job that reads a partner’s agreements that have not ended, each day: the notification of an end may have been lost.
 */
export const reconciliationJob: JobDefinition<ReconciliationWait> = {
  kind: 'entitlements.reconcile',
  payload: z.object({ partner: z.string(), waitMs: z.number(), wallAt: z.number() }),
  lane: ({ partner }) => `reconcile-agreements:${partner}`,
  slow: true,
  retry: backoff({ tries: Number.POSITIVE_INFINITY, longestMs: 3_600_000 }),
};

const firstWait = (scope: OrgTransaction, partner: string): ReconciliationWait => ({
  partner,
  waitMs: dayMs,
  wallAt: scope.wallNow.getTime(),
});

/** Computes the next wait: a day, or twice the last wait if the organization’s clock ran ahead of the wall clock. */
export function nextReconciliation(scope: OrgTransaction, { partner, waitMs, wallAt }: ReconciliationWait) {
  const ranAhead = scope.wallNow.getTime() - wallAt < waitMs / 2;
  const payload = firstWait(scope, partner);
  if (ranAhead) payload.waitMs = Math.min(2 * waitMs, longestAheadMs);
  return { at: new Date(scope.now.getTime() + payload.waitMs), payload };
}

/** Starts the daily reading of the agreements at an entitlement’s partner, unless it is scheduled already. */
export async function scheduleReconciliation(
  scope: OrgTransaction,
  { partner, external_id: externalId }: Pick<EntitlementRow, 'partner' | 'external_id'>,
): Promise<void> {
  if (!partner || isDirect(partner) || externalId === null) return;
  const payload = firstWait(scope, partner);
  const at = new Date(scope.now.getTime() + payload.waitMs);
  await scope.query(enqueueUnlessWaiting([{ scope, definition: reconciliationJob, payload, at }]));
}

/**
 * Reschedules reconciliations that wait longer than a day to an earlier time. Long waits occur after a test
 * clock ran ahead.
 */
export async function expediteReconciliations(scope: OrgTransaction): Promise<void> {
  await scope.query({
    name: 'hasten_reconciliation_of_agreements',
    text: `UPDATE job j SET due_at = $3, ready_at = $4,
             payload = (j.payload::jsonb || jsonb_build_object('waitMs', $5::float8, 'wallAt', $6::float8))::json
           WHERE j.organization_id = $1 AND j.id IN (
             SELECT id FROM job WHERE organization_id = $1 AND kind = $2 AND finished_at IS NULL AND due_at > $3
               AND lease_token IS NULL FOR UPDATE SKIP LOCKED)`,
    values: [
      ...[scope.organizationId, reconciliationJob.kind, new Date(scope.now.getTime() + dayMs)],
      ...[new Date(scope.wallNow.getTime() + dayMs), dayMs, scope.wallNow.getTime()],
    ],
  });
}

/**
 * Job that reports test usage of an entitlement each hour until its end. The handler is in `metering/`, above this
 * slice.
 */
export const testUsageJob: JobDefinition<{ entitlementId: string }> = {
  kind: 'entitlements.testUsage',
  payload: z.object({ entitlementId: z.string() }),
  lane: ({ entitlementId }) => `test-usage:${entitlementId}`,
  retry: backoff({ tries: 1000, longestMs: 300_000 }),
};

type TestUsageFields = Pick<EntitlementRow, 'status' | 'end_time'> & {
  meta_info?: string | null | undefined;
};

/**
 * Checks whether test usage of an entitlement is due now: enabled, and before the end of both entitlement and test
 * usage.
 */
export function hasTestUsage(
  { status, end_time: end, meta_info: text }: TestUsageFields,
  now: Date,
): boolean {
  if (status !== 'ACTIVE' && status !== 'PENDING_CANCEL') return false;
  const { enableTestUsageMetering: isOn, testUsageMeteringEndTime: until } = JSON.parse(
    text ?? '{}',
  ) as WorkloadMetaInfo;
  const isBefore = (time: string | null | undefined) => !time || now.getTime() < Date.parse(time);
  return isOn === true && until !== undefined && isBefore(until) && isBefore(end);
}

/** Starts test usage of a locked entitlement, if it is enabled and no job is pending. */
export async function scheduleTestUsage(
  scope: OrgTransaction,
  { id: entitlementId, ...entitlement }: TestUsageFields & Pick<EntitlementRow, 'id'>,
): Promise<void> {
  if (!hasTestUsage(entitlement, scope.now)) return;
  const pending = await scope.query<{ id: string }>({
    name: 'find_test_usage_job',
    text: `SELECT j.id FROM job j WHERE j.organization_id = $1 AND j.lane = $2 AND j.finished_at IS NULL LIMIT 1`,
    values: [scope.organizationId, testUsageJob.lane({ entitlementId })],
  });
  if (pending.length === 0) await scope.query(enqueue(scope, testUsageJob, { entitlementId }));
}

/**
 * `at`: when the invoice is due to be drafted, RFC 3339. `isLate`: the draft adjusts invoices for late usage
 * and postpones missing amounts.
 */
type DraftPayload = { entitlementId: string; at: string; isLate?: boolean | undefined };

/**
 * Job that drafts the invoices due for a direct sale, and schedules the next draft. Each time has its own lane,
 * so that an earlier draft does not wait for a later draft. The handler is in `billing/`, above this slice.
 */
export const draftJob: JobDefinition<DraftPayload> = {
  kind: 'billing.draft',
  payload: z.object({ entitlementId: z.string(), at: z.string(), isLate: z.boolean().optional() }),
  lane: ({ entitlementId, at, isLate }) => `draft:${entitlementId}:${isLate ? 'late:' : ''}${at}`,
  retry: backoff({ tries: 1000, longestMs: 300_000 }),
};

type BillingFields = Pick<
  EntitlementRow,
  | 'id'
  | 'partner'
  | 'status'
  | 'start_time'
  | 'end_time'
  | 'entitlement_term_id'
  | 'cancellation_job'
  | 'info'
>;

/** Drafts a direct sale’s invoices again if a change of the entitlement affects billing. */
export async function scheduleBilling(
  scope: OrgTransaction,
  row: BillingFields,
  before?: BillingFields,
): Promise<void> {
  if (!isDirect(row.partner) || (before && isBilledAlike(row, before))) return;
  await scheduleDraft(scope, row.id, scope.now);
}

const isBilledAlike = (one: BillingFields, other: BillingFields): boolean =>
  one.status === other.status &&
  one.start_time === other.start_time &&
  one.end_time === other.end_time &&
  one.entitlement_term_id === other.entitlement_term_id &&
  one.cancellation_job === other.cancellation_job &&
  one.info === other.info;

/** Schedules the draft of a direct sale at a time, unless that draft is pending already. */
export const scheduleDraft = (scope: OrgTransaction, entitlementId: string, at: Date): Promise<void> =>
  scheduleDrafts(scope, [{ scope, entitlementId, at }]);

/** Schedules drafts of direct sales, each at its time and in its own scope of the shared transaction. */
export async function scheduleDrafts(
  scope: OrgTransaction,
  drafts: readonly { scope: OrgScope; entitlementId: string; at: Date; isLate?: boolean }[],
): Promise<void> {
  if (drafts.length === 0) return;
  const jobs = drafts.map(({ scope, entitlementId, at, isLate }) => ({
    scope,
    definition: draftJob,
    payload: { entitlementId, at: at.toISOString(), ...(isLate ? { isLate } : {}) },
    at,
  }));
  await scope.query(enqueueUnlessWaiting(jobs));
}

/** `isUsage`: the marketplace accepted usage. `at`: when an instalment is due, RFC 3339. */
type ChargedPayload = { entitlementId: string; isUsage?: boolean | undefined; at?: string | undefined };

/**
 * Job that updates the gross amount of a marketplace sale with the charges to date, until the marketplace’s revenue
 * feed shows the sale. The handler is in `revenue/`, above this slice.
 */
export const chargedJob: JobDefinition<ChargedPayload> = {
  kind: 'revenue.charged',
  payload: z.object({
    entitlementId: z.string(),
    isUsage: z.boolean().optional(),
    at: z.string().optional(),
  }),
  lane: ({ entitlementId, isUsage, at = '' }) => `charged:${entitlementId}:${isUsage ? 'usage' : at}`,
  retry: backoff({ tries: 1000, longestMs: 300_000 }),
};

type AddonChargeFields = Pick<EntitlementRow, 'id' | 'partner' | 'status' | 'entitlement_term_id'>;

/** Updates the gross amount of a marketplace sale when it starts and with each new term. */
export async function scheduleCharged(
  scope: OrgTransaction,
  { id: entitlementId, ...row }: AddonChargeFields,
  before?: AddonChargeFields,
): Promise<void> {
  const isSame =
    before && row.status === before.status && row.entitlement_term_id === before.entitlement_term_id;
  if (!row.partner || isDirect(row.partner) || isSame) return;
  const job = { scope, definition: chargedJob, payload: { entitlementId }, at: scope.now };
  await scope.query(enqueueUnlessWaiting([job]));
}

/** Updates the gross amount of entitlements whose usage a marketplace has accepted. */
export async function scheduleChargedUsage(
  scope: OrgTransaction,
  entitlementIds: readonly string[],
): Promise<void> {
  if (entitlementIds.length === 0) return;
  const jobs = entitlementIds.map((entitlementId) => ({
    scope,
    definition: chargedJob,
    payload: { entitlementId, isUsage: true },
    at: scope.now,
  }));
  await scope.query(enqueueUnlessWaiting(jobs));
}
