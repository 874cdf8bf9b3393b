import { type AdapterRegistry, isDirect } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { enqueue, JobCancelled, type JobHandler } from '../../platform/jobs/queue.ts';
import { millisecondsOf } from '../../platform/records/fields.ts';
import { modifiedBy } from '../../products/index.ts';
import type { CancellationSchedule, WorkloadMetaInfo } from '../../products/records/index.ts';
import {
  type CancelPayload,
  cancelJob,
  changeEntitlement,
  requireState,
  withdrawCancellation,
} from '../change/index.ts';
import type { EntitlementRow } from '../columns.ts';
import type { EntitlementInfo } from '../records.ts';
import { entitlementCommands } from '../states.ts';
import { lockEntitlement } from '../store.ts';
import { requireCurrentEntitlement } from '../terms/index.ts';
import { cancelNow, requireCancellable } from './cancel.ts';

const maximumNote = 500;

/**
 * Computes when a scheduled cancellation is due: at once, at the end, or on its day, which lies between now and the
 * end.
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

/** An entitlement that its marketplace renews is cancelled so long before: afterwards the next term is paid for. */
const leadMs = 3_600_000;

/** Reads when a cancellation for the end of the term is due. */
function endOfTerm(partner: string | null, info: string, end: string, now: Date): Date {
  const renews = !isDirect(partner) && (JSON.parse(info) as EntitlementInfo).autoRenew === true;
  return new Date(Math.max(now.getTime(), Date.parse(end) - (renews ? leadMs : 0)));
}

/** Schedules the cancellation of an entitlement, in place of an earlier one. */
export async function scheduleCancellation(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlementId: string,
  schedule: CancellationSchedule,
): Promise<EntitlementRow> {
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  requireSchedulable(scope, registry, entitlement);
  const { partner, info, end_time: end } = entitlement;
  const due = dueTime(schedule, end, scope.now);
  const at = schedule.type === 'EndOfTerm' && end ? endOfTerm(partner, info, end, scope.now) : due;
  await withdrawCancellation(scope, entitlement);
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
    metaInfo: { lastModifiedBy: modifiedBy(scope), entitlementCancellationSchedule: kept },
    cancellationJob: id,
  });
}

/** @throws 400 where only the buyer can cancel, or by its state */
export function requireSchedulable(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlement: EntitlementRow,
): void {
  requireCancellable(scope, registry, entitlement);
  requireState(entitlement, 'scheduleCancellation');
}

/** Withdraws the scheduled cancellation; without one, nothing changes. */
export async function unscheduleCancellation(
  scope: OrgTransaction,
  entitlementId: string,
): Promise<EntitlementRow> {
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  requireState(entitlement, 'unscheduleCancellation');
  return entitlement.cancellation_job === null ? entitlement : removeCancellationSchedule(scope, entitlement);
}

async function removeCancellationSchedule(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
): Promise<EntitlementRow> {
  await withdrawCancellation(scope, entitlement);
  return changeEntitlement(scope, entitlement, 'UPDATE', {
    metaInfo: { lastModifiedBy: modifiedBy(scope) },
    removeMetaInfo: ['entitlementCancellationSchedule'],
    cancellationJob: '',
  });
}

/** The new time of a cancellation for the end of the term, when the end has moved since. */
const comesLater = ({ info, meta_info, end_time, partner }: EntitlementRow, now: Date): Date | undefined => {
  const { entitlementCancellationSchedule: schedule } = JSON.parse(meta_info) as WorkloadMetaInfo;
  if (schedule?.type !== 'EndOfTerm' || end_time === null) return undefined;
  const due = endOfTerm(partner, info, end_time, now);
  return due > now ? due : undefined;
};

export const cancelJobHandler: JobHandler<CancelPayload> = {
  definition: cancelJob,
  run: (job) =>
    job.finish('cancelled, unless that was taken back, or put off with the end', async (scope) => {
      const entitlement = await lockEntitlement(scope, job.payload.entitlementId);
      if (entitlement?.cancellation_job !== job.payload.jobId) return;
      const command = isDirect(entitlement.partner) ? 'cancel' : 'cancelAtMarketplace';
      const allowed = entitlementCommands[command];
      if (!allowed.includes(entitlement.status)) return;
      const at = comesLater(entitlement, scope.now);
      if (at) await scope.query(enqueue(scope, cancelJob, job.payload, { at }));
      else await cancelNow(scope, entitlement);
    }),
  // A try that failed has changed nothing.
  giveUp: (job, error) =>
    job.finish(
      error.message,
      async (scope) => {
        const entitlement = await lockEntitlement(scope, job.payload.entitlementId);
        if (entitlement?.cancellation_job === job.payload.jobId)
          await removeCancellationSchedule(scope, entitlement);
      },
      error instanceof JobCancelled ? 'CANCELED' : 'FAILED',
    ),
};
