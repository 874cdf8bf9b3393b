import { endedJob } from '../entitlements/index.ts';
import type { OrgScope } from '../platform/access/scope.ts';
import { columns, defineStatement, parameters } from '../platform/database/define-statement.ts';
import type { Statement } from '../platform/database/statement.ts';
import { enqueue, prepareJob } from '../platform/jobs/queue.ts';
import { runJob } from './run-job-definition.ts';

const hourMs = 3_600_000;

/** Returns the start of the UTC hour of a time. */
export const hourOf = (moment: Date): Date => new Date(Math.floor(moment.getTime() / hourMs) * hourMs);

const request = defineStatement(
  'request_usage_run',
  {
    job: columns('job', [
      'organization_id',
      'kind',
      'lane',
      'exclusive',
      'payload',
      'clock',
      'creation_time',
      'started_by_type',
      'started_by_id',
      'cancellable',
      'traceparent',
    ]),
    run: parameters({
      id: 'text',
      dueAt: 'timestamptz',
      readyAt: 'timestamptz',
      lateId: 'text',
      now: 'timestamptz',
      wallNow: 'timestamptz',
    }),
  },
  ({ job, run }) => `${job.insert({
    id: `CASE WHEN f.late THEN ${run.lateId} ELSE ${run.id} END`,
    due_at: `CASE WHEN f.late THEN ${run.now} ELSE ${run.dueAt} END`,
    ready_at: `CASE WHEN f.late THEN ${run.wallNow} ELSE ${run.readyAt} END`,
  })}
    FROM (SELECT EXISTS (SELECT FROM job j WHERE j.organization_id = ${job.at.organization_id} AND j.id = ${run.id}
            AND j.finished_at IS NOT NULL) AS late) f
    ON CONFLICT (organization_id, id) DO NOTHING`,
);

/** Computes the id of the job that settles the usage that was reported in the hour of a time. */
export const runIdOf = (moment: Date): string =>
  `run_${hourOf(moment).toISOString().slice(0, 13).replaceAll(/\D/g, '')}`;

const marginMs = 300_000;

/**
 * Computes the time by which the first run after a given time has settled the usage that was reported before
 * the given time.
 */
export const firstRunAfter = (moment: Date): Date => new Date(hourOf(moment).getTime() + hourMs + marginMs);

/**
 * Enqueues the run at the end of the current hour of the organization’s clock. All calls of the hour share
 * one job. If this job has already ended, a new job is enqueued immediately. Must run in the transaction of
 * the call, after `acquireCallLock`.
 */
export function requestRun(scope: OrgScope): Statement {
  const hour = hourOf(scope.now);
  const at = new Date(hour.getTime() + hourMs);
  const id = runIdOf(scope.now);
  const job = prepareJob(scope, runJob, { hour: hour.toISOString() }, { at, id });
  return request({
    job: {
      organization_id: scope.organizationId,
      kind: job.kind,
      lane: job.lane,
      exclusive: job.exclusive,
      payload: job.payload,
      clock: job.clock,
      creation_time: scope.now,
      started_by_type: scope.actor.type,
      started_by_id: scope.actor.id,
      cancellable: job.cancellable,
      traceparent: job.traceparent,
    },
    run: {
      id,
      dueAt: job.dueAt,
      readyAt: job.readyAt,
      lateId: scope.newId(id),
      now: scope.now,
      wallNow: scope.wallNow,
    },
  });
}

/**
 * Enqueues an immediate settlement for ended entitlements, because their marketplace may not accept the usage
 * at the end of the hour. Must run in the transaction of the call.
 */
export const requestLastRuns = (scope: OrgScope, entitlementIds: readonly string[]): Statement[] =>
  [...new Set(entitlementIds)].map((entitlementId) => enqueue(scope, endedJob, { entitlementId }));

const lockOf = (scope: OrgScope) => [scope.organizationId];

/**
 * Acquires the shared lock that calls hold until they commit, so that the end of a run waits for calls in
 * flight. Must be the first statement of a call.
 */
export const acquireCallLock = (scope: OrgScope): Statement => ({
  name: 'lock_usage_call',
  text: `SELECT pg_advisory_xact_lock_shared(hashtextextended('usage call' || chr(10) || $1, 0))`,
  values: lockOf(scope),
});

/**
 * Acquires the exclusive lock under which a run ends, until the end of the transaction. The transaction then
 * checks for pending calls again and ends the job only if no call is pending. Calls that were in flight
 * before the lock are visible to this check; later calls read that the job has ended.
 */
export const acquireRunEndLock = (scope: OrgScope): Statement => ({
  name: 'lock_usage_run_end',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('usage call' || chr(10) || $1, 0))`,
  values: lockOf(scope),
});
