import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { OrgScope, OrgTransaction } from '../access/scope.ts';
import { columns, defineStatement, type Part } from '../database/define-statement.ts';
import type { Row, Statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { traceparent } from '../observability/trace.ts';

/**
 * Work in a transaction of a job. Statements that are independent of the scope can be sent with BEGIN, as `first`;
 * the work receives their rows.
 */
export type JobWork<T> = (scope: OrgTransaction, found: readonly Row[][]) => Promise<T>;

/** The services for a running job. */
export type JobRun<P> = {
  organizationId: string;
  /** The environment of the organization: TEST or PROD. */
  environment: string;
  jobId: string;
  payload: P;
  /** The number of earlier starts of the job, including runs of lost processes; 0 on the first run. */
  attempts: number;
  /**
   * Whether an earlier run may have had an effect in another system: its process was lost, or a call's outcome is
   * unknown.
   */
  mayHaveActed: boolean;
  /** Runs a short transaction of the organization, to read or to write before calling other systems. */
  transaction: <T>(work: JobWork<T>, first?: readonly Statement[]) => Promise<T>;
  /** Runs a short transaction that commits only while this process has the job's lease. */
  leasedTransaction: (work: JobWork<void>, first?: readonly Statement[]) => Promise<void>;
  /** Returns the actor that cancelled the job while it runs, if any, so that a long job can stop early. */
  cancelledBy: (scope: OrgTransaction) => Promise<string | undefined>;
  /**
   * Finishes the job with its outcome in one transaction, so that the work for the outcome happens once. After a lost
   * lease, `finish` has no effect. The job's operation has the outcome, and the status COMPLETED or `endedAs`.
   */
  finish: (
    outcome: string,
    work?: JobWork<void>,
    endedAs?: EndStatus,
    first?: readonly Statement[],
  ) => Promise<void>;
  /**
   * Ends this run in one transaction and schedules the job to run again, at a time of the organization's clock and with
   * another payload, as if it had never run. If the work returns undefined, the job is finished with the outcome.
   */
  repeat: (
    outcome: string,
    work: (scope: OrgTransaction, found: readonly Row[][]) => Promise<NextRun | undefined>,
    first?: readonly Statement[],
  ) => Promise<void>;
  /**
   * Ends this run in one transaction, as if the run had not happened. The job then waits until `resume` is called for
   * the cause. If the work returns false, because the cause has been resolved in the meantime, the job continues.
   * Returns whether the job waits.
   */
  waitFor: (cause: string, work: (scope: OrgTransaction) => Promise<boolean>) => Promise<boolean>;
  signal: AbortSignal;
  /** The log, which includes the job in each line. */
  log: Logger;
  /** For an exclusive job, the other jobs of its organization, which only this process may run in the meantime. */
  others: {
    /** Runs the next ready job; returns false if no job is ready. A failed job is retried after its regular delay. */
    runNext: () => Promise<boolean>;
    /** Returns the due time of the next job by the organization's clock, up to the given time. */
    nextDue: (scope: OrgTransaction, until: Date) => Promise<Date | undefined>;
  };
};

/** A job that shares a transaction with other jobs, with its own scope in this transaction and the result of `prefetch`. */
export type BatchedJob<P, A = undefined> = {
  jobId: string;
  payload: P;
  scope: OrgTransaction;
  prefetched: A;
};

/**
 * The definition of a shared run for jobs of one kind and organization, which spreads the cost of a transaction over
 * all jobs.
 */
export type JobBatch<P, A = undefined> = {
  /** The maximum number of jobs in a group. */
  maxJobs: number;
  outcome: string;
  /**
   * Queries another system for the data of a job, before the transaction and concurrently for all jobs. A job whose
   * query returns undefined or throws runs separately. After a `TryFailed`, the job has used this try and waits for the
   * next try.
   */
  prefetch?: (job: Pick<JobRun<P>, 'organizationId' | 'environment' | 'payload'>) => Promise<A | undefined>;
  /** The statements that are sent with BEGIN. */
  first?: readonly Statement[];
  /**
   * Runs the work of all jobs, and returns the ids of the finished jobs. Each remaining job runs in a separate
   * transaction. If the work throws, all jobs run separately.
   */
  work: (jobs: readonly BatchedJob<P, A>[]) => Promise<ReadonlySet<string>>;
};

/** The next run of a job. */
export type NextRun = {
  at: Date;
  payload: object;
  /** The new kind of the job, if it changes. After a change the job can no longer be cancelled. */
  kind?: string;
};

/** The statuses in which a job can end. */
export const endings = ['COMPLETED', 'FAILED', 'CANCELED'] as const;
export type EndStatus = (typeof endings)[number];

/** The error passed to `giveUp` for a cancelled job. */
export class JobCancelled extends Error {
  override readonly name = 'JobCancelled';
  constructor(by: string) {
    super(`cancelled by ${by}`);
  }
}

/** The error for a failed try, with instructions for the retry. Its cause is the original error. */
export class TryFailed extends Error {
  override readonly name = 'TryFailed';
  override readonly cause: Error;
  /** The minimum delay before the next try, in milliseconds. */
  readonly afterMs: number;
  /** True if the try is known to have had no effect in other systems. */
  readonly isHarmless: boolean;
  constructor(
    cause: Error,
    { afterMs = 0, isHarmless }: { afterMs?: number | undefined; isHarmless: boolean },
  ) {
    super(cause.message);
    this.cause = cause;
    this.afterMs = afterMs;
    this.isHarmless = isHarmless;
  }
}

/** The columns of `job` that the queue uses. */
type OwnColumn =
  | 'organization_id'
  | 'id'
  | 'kind'
  | 'lane'
  | 'exclusive'
  | 'payload'
  | 'clock'
  | 'due_at'
  | 'ready_at'
  | 'position'
  | 'attempts'
  | 'harmless_attempts'
  | 'failing_since'
  | 'waits_for'
  | 'lease_token'
  | 'lease_until'
  | 'last_error'
  | 'finished_at'
  | 'outcome'
  | 'creation_time'
  | 'operation'
  | 'cancellable'
  | 'started_by_type'
  | 'started_by_id'
  | 'parent_id'
  | 'cancel_requested_at'
  | 'cancelled_by'
  | 'end_time'
  | 'ended_as'
  | 'status'
  | 'stands'
  | 'traceparent';

/** The subject records of a job, for its operation. The slices fill these remaining columns of `job`. */
export type JobSubject = { readonly [Column in SubjectColumn]?: string | undefined };
type SubjectColumn = Exclude<keyof Tables['job'], OwnColumn>;

/**
 * Returns the delay before the next try in milliseconds of the wall clock, or undefined to give up.
 * @param failingMs the time for which the tries have been failing
 */
export type RetryDelay = (attempts: number, failingMs: number) => number | undefined;

export type JobDefinition<P> = {
  /** The kind of the job, `<slice>.<action>`. */
  kind: string;
  payload: z.ZodType<P>;
  /** Returns the queue key of a job. Jobs with the same queue key run one after the other. */
  lane: (payload: P) => string;
  exclusive?: boolean;
  /** True for jobs that may take seconds, to which a process assigns only some of its slots. */
  slow?: true;
  retry: RetryDelay;
  /**
   * True if the job may share the transactions of its reads and its end with other ready jobs. Such a job locks and
   * writes only rows of its own queue key. If a job fails, every job runs again separately.
   */
  shares?: true;
  /**
   * The operation name of the job. After the cancellation of a cancellable job, `giveUp` is called with `JobCancelled`
   * instead of another try, and must expect effects of earlier tries.
   */
  operation?: { name: string; subject: (payload: P) => JobSubject; cancellable?: true };
};

export type JobHandler<P> = {
  definition: JobDefinition<P>;
  /**
   * Runs the job, which must end with `finish`.
   * @throws any error, after which the job is retried with the delay in its definition
   */
  run: (job: JobRun<P>) => Promise<void>;
  /** Records the failure. Called instead of another try if the last try failed or the job was cancelled. */
  giveUp?: (job: JobRun<P>, error: Error) => Promise<void>;
  /** The shared run of several ready jobs in their first try. Default: each job runs separately. */
  // biome-ignore lint/suspicious/noExplicitAny: what is asked has many types
  batch?: JobBatch<P, any>;
};

// biome-ignore lint/suspicious/noExplicitAny: a list of handlers has payloads of many types
export type AnyJobHandler = JobHandler<any>;

/** Creates the retry delays 1 s, 2 s, 4 s … up to the longest, for a number of tries. */
export const backoff =
  ({
    tries,
    firstMs = 1000,
    longestMs = 3_600_000,
  }: {
    tries: number;
    firstMs?: number;
    longestMs?: number;
  }): ((attempts: number) => number | undefined) =>
  (attempts) =>
    attempts >= tries ? undefined : Math.min(longestMs, firstMs * 2 ** (attempts - 1));

/** Creates the retry delays 1 s, 2 s, 4 s … up to the longest, until the tries have failed for `forMs`. */
export const persist =
  ({ forMs, firstMs, longestMs }: { forMs: number; firstMs: number; longestMs: number }): RetryDelay =>
  (attempts, failingMs) =>
    failingMs >= forMs ? undefined : Math.min(longestMs, firstMs * 2 ** (attempts - 1));

export type EnqueuedJob = {
  id: string;
  kind: string;
  lane: string;
  exclusive: boolean;
  payload: string;
  clock: 'organization' | 'wall';
  dueAt: Date;
  readyAt: Date;
  operation: string | undefined;
  cancellable: boolean;
  subject: JobSubject;
  /** The trace in which the job was enqueued. */
  traceparent: string | undefined;
};

/**
 * The details of a job: its due time by the organization's clock (immediately by default), its subject records besides
 * the payload, and its operation name if its kind has no operation name.
 */
type Details = { at?: Date; id?: string; subject?: JobSubject; operation?: string };

/** Prepares a job to be inserted in the caller's transaction. */
export function prepareJob<P>(
  scope: OrgScope,
  definition: JobDefinition<P>,
  payload: P,
  details: Details = {},
): EnqueuedJob {
  const offsetMs = scope.now.getTime() - scope.wallNow.getTime();
  const dueAt = details.at ?? scope.now;
  const { operation } = definition;
  return {
    id: details.id ?? scope.newId('job'),
    kind: definition.kind,
    lane: definition.lane(payload),
    exclusive: definition.exclusive ?? false,
    payload: JSON.stringify(payload),
    clock: 'organization',
    dueAt,
    readyAt: new Date(dueAt.getTime() - offsetMs),
    operation: details.operation ?? operation?.name,
    cancellable: operation?.cancellable ?? false,
    subject: { ...operation?.subject(payload), ...details.subject },
    traceparent: traceparent(),
  };
}

export const enqueue = <P>(
  scope: OrgScope,
  definition: JobDefinition<P>,
  payload: P,
  details: Details = {},
): Statement => {
  const job = prepareJob(scope, definition, payload, details);
  return insertOf(job.subject)({
    job: {
      organization_id: scope.organizationId,
      id: job.id,
      kind: job.kind,
      lane: job.lane,
      exclusive: job.exclusive,
      payload: job.payload,
      clock: job.clock,
      due_at: job.dueAt,
      ready_at: job.readyAt,
      creation_time: scope.now,
      started_by_type: scope.actor.type,
      started_by_id: scope.actor.id,
      parent_id: scope.jobId,
      operation: job.operation,
      cancellable: job.cancellable,
      traceparent: job.traceparent,
    },
    subject: job.subject,
  });
};

const enqueued = [
  'organization_id',
  'id',
  'kind',
  'lane',
  'exclusive',
  'payload',
  'clock',
  'due_at',
  'ready_at',
  'creation_time',
  'started_by_type',
  'started_by_id',
  'parent_id',
  'operation',
  'cancellable',
  'traceparent',
] as const;

const inserts = new Map<string, ReturnType<typeof defineInsert>>();

/** Returns the statement that inserts a job with these subject columns, cached per combination of columns. */
function insertOf(subject: JobSubject): ReturnType<typeof defineInsert> {
  const about = (Object.keys(subject) as SubjectColumn[]).filter((column) => subject[column] !== undefined);
  const name = `enqueue_job${nameOf(about)}`;
  const insert = inserts.get(name) ?? defineInsert(name, about);
  inserts.set(name, insert);
  return insert;
}

const defineInsert = (name: string, about: readonly SubjectColumn[]) =>
  defineStatement(name, { job: columns('job', enqueued), subject: subjectOf(about) }, ({ job, subject }) =>
    job.insert({ ...subject.at, stands: placeOf(job.at.ready_at) }),
  );

/**
 * Builds the SQL expression for the position of a new job. A job that is due later is inserted as waiting for its due
 * time, so that no claim has to move the job.
 */
export const placeOf = (readyAt: string): string =>
  `CASE WHEN ${readyAt} > clock_timestamp() THEN 'TIME' ELSE 'LINE' END`;

type SubjectSql = { at: { readonly [Column in SubjectColumn]?: string } };

const subjectOf = (about: readonly SubjectColumn[]): Part<SubjectSql, JobSubject> => ({
  ...columns('job', about),
  values: (subject) => about.map((column) => subject[column]),
});

/**
 * Creates the name of the statement with these columns. The name contains a hash, because statement names have a
 * maximum length.
 */
const nameOf = (columns: readonly string[]): string =>
  columns.length === 0 ? '' : `_about_${hash('sha1', columns.join(' ')).slice(0, 8)}`;

/**
 * Builds the statement that cancels obsolete waiting jobs of a queue key, which would otherwise be listed as pending
 * until their due time. A job that is being finished is unchanged.
 */
export const withdraw = <P>(
  scope: OrgScope,
  { kind, lane }: Pick<JobDefinition<P>, 'kind' | 'lane'>,
  payload: P,
): Statement => ({
  name: 'withdraw_job',
  text: `UPDATE job j SET cancel_requested_at = $4, cancelled_by = $5, clock = 'wall', due_at = clock_timestamp(),
           ready_at = clock_timestamp()
         WHERE j.organization_id = $1 AND j.id IN (
           SELECT id FROM job WHERE organization_id = $1 AND kind = $2 AND lane = $3 AND finished_at IS NULL
             AND cancellable AND cancel_requested_at IS NULL FOR UPDATE SKIP LOCKED)`,
  values: [
    ...[scope.organizationId, kind, lane(payload), scope.now],
    scope.actor.name ?? scope.actor.email ?? scope.actor.id,
  ],
});
