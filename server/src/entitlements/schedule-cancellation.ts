import { type AdapterRegistry, isDirect } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { route } from '../platform/http/route.ts';
import { enqueue, JobCancelled, type JobHandler } from '../platform/jobs/queue.ts';
import { modifiedBy } from '../products/index.ts';
import { CancellationSchedule, type WorkloadMetaInfo } from '../products/records/index.ts';
import { cancelNow, requireCancellable } from './cancel.ts';
import { changeEntitlement } from './change.ts';
import type { EntitlementRow } from './columns.ts';
import { dueTime } from './dates.ts';
import { type CancelPayload, cancelJob, withdrawCancellation } from './jobs.ts';
import type { EntitlementPages } from './page-links.ts';
import { requireState } from './preconditions.ts';
import type { EntitlementInfo } from './records.ts';
import { type ChangeDeps, changes, partnerErrors, stateErrors } from './response.ts';
import { entitlementCommands } from './states.ts';
import { lockEntitlement } from './store.ts';
import { requireCurrentEntitlement } from './terms/index.ts';

export const scheduleCancellationRoute = ({ registry, pages }: ChangeDeps) =>
  route({
    ...changes,
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/scheduleCancellation',
    operationId: 'scheduleEntitlementCancellation',
    summary: 'Schedule the cancellation of an entitlement',
    description:
      'Replaces an earlier schedule, and has the effect of a cancellation at the scheduled time. A direct sale ends on the scheduled ' +
      'date: later usage is rejected, and charges of that date or later are not due.',
    body: CancellationSchedule,
    serverSetFields: ['creationDate'],
    example: { type: 'SpecificDate', cancelDate: '2027-06-30T00:00:00.000Z', note: 'The buyer moves on' },
    errors: partnerErrors,
    run: {
      kind: 'transaction',
      handle: async (scope, request) => {
        const { params, body } = request;
        const changed = await scheduleCancellation(scope, registry, params.entitlementId, body);
        return pages.answerChange(scope, request, changed);
      },
    },
  });

export const unscheduleCancellationRoute = ({ pages }: { pages: EntitlementPages }) =>
  route({
    ...changes,
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/unscheduleCancellation',
    operationId: 'unscheduleEntitlementCancellation',
    summary: 'Withdraw a scheduled cancellation',
    description: 'Has no effect without a scheduled cancellation.',
    errors: stateErrors,
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) =>
        pages.answer(scope, await unscheduleCancellation(scope, params.entitlementId)),
    },
  });

/**
 * Time before its end at which an automatically renewed entitlement is cancelled; a later cancellation would
 * charge the buyer for the next term.
 */
const leadMs = 3_600_000;

/** Computes the due time of a cancellation at the end of the term. */
function endOfTerm(partner: string | null, info: string, end: string, now: Date): Date {
  const renews = !isDirect(partner) && (JSON.parse(info) as EntitlementInfo).autoRenew === true;
  return new Date(Math.max(now.getTime(), Date.parse(end) - (renews ? leadMs : 0)));
}

/** Schedules the cancellation of an entitlement, replacing an earlier schedule. */
async function scheduleCancellation(
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

/**
 * Requires that a cancellation can be scheduled.
 * @throws 400 if only the buyer can cancel, or the status does not allow it
 */
export function requireSchedulable(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlement: EntitlementRow,
): void {
  requireCancellable(scope, registry, entitlement);
  requireState(entitlement, 'scheduleCancellation');
}

/** Withdraws the scheduled cancellation; has no effect if no cancellation is scheduled. */
async function unscheduleCancellation(scope: OrgTransaction, entitlementId: string): Promise<EntitlementRow> {
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

/** Computes the new due time of a cancellation at the end of the term, if the end has moved. */
const comesLater = ({ info, meta_info, end_time, partner }: EntitlementRow, now: Date): Date | undefined => {
  const { entitlementCancellationSchedule: schedule } = JSON.parse(meta_info) as WorkloadMetaInfo;
  if (schedule?.type !== 'EndOfTerm' || end_time === null) return undefined;
  const due = endOfTerm(partner, info, end_time, now);
  return due > now ? due : undefined;
};

export const cancelJobHandler: JobHandler<CancelPayload> = {
  definition: cancelJob,
  run: (job) =>
    job.finish('cancelled, unless the schedule was withdrawn or moved with the end', async (scope) => {
      const entitlement = await lockEntitlement(scope, job.payload.entitlementId);
      if (entitlement?.cancellation_job !== job.payload.jobId) return;
      const command = isDirect(entitlement.partner) ? 'cancel' : 'cancelAtMarketplace';
      const allowed = entitlementCommands[command];
      if (!allowed.includes(entitlement.status)) return;
      const at = comesLater(entitlement, scope.now);
      if (at) await scope.query(enqueue(scope, cancelJob, job.payload, { at }));
      else await cancelNow(scope, entitlement);
    }),
  // A failed attempt is rolled back, so only the schedule is removed.
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
