import { z } from 'zod';
import { type AdapterRegistry, isDirect } from '../marketplaces/index.ts';
import { invalid } from '../platform/errors.ts';
import { millisecondsOf } from '../platform/fields.ts';
import { backoff, enqueue, JobCancelled, type JobDefinition, type JobHandler } from '../platform/queue.ts';
import type { OrgTransaction } from '../platform/scope.ts';
import type { CancellationSchedule } from '../products/records/index.ts';
import { cancelNow, requireCancellable } from './cancel.ts';
import { modifiedBy, openEntitlement, requireState } from './guard.ts';
import { entitlementCommands } from './states.ts';
import { changeEntitlement, type EntitlementRow, lockEntitlement } from './store.ts';

const maximumNote = 500;

/**
 * When a schedule is due: at once, at the end, or on its day, which lies between now and the end.
 * @throws 400 that names the field
 */
export function dueTime(schedule: CancellationSchedule, endTime: string | null, now: Date): Date {
  const refuse = (pointer: string, message: string) => invalid([{ pointer, message }]);
  if (Array.from(schedule.note ?? '').length > maximumNote)
    throw refuse('/note', `must have at most ${maximumNote} characters`);
  switch (schedule.type) {
    case 'Immediate':
      return now;
    case 'EndOfTerm':
      if (endTime === null) throw refuse('/type', 'cannot be EndOfTerm: the entitlement has no end');
      return new Date(endTime);
    case 'SpecificDate': {
      const due = schedule.cancelDate ? millisecondsOf(schedule.cancelDate) : undefined;
      if (due === undefined) throw refuse('/cancelDate', 'is required for type SpecificDate');
      if (due <= now.getTime()) throw refuse('/cancelDate', 'must be in the future');
      if (endTime !== null && due > Date.parse(endTime))
        throw refuse('/cancelDate', `must not be after the end, ${endTime}`);
      return new Date(due);
    }
    default:
      throw refuse('/type', 'must be one of EndOfTerm, Immediate, SpecificDate');
  }
}

/** Cancels an entitlement later, by a job. A schedule takes the place of an earlier one. */
export async function scheduleCancellation(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlementId: string,
  schedule: CancellationSchedule,
): Promise<EntitlementRow> {
  const entitlement = await openEntitlement(scope, entitlementId);
  if (!isDirect(entitlement.partner)) requireCancellable(scope, registry, entitlement);
  requireState(entitlement, 'scheduleCancellation');
  const at = dueTime(schedule, entitlement.end_time, scope.now);
  const id = scope.newId('job');
  await scope.query(enqueue(scope, cancelJob, { entitlementId, jobId: id }, { at, id }));
  const { type, note } = schedule;
  const kept: CancellationSchedule = {
    type,
    ...(type === 'SpecificDate' ? { cancelDate: at.toISOString() } : {}),
    ...(note ? { note } : {}),
    creationDate: scope.now.toISOString(),
  };
  return changeEntitlement(scope, entitlement, 'UPDATE', {
    metaInfo: { ...modifiedBy(scope), entitlementCancellationSchedule: kept },
    cancellationJob: id,
  });
}

/** Takes the schedule away; without one, nothing changes. */
export async function unscheduleCancellation(
  scope: OrgTransaction,
  entitlementId: string,
): Promise<EntitlementRow> {
  const entitlement = await openEntitlement(scope, entitlementId);
  requireState(entitlement, 'unscheduleCancellation');
  return entitlement.cancellation_job === null ? entitlement : forgetSchedule(scope, entitlement);
}

const forgetSchedule = (scope: OrgTransaction, entitlement: EntitlementRow): Promise<EntitlementRow> =>
  changeEntitlement(scope, entitlement, 'UPDATE', {
    metaInfo: modifiedBy(scope),
    removeMetaInfo: ['entitlementCancellationSchedule'],
    cancellationJob: '',
  });

type Payload = { entitlementId: string; jobId: string };

/** Carries out a scheduled cancellation, by the organization's clock. One that is far off keeps no other waiting. */
export const cancelJob: JobDefinition<Payload> = {
  kind: 'entitlements.cancel',
  payload: z.object({ entitlementId: z.string(), jobId: z.string() }),
  lane: ({ entitlementId, jobId }) => `cancel:${entitlementId}:${jobId}`,
  retry: backoff({ tries: 20 }),
  operation: {
    name: 'Cancel an entitlement as scheduled',
    subject: ({ entitlementId }) => ({ entitlementId }),
    cancellable: true,
  },
};

export const cancelJobHandler: JobHandler<Payload> = {
  definition: cancelJob,
  run: (job) =>
    job.finish('cancelled, unless that was taken back', async (scope) => {
      const entitlement = await lockEntitlement(scope, job.payload.entitlementId);
      if (entitlement?.cancellation_job !== job.jobId) return;
      const command = isDirect(entitlement.partner) ? 'cancel' : 'cancelAtMarketplace';
      const allowed: readonly string[] = entitlementCommands[command];
      if (allowed.includes(entitlement.status)) await cancelNow(scope, entitlement);
    }),
  // A try that failed has changed nothing.
  giveUp: (job, error) =>
    job.finish(
      error.message,
      async (scope) => {
        const entitlement = await lockEntitlement(scope, job.payload.entitlementId);
        if (entitlement?.cancellation_job === job.jobId) await forgetSchedule(scope, entitlement);
      },
      error instanceof JobCancelled ? 'CANCELED' : 'FAILED',
    ),
};
