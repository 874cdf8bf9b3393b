import { z } from 'zod';
import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { backoff, enqueue, type JobDefinition, withdraw } from '../../platform/jobs/queue.ts';
import type { WorkloadMetaInfo } from '../../products/records/index.ts';
import type { EntitlementRow } from '../columns.ts';

/** `jobId`: the first job of the cancellation schedule, by which the entitlement knows it. */
export type CancelPayload = { entitlementId: string; jobId: string };

/** Carries out a scheduled cancellation, by the organization's clock. One that is far off keeps no other waiting. */
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
 * The job of a cancellation whose time came before the entitlement began: a marketplace ends nothing that waits to
 * begin, so that the scheduled job found nothing that it could do.
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
