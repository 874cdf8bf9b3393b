import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { OrgScope, OrgTransaction } from '../access/scope.ts';
import { columns, defineStatement, type Part } from '../database/define-statement.ts';
import type { Row, Statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { traceparent } from '../observability/trace.ts';

/**
 * Work in a transaction of a job. What needs nothing of its scope may go with the beginning, as `first`: the work is given
 * the rows of each of these statements.
 */
export type InJob<T> = (scope: OrgTransaction, found: readonly Row[][]) => Promise<T>;

/** The services that a running job is given. */
export type JobRun<P> = {
  organizationId: string;
  /** Of the organization: TEST or PROD. */
  environment: string;
  jobId: string;
  payload: P;
  /** How often the job was started before, also by a process that was lost: 0 on the first run. */
  attempts: number;
  /** Whether one of these runs may have had an effect outside: it was lost, or what it called did not say. */
  mayHaveActed: boolean;
  /** A short transaction of the organization, to read or to note something before calling outside. */
  transaction: <T>(work: InJob<T>, first?: readonly Statement[]) => Promise<T>;
  /** A short transaction that writes only while the job is still this process's. */
  note: (work: InJob<void>, first?: readonly Statement[]) => Promise<void>;
  /** Who cancelled the job since it runs, if somebody did: one that takes long may end before its end. */
  cancelledBy: (scope: OrgTransaction) => Promise<string | undefined>;
  /**
   * Ends the job in one transaction with its outcome, so that the outcome happens once. Nothing is written when the
   * lease was lost in the meantime. Whoever follows the job reads the outcome, and COMPLETED unless `endedAs` says
   * otherwise.
   */
  finish: (
    outcome: string,
    work?: InJob<void>,
    endedAs?: EndedAs,
    first?: readonly Statement[],
  ) => Promise<void>;
  /**
   * Ends this run in one transaction, and has the job run again at a time of the organization's clock with another
   * payload, as if it had not run yet; without a time it ends with the outcome.
   */
  repeat: (
    outcome: string,
    work: (scope: OrgTransaction, found: readonly Row[][]) => Promise<Again | undefined>,
    first?: readonly Statement[],
  ) => Promise<void>;
  /**
   * Ends this run in one transaction, as if it had not been, and lets the job wait until `resume` is called for the cause,
   * unless the work finds that the cause is mended already. Answers whether it waits.
   */
  waitFor: (cause: string, work: (scope: OrgTransaction) => Promise<boolean>) => Promise<boolean>;
  signal: AbortSignal;
  /** The log, each line of which names the job. */
  log: Logger;
  /** For an exclusive job: the other jobs of its organization, which nobody else runs meanwhile. */
  others: {
    /** Runs the one that is ready first; false when none is. One that fails is tried again later, as always. */
    runNext: () => Promise<boolean>;
    /** When the next one is due by the organization's clock, if one is by this time. */
    nextDue: (scope: OrgTransaction, until: Date) => Promise<Date | undefined>;
  };
};

/** A job that is run with others in one transaction: its own scope of that transaction, and what was asked for it before. */
export type JobTogether<P, A = undefined> = { jobId: string; payload: P; scope: OrgTransaction; asked: A };

/** How jobs of one kind and one organization are run in one transaction, which costs each of them a part of one. */
export type Together<P, A = undefined> = {
  /** How many at most. */
  most: number;
  outcome: string;
  /**
   * Asks outside, before the transaction, what the work of a job needs; all are asked at once. Those of which it is undefined, or
   * fails, are run by themselves; one that fails by a `TryFailed` has had its try, and waits for the next.
   */
  ask?: (job: Pick<JobRun<P>, 'organizationId' | 'environment' | 'payload'>) => Promise<A | undefined>;
  /** Statements that go with the beginning of the transaction. */
  first?: readonly Statement[];
  /**
   * Does the work of all of them, and answers which it has done. The others are run by themselves, each in a transaction of
   * its own; where this fails, all are.
   */
  work: (jobs: readonly JobTogether<P, A>[]) => Promise<ReadonlySet<string>>;
};

/** The next run of a job. */
export type Again = {
  at: Date;
  payload: object;
  /** The kind that the job is of from then on, where it is another one: nobody cancels it any more. */
  kind?: string;
};

/** The ends of a job. */
export const endings = ['COMPLETED', 'FAILED', 'CANCELED'] as const;
export type EndedAs = (typeof endings)[number];

/** The reason by which a job is given up that somebody cancelled. */
export class JobCancelled extends Error {
  override readonly name = 'JobCancelled';
  constructor(by: string) {
    super(`cancelled by ${by}`);
  }
}

/** A failed try of which more is known than that it failed. Its cause is why. */
export class TryFailed extends Error {
  override readonly name = 'TryFailed';
  override readonly cause: Error;
  /** How long to wait at least, in milliseconds. */
  readonly afterMs: number;
  /** It is known to have changed nothing outside. */
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

/** Columns of `job` by which it is run. */
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

/** The records that a job is about, for those who follow it: in the other columns of `job`, which the slices fill. */
export type JobSubject = { readonly [Column in SubjectColumn]?: string | undefined };
type SubjectColumn = Exclude<keyof Tables['job'], OwnColumn>;

/**
 * Answers how long to wait before the next try, or that there is none; in milliseconds of the wall clock.
 * @param failingMs how long each try has failed by now
 */
export type RetryDelay = (attempts: number, failingMs: number) => number | undefined;

export type JobDefinition<P> = {
  /** `<slice>.<what>` */
  kind: string;
  payload: z.ZodType<P>;
  /** Jobs with the same lane run one after the other. */
  lane: (payload: P) => string;
  exclusive?: boolean;
  /** It may take seconds: only a part of a process's slots is for such jobs. */
  slow?: true;
  retry: RetryDelay;
  /**
   * What it reads, and its end, may share a transaction with those of jobs that come at once: it locks and writes nothing there but
   * what its lane is about. Where one fails, each is done again by itself.
   */
  shares?: true;
  /**
   * Callers can follow the job, by this name. A cancellable one is not started again once it was cancelled: its
   * `giveUp` is called with `JobCancelled`, and must know that earlier tries may have had their effect.
   */
  operation?: { name: string; subject: (payload: P) => JobSubject; cancellable?: true };
};

export type JobHandler<P> = {
  definition: JobDefinition<P>;
  /** @throws anything: the job is tried again after the definition's delay. It must end with `finish`. */
  run: (job: JobRun<P>) => Promise<void>;
  /** Called in place of another try when the last one failed or the job was cancelled, to record that. */
  giveUp?: (job: JobRun<P>, error: Error) => Promise<void>;
  /** Several that are ready together are run so on their first try; where it is absent, each by itself. */
  // biome-ignore lint/suspicious/noExplicitAny: what is asked has many types
  together?: Together<P, any>;
};

// biome-ignore lint/suspicious/noExplicitAny: a list of handlers has payloads of many types
export type AnyJobHandler = JobHandler<any>;

/** 1 s, 2 s, 4 s … up to the longest, a number of times. */
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

/** 1 s, 2 s, 4 s … up to the longest, until the tries have failed for so long. */
export const persist =
  ({ forMs, firstMs, longestMs }: { forMs: number; firstMs: number; longestMs: number }): RetryDelay =>
  (attempts, failingMs) =>
    failingMs >= forMs ? undefined : Math.min(longestMs, firstMs * 2 ** (attempts - 1));

export type Enqueued = {
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
  /** Of the trace that enqueued it. */
  traceparent: string | undefined;
};

/**
 * The details of a job: when it is due, by the organization's clock: at once when absent. What it is about beside its
 * payload, and how it is called when it can be followed this time, though its kind is not always an operation.
 */
type Details = { at?: Date; id?: string; subject?: JobSubject; operation?: string };

/** A job to be written in the caller's transaction. */
export function prepareJob<P>(
  scope: OrgScope,
  definition: JobDefinition<P>,
  payload: P,
  details: Details = {},
): Enqueued {
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

/** Makes the statement that writes a job about such things: of each combination of them there is one statement. */
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

/** Where a new job stands: one that is not due waits for its time from the start, and no claim has to put it there. */
export const placeOf = (readyAt: string): string =>
  `CASE WHEN ${readyAt} > clock_timestamp() THEN 'TIME' ELSE 'LINE' END`;

type SubjectSql = { at: { readonly [Column in SubjectColumn]?: string } };

const subjectOf = (about: readonly SubjectColumn[]): Part<SubjectSql, JobSubject> => ({
  ...columns('job', about),
  values: (subject) => about.map((column) => subject[column]),
});

/** A name for the statement with these columns: names of statements are bounded in length. */
const nameOf = (columns: readonly string[]): string =>
  columns.length === 0 ? '' : `_about_${hash('sha1', columns.join(' ')).slice(0, 8)}`;

/**
 * Cancels what waits in the lane of a job that nobody needs any more, so that it is not shown as under way until its
 * time. One that ends just now is left to it.
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
