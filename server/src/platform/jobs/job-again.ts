import type { OrgScope, OrgTransaction } from '../access/scope.ts';
import { columns, defineStatement } from '../database/define-statement.ts';
import type { Statement } from '../database/statement.ts';
import type { Again, InJob, JobRun } from './queue.ts';

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

/** Has a job that the transaction holds run again, as if it had not run yet. */
function runAgain(
  { organizationId, now, wallNow }: OrgTransaction,
  id: string,
  { at, payload, kind }: Again,
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

/** Ends a job that was repeated, and the transaction holds. */
const endRepeated = ({ organizationId, now }: OrgTransaction, id: string, outcome: string): Statement =>
  ended({
    key: { organization_id: organizationId, id },
    end: { outcome, ended_as: 'COMPLETED', end_time: now },
  });

/** No clock comes there: a job that waits for something is found by what it waits for. */
const never = '9999-12-31T00:00:00Z';

/** Lets a job that the transaction holds wait for something, as if this run of it had not been. */
const waitOn = (
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
 * Creates the ends of a run after which the job is run again.
 * @param note runs work in a transaction that holds the job while it is this process's
 * @param ended is called when the run has come to such an end
 */
export const createAgain = (
  job: { id: string; startedBefore: number },
  note: JobRun<unknown>['note'],
  ended: () => void,
): Pick<JobRun<unknown>, 'repeat' | 'waitFor'> => ({
  repeat: async (outcome, work, first) => {
    const repeat: InJob<void> = async (scope, found) => {
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
      if (waits) await scope.query(waitOn(scope, job, cause));
    });
    if (waits) ended();
    return waits;
  },
});

/** Makes the jobs of the organization ready that wait for something, which is there. */
export const resume = ({ organizationId }: OrgScope, cause: string): Statement => ({
  name: 'resume_jobs',
  text: `UPDATE job j SET waits_for = NULL, due_at = clock_timestamp(), ready_at = clock_timestamp()
         WHERE j.organization_id = $1 AND j.waits_for = $2 AND j.finished_at IS NULL AND j.lease_token IS NULL`,
  values: [organizationId, cause],
});

/**
 * Makes jobs of the organization ready that are to run later. One that runs is left.
 * @param ids selects their ids; the organization is its first parameter
 */
export const hasten = (name: string, ids: string, values: readonly unknown[]): Statement => ({
  name,
  text: `UPDATE job j SET clock = 'wall', due_at = clock_timestamp(), ready_at = clock_timestamp()
         WHERE j.organization_id = $1 AND j.id IN (${ids})
           AND j.finished_at IS NULL AND j.lease_token IS NULL AND j.waits_for IS NULL`,
  values: [...values],
});
