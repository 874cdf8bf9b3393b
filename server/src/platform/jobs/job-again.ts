import type { OrgScope, OrgTransaction } from '../access/scope.ts';
import { columns, defineStatement } from '../database/define-statement.ts';
import type { Statement } from '../database/statement.ts';
import type { JobRun, JobWork, NextRun } from './queue.ts';

const key = columns('job', ['organization_id', 'id']);

const again = defineStatement(
  'run_job_again',
  { key, next: columns('job', ['payload', 'clock', 'due_at', 'ready_at']) },
  ({ key, next }) => `UPDATE job j SET ${next.set}, attempts = 0, harmless_attempts = 0, failing_since = NULL,
      lease_token = NULL, lease_until = NULL, last_error = NULL
    WHERE ${key.equals('j')}`,
);
const againAs = defineStatement(
  'run_job_again_as',
  { key, next: columns('job', ['payload', 'clock', 'due_at', 'ready_at', 'kind']) },
  ({ key, next }) => `UPDATE job j SET ${next.set}, attempts = 0, harmless_attempts = 0, failing_since = NULL,
      lease_token = NULL, lease_until = NULL, last_error = NULL,
      cancellable = false, cancel_requested_at = NULL, cancelled_by = NULL
    WHERE ${key.equals('j')}`,
);

/** Builds the statement that schedules a locked job to run again, as if it had never run. */
function runAgain(
  { organizationId, now, wallNow }: OrgTransaction,
  id: string,
  { at, payload, kind }: NextRun,
): Statement {
  const offsetMs = now.getTime() - wallNow.getTime();
  const next = {
    payload: JSON.stringify(payload),
    clock: 'organization',
    due_at: at,
    ready_at: new Date(at.getTime() - offsetMs),
  };
  const own = { organization_id: organizationId, id };
  return kind === undefined ? again({ key: own, next }) : againAs({ key: own, next: { ...next, kind } });
}

const ended = defineStatement(
  'end_repeated_job',
  { key, end: columns('job', ['outcome', 'ended_as', 'end_time']) },
  ({ key, end }) => `UPDATE job j SET finished_at = clock_timestamp(), ${end.set}, lease_until = NULL
    WHERE ${key.equals('j')}`,
);

/** Builds the statement that finishes a locked job that is not repeated. */
const endRepeated = ({ organizationId, now }: OrgTransaction, id: string, outcome: string): Statement =>
  ended({
    key: { organization_id: organizationId, id },
    end: { outcome, ended_as: 'COMPLETED', end_time: now },
  });

/** A time that no clock reaches, the due time of jobs that wait for a cause. Such jobs are found by their cause. */
const never = '9999-12-31T00:00:00Z';

/** Builds the statement with which a locked job waits for a cause, as if its current run had not happened. */
const waitForCause = (
  { organizationId }: OrgScope,
  { id, startedBefore }: { id: string; startedBefore: number },
  cause: string,
): Statement => ({
  name: 'let_job_wait',
  text: `UPDATE job j SET waits_for = $3, attempts = $4, failing_since = NULL, last_error = NULL,
           lease_token = NULL, lease_until = NULL, clock = 'wall',
           due_at = CASE WHEN j.cancelled_by IS NULL THEN $5::timestamptz ELSE clock_timestamp() END,
           ready_at = CASE WHEN j.cancelled_by IS NULL THEN $5::timestamptz ELSE clock_timestamp() END
         WHERE j.organization_id = $1 AND j.id = $2`,
  values: [organizationId, id, cause, startedBefore, never],
});

/**
 * Creates the functions that end a run and let the job run again.
 * @param note runs work in a transaction that locks the job, while this process has the job's lease
 * @param ended is called after such an end
 */
export const createAgain = (
  job: { id: string; startedBefore: number },
  note: JobRun<unknown>['leasedTransaction'],
  ended: () => void,
): Pick<JobRun<unknown>, 'repeat' | 'waitFor'> => ({
  repeat: async (outcome, work, first) => {
    const repeat: JobWork<void> = async (scope, found) => {
      const next = await work(scope, found);
      await scope.query(next ? runAgain(scope, job.id, next) : endRepeated(scope, job.id, outcome));
    };
    await note(repeat, first);
    ended();
  },
  waitFor: async (cause, work) => {
    let waits = false;
    await note(async (scope) => {
      waits = await work(scope);
      if (waits) await scope.query(waitForCause(scope, job, cause));
    });
    if (waits) ended();
    return waits;
  },
});

/** Builds the statement that makes an organization's waiting jobs ready after their cause is resolved. */
export const resume = ({ organizationId }: OrgScope, cause: string): Statement => ({
  name: 'resume_jobs',
  text: `UPDATE job j SET waits_for = NULL, due_at = clock_timestamp(), ready_at = clock_timestamp()
         WHERE j.organization_id = $1 AND j.waits_for = $2 AND j.finished_at IS NULL AND j.lease_token IS NULL`,
  values: [organizationId, cause],
});

/**
 * Builds the statement that makes scheduled jobs of the organization ready immediately. Running jobs are unchanged.
 * @param ids SQL that selects their ids; its first parameter is the organization
 */
export const makeReadyNow = (name: string, ids: string, values: readonly unknown[]): Statement => ({
  name,
  text: `UPDATE job j SET clock = 'wall', due_at = clock_timestamp(), ready_at = clock_timestamp()
         WHERE j.organization_id = $1 AND j.id IN (${ids})
           AND j.finished_at IS NULL AND j.lease_token IS NULL AND j.waits_for IS NULL`,
  values: [...values],
});
