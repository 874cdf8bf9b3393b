import type { OrgScope } from '../access/scope.ts';
import { columns, defineStatement, rows } from '../database/define-statement.ts';
import type { Statement } from '../database/statement.ts';
import { type JobDefinition, placeOf, prepareJob } from './queue.ts';

/** A job that nobody follows; its scope is that of the part of the transaction that it is for. */
export type ManyJob<P> = {
  scope: OrgScope;
  definition: Omit<JobDefinition<P>, 'operation' | 'exclusive'>;
  payload: P;
  /** When it is due. */
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

/** Makes the statement that writes jobs of one transaction; it needs one at least. */
export const enqueueMany = <P>(jobs: readonly ManyJob<P>[]): Statement => enqueueAll(valuesOf(jobs));

/** Makes the statement that writes those of them of which no other waits in their lane for its first try. */
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
      // As text: lists of times are long to print.
      due_at: dueAt.toISOString(),
      ready_at: readyAt.toISOString(),
      parent_id: jobId,
    })),
  };
}
