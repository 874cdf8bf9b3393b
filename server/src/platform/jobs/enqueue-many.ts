import type { OrgScope } from '../access/scope.ts';
import { columns, defineStatement, rows } from '../database/define-statement.ts';
import type { Statement } from '../database/statement.ts';
import { type JobDefinition, placeOf, prepareJob } from './queue.ts';

/** A job that is not listed as an operation, with the scope of its part of the transaction. */
export type ManyJob<P> = {
  scope: OrgScope;
  definition: Omit<JobDefinition<P>, 'operation' | 'exclusive'>;
  payload: P;
  /** The time at which the job is due. */
  at: Date;
};

const parts = {
  common: columns('job', [
    'organization_id',
    'clock',
    'creation_time',
    'started_by_type',
    'started_by_id',
    'traceparent',
  ]),
  jobs: rows('job', ['id', 'kind', 'lane', 'payload', 'due_at', 'ready_at', 'parent_id']),
};

const enqueueAll = defineStatement(
  'enqueue_jobs',
  parts,
  ({ common, jobs }) =>
    `${jobs.insert('n', { ...common.at, stands: placeOf('n.ready_at') })} FROM ${jobs.unnest('n')}`,
);

const enqueueMissing = defineStatement(
  'enqueue_missing_jobs',
  parts,
  ({ common, jobs }) =>
    `${jobs.insert('n', { ...common.at, stands: placeOf('n.ready_at') })} FROM ${jobs.unnest('n')}
     WHERE NOT EXISTS (
       SELECT FROM job j WHERE j.organization_id = ${common.at.organization_id} AND j.kind = n.kind AND j.lane = n.lane
         AND j.finished_at IS NULL AND j.attempts = 0 AND j.lease_token IS NULL)`,
);

/** Builds the statement that inserts the jobs of one transaction; the list must not be empty. */
export const enqueueMany = <P>(jobs: readonly ManyJob<P>[]): Statement => enqueueAll(valuesOf(jobs));

/**
 * Builds the statement that inserts jobs, except jobs whose queue key already has a job of the same kind waiting for
 * its first try.
 */
export const enqueueUnlessWaiting = <P>(jobs: readonly ManyJob<P>[]): Statement =>
  enqueueMissing(valuesOf(jobs));

function valuesOf<P>(jobs: readonly ManyJob<P>[]) {
  const prepared = jobs.map(({ scope, definition, payload, at }) => ({
    scope,
    job: prepareJob(scope, definition, payload, { at }),
  }));
  const [{ scope, job }] = prepared as [(typeof prepared)[number]];
  return {
    common: {
      organization_id: scope.organizationId,
      clock: job.clock,
      creation_time: scope.now,
      started_by_type: scope.actor.type,
      started_by_id: scope.actor.id,
      traceparent: job.traceparent,
    },
    jobs: prepared.map(({ scope: { jobId }, job: { id, kind, lane, payload, dueAt, readyAt } }) => ({
      id,
      kind,
      lane,
      payload,
      // Times are passed as text, because lists of times are slow to print.
      due_at: dueAt.toISOString(),
      ready_at: readyAt.toISOString(),
      parent_id: jobId,
    })),
  };
}
