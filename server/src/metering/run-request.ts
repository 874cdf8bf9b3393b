import { endedJob } from '../entitlements/index.ts';
import type { OrgScope } from '../platform/access/scope.ts';
import { columns, defineStatement, parameters } from '../platform/database/define-statement.ts';
import type { Statement } from '../platform/database/statement.ts';
import { enqueue, prepareJob } from '../platform/jobs/queue.ts';
import { runJob } from './run-job-definition.ts';

const hourMs = 3_600_000;

/** The begin of the hour in which a moment lies (UTC). */
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

/** The job that settles what is reported in the hour of a moment. */
export const runIdOf = (moment: Date): string =>
  `run_${hourOf(moment).toISOString().slice(0, 13).replaceAll(/\D/g, '')}`;

const marginMs = 300_000;

/** When the first run after a moment has settled what was reported until it began. */
export const firstRunAfter = (moment: Date): Date => new Date(hourOf(moment).getTime() + hourMs + marginMs);

/**
 * Has the calls that wait settled at the end of the present hour of the organization's clock: one job for each hour, however
 * many calls ask for it. Where that job has ended already, there is another at once. It goes into the transaction of the
 * call, after `acquireCallLock`.
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
 * Has usage settled at once of entitlements that have ended: at the end of the hour their marketplace may take it no more.
 * It goes into the transaction of the call.
 */
export const requestLastRuns = (scope: OrgScope, entitlementIds: readonly string[]): Statement[] =>
  [...new Set(entitlementIds)].map((entitlementId) => enqueue(scope, endedJob, { entitlementId }));

const lockOf = (scope: OrgScope) => [scope.organizationId];

/** Acquires the lock that calls share until they commit: a run that ends waits for them. The first statement of a call. */
export const acquireCallLock = (scope: OrgScope): Statement => ({
  name: 'lock_usage_call',
  text: `SELECT pg_advisory_xact_lock_shared(hashtextextended('usage call' || chr(10) || $1, 0))`,
  values: lockOf(scope),
});

/**
 * Acquires the lock by which a run ends, until its transaction ends: in that transaction it looks once more whether calls
 * wait, in a statement after this one, and ends its job if none does. Calls that were under way are seen then, and those
 * that come after it find its job ended.
 */
export const acquireRunEndLock = (scope: OrgScope): Statement => ({
  name: 'lock_usage_run_end',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('usage call' || chr(10) || $1, 0))`,
  values: lockOf(scope),
});
