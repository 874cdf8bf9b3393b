import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { InOrganization } from '../access/scope.ts';
import { createSharedWork } from '../access/shared-work.ts';
import type { Database } from '../database/database.ts';
import { columns, defineStatement } from '../database/define-statement.ts';
import type { RowOf } from '../database/rows.ts';
import type { Statement } from '../database/statement.ts';
import { inTrace, traceOf } from '../observability/trace.ts';
import { batchSizesOf, claimsOf } from './claims.ts';
import { createFinisher, endTimeIn, type Finisher } from './finisher.ts';
import { createAgain } from './job-again.ts';
import type { QueueKey } from './job-lines.ts';
import { groupJobs } from './job-shares.ts';
import {
  type Claim,
  type ClaimedJob,
  claimDuringExclusive,
  LeaseLost,
  nextDue,
  postpone,
  releaseJob,
  renewLease,
  requeueLeftBehind,
} from './job-store.ts';
import type { BackgroundLoop } from './loop.ts';
import { type AnyJobHandler, JobCancelled, type JobRun, type JobWork, TryFailed } from './queue.ts';
import { createGroupRun } from './run-together.ts';
import { createWakeSignal } from './wake-signal.ts';

/** Runs jobs as they become ready. A step runs the currently ready jobs sequentially, for tests and simulations. */
export type Worker = BackgroundLoop;

export type WorkerDeps = {
  database: Database;
  inOrganization: InOrganization;
  handlers: readonly AnyJobHandler[];
  log: Logger;
  concurrency: number;
  /** The duration of a lease without renewal. Default: 60 s. */
  leaseMs?: number;
  onFinished?: (kind: string, outcome: 'done' | 'retry' | 'failed') => void;
};

const usualLeaseMs = 60_000;
/**
 * The pause between two claims, so that one claim combines the jobs and slots that become available in the meantime.
 */
const restMs = 15;
/** The interval of `requeueLeftBehind`, which finds the rare jobs that still wait behind a finished job of their queue key. */
const requeueIntervalMs = 10_000;

/** The jobs that occupy one slot. */
type OccupiedSlot = { jobs: readonly ClaimedJob[]; done: Promise<void> };

/** The additional dependencies of a run. */
type RunDeps = WorkerDeps & { finisher: Finisher; shared: (place?: string) => InOrganization };

export function createWorker(options: WorkerDeps): Worker {
  const { database, inOrganization } = options;
  const deps = { ...options, finisher: createFinisher(database), shared: createSharedWork(inOrganization) };
  const handlers = new Map(deps.handlers.map((handler) => [handler.definition.kind, handler]));
  const running = new Map<string, OccupiedSlot>();
  const stopping = new AbortController();
  const wakeSignal = createWakeSignal();
  const leaseMs = deps.leaseMs ?? usualLeaseMs;
  let loop: Promise<void> | undefined;

  const together = batchSizesOf(deps.handlers);
  const claim = claimsOf(deps, { leaseMs, together }, () =>
    [...running.values()].map(({ jobs }) => jobs[0] as ClaimedJob),
  );
  const lineUp = createPeriodicRequeue(deps);

  const run = createRun(deps, { handlers, leaseMs, signal: stopping.signal });
  const groups = groupsOf(deps, leaseMs);
  const runGroup = createGroupRun(deps, { ...groups, handlers, run, signal: stopping.signal });

  /**
   * Claims jobs for the free slots. Returns whether more ready jobs are expected: immediately, after a pause, or not at
   * all.
   */
  const takeJobs = async (): Promise<'more' | 'some' | 'none'> => {
    const free = deps.concurrency - running.size;
    if (free <= 0) return 'none';
    const { jobs, more } = await claim(free);
    for (const group of groupJobs(jobs, together)) {
      const { id } = group[0] as ClaimedJob;
      const done = runGroup(group).finally(() => {
        running.delete(id);
        wakeSignal.notify();
      });
      running.set(id, { jobs: group, done });
    }
    return more ? 'more' : jobs.length > 0 ? 'some' : 'none';
  };

  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await lineUp();
      const taken = await takeJobs().catch((error: Error) => {
        deps.log.error({ err: error }, 'claiming jobs failed');
        return 'none';
      });
      if (taken === 'more') continue;
      // The pause comes before the wait, so that jobs after an idle time start immediately.
      await delay(restMs);
      if (taken === 'none') await wakeSignal.wait(requeueIntervalMs);
    }
  };

  return {
    step: () => runOne(claim, (jobs) => groupJobs(jobs, together), runGroup),
    start: () => {
      loop ??= work();
    },
    wake: wakeSignal.notify,
    stop: async (graceMs) => {
      stopping.abort();
      wakeSignal.notify();
      await loop;
      await endsOf(running, graceMs);
      await Promise.all([...running.values()].flatMap(({ jobs }) => jobs.map(groups.handBack)));
    },
  };
}

/** Creates the function that runs a job and renews its lease. */
function createRun(
  deps: RunDeps,
  by: { handlers: ReadonlyMap<string, AnyJobHandler>; leaseMs: number; signal: AbortSignal },
): (job: ClaimedJob, failed?: TryFailed) => Promise<void> {
  const { handlers, leaseMs, signal } = by;
  const kinds = [...handlers.keys()];
  const run = async (job: ClaimedJob, failed?: TryFailed): Promise<void> => {
    const renewal = setInterval(() => keepLease(deps, job, leaseMs), leaseMs / 3);
    try {
      const given = { signal, others: othersOf(deps, job, { kinds, leaseMs, run }) };
      const handler = handlers.get(job.kind) as AnyJobHandler;
      const outcome = await runJob(deps, failed ? rejectingHandler(handler, failed) : handler, job, given);
      deps.onFinished?.(job.kind, outcome);
    } finally {
      clearInterval(renewal);
    }
  };
  return run;
}

/** Creates a handler that fails with the error of a try that has already failed. */
const rejectingHandler = (handler: AnyJobHandler, failed: TryFailed): AnyJobHandler => ({
  ...handler,
  run: () => Promise.reject(failed),
});

/** Waits for running jobs to end, at most for the grace period. */
const endsOf = (running: ReadonlyMap<string, OccupiedSlot>, graceMs: number): Promise<unknown> =>
  Promise.race([
    Promise.all([...running.values()].map(({ done }) => done)),
    delay(graceMs, undefined, { ref: false }),
  ]);

async function runOne(
  claim: (limit: number) => Promise<Claim>,
  groups: (jobs: ClaimedJob[]) => ClaimedJob[][],
  run: (group: readonly ClaimedJob[]) => Promise<void>,
): Promise<number> {
  for (;;) {
    const { jobs, more } = await claim(1);
    for (const group of groups(jobs)) await run(group);
    if (jobs.length > 0 || !more) return jobs.length;
  }
}

/** Creates the periodic check for jobs that still wait behind a finished job, some queue keys at a time. */
function createPeriodicRequeue({ database, log }: WorkerDeps): () => Promise<void> {
  let after: QueueKey | undefined;
  let next = performance.now() + requeueIntervalMs;
  return async () => {
    if (performance.now() < next) return;
    next = performance.now() + requeueIntervalMs;
    try {
      after = await requeueLeftBehind(database, after);
    } catch (error) {
      log.error({ err: error }, 'could not check for jobs left waiting behind finished jobs');
    }
  };
}

/** Creates the functions that renew and release the leases of a group. */
const groupsOf = (deps: WorkerDeps, leaseMs: number) => ({
  leaseMs,
  renew: (job: ClaimedJob) => keepLease(deps, job, leaseMs),
  handBack: (job: ClaimedJob) => releaseJob(deps.database, job),
});

const keepLease = ({ database, log }: WorkerDeps, job: ClaimedJob, leaseMs: number): void => {
  renewLease(database, job, leaseMs).catch((error: Error) =>
    log.warn({ err: error, jobId: job.id }, 'a lease could not be renewed'),
  );
};

/** Creates the functions with which an exclusive job runs the other jobs of its organization. */
const othersOf = (
  { database }: WorkerDeps,
  exclusive: ClaimedJob,
  by: { kinds: readonly string[]; leaseMs: number; run: (job: ClaimedJob) => Promise<void> },
): JobRun<unknown>['others'] => ({
  runNext: async () => {
    const { kinds, leaseMs } = by;
    const job = await claimDuringExclusive(database, exclusive, { kinds, leaseMs, leaseToken: randomUUID() });
    if (job) await by.run(job);
    return job !== undefined;
  },
  nextDue: (scope, until) => nextDue(scope, exclusive, by.kinds, until),
});

const runJob: typeof runInTrace = (deps, handler, job, given) => {
  const { kind, organizationId } = job;
  const trace = traceOf(job.traceparent, () => ({
    name: `job ${kind}`,
    kind: 'consumer',
    facts: { 'tradepost.job': kind, 'tradepost.organization': organizationId },
  }));
  return inTrace(trace, async () => {
    const outcome = await runInTrace(deps, handler, job, given);
    trace.end?.({ 'tradepost.job.outcome': outcome }, outcome !== 'done');
    return outcome;
  });
};

async function runInTrace(
  deps: RunDeps,
  handler: AnyJobHandler,
  job: ClaimedJob,
  given: Pick<JobRun<unknown>, 'signal' | 'others'>,
): Promise<'done' | 'retry' | 'failed'> {
  const log = deps.log.child({ jobId: job.id, kind: job.kind });
  const context = jobContext(deps, handler.definition, job, { ...given, log });
  try {
    context.payload = handler.definition.payload.parse(context.payload);
  } catch (error) {
    return retryOrGiveUp(deps, { definition: handler.definition }, context, job, error as Error, log);
  }
  try {
    if (job.cancelledBy !== undefined) await conclude(handler, context, new JobCancelled(job.cancelledBy));
    else await handler.run(context);
    if (!context.finished()) throw new Error(`job ${job.kind} returned without an outcome`);
    return 'done';
  } catch (error) {
    if (error instanceof LeaseLost) {
      log.warn('the lease of the job was lost to another process');
      return 'retry';
    }
    return retryOrGiveUp(deps, handler, context, job, error as Error, log);
  }
}

async function retryOrGiveUp(
  deps: RunDeps,
  handler: Pick<AnyJobHandler, 'definition' | 'giveUp'>,
  context: JobRun<unknown>,
  job: ClaimedJob,
  error: Error,
  log: Logger,
): Promise<'retry' | 'failed'> {
  const { afterMs, isHarmless } = error instanceof TryFailed ? error : { afterMs: 0, isHarmless: false };
  const delayMs = handler.definition.retry(job.startedBefore + 1, job.failingMs);
  const wait = delayMs === undefined ? undefined : Math.max(delayMs, afterMs);
  log.warn({ err: error, attempts: job.startedBefore + 1, retryInMs: wait }, 'job failed');
  try {
    if (wait !== undefined) {
      await postpone(deps.database, job, { waitMs: wait, reason: error.message, isHarmless });
      return 'retry';
    }
    await conclude(handler, context, error instanceof TryFailed ? error.cause : error);
    return 'failed';
  } catch (second) {
    // The lease expires and the job is claimed again.
    log.error({ err: second }, 'could not record the failure of a job');
    return 'retry';
  }
}

const key = columns('job', ['organization_id', 'id']);
const lease = columns('job', ['lease_token']);
const end = columns('job', ['outcome', 'ended_as']);

const noteStatement = defineStatement(
  'hold_job',
  { key, lease },
  ({ key, lease }) => `SELECT j.id FROM job j
    WHERE ${key.equals('j')} AND ${lease.equals('j')} AND j.finished_at IS NULL FOR NO KEY UPDATE`,
);
const finishStatement = defineStatement(
  'job_finish',
  { key, lease, end },
  ({ key, lease, end }) => `UPDATE job j SET finished_at = clock_timestamp(), ${end.set}, lease_until = NULL,
      end_time = (SELECT ${endTimeIn('o')} FROM organization o WHERE o.organization_id = j.organization_id)
    WHERE ${key.equals('j')} AND ${lease.equals('j')} AND j.finished_at IS NULL RETURNING j.id`,
);
/** Finishes a job that was cancelled or has no tries left. */
async function conclude(
  handler: Pick<AnyJobHandler, 'giveUp'>,
  context: JobRun<unknown>,
  error: Error,
): Promise<void> {
  if (handler.giveUp) await handler.giveUp(context, error);
  else if (error instanceof JobCancelled) await context.finish(error.message, undefined, 'CANCELED');
  else await context.finish(`failed: ${error.message}`, undefined, 'FAILED');
}

function jobContext(
  deps: RunDeps,
  { shares, lane }: AnyJobHandler['definition'],
  job: ClaimedJob,
  given: Pick<JobRun<unknown>, 'signal' | 'others' | 'log'>,
) {
  let finished = false;
  // A job that has already failed could fail the whole group again.
  const isShared = shares && job.startedBefore === 0 && job.cancelledBy === undefined;
  const perhapsShared: InOrganization = (...given) =>
    (isShared ? deps.shared(lane(context.payload)) : deps.inOrganization)(...given);
  const inScope = <T>(work: JobWork<T>, first?: readonly Statement[]) =>
    perhapsShared(
      job.organizationId,
      job.id,
      (scope, found) => work({ ...scope, jobId: job.id }, found),
      first,
    );
  const own = { organization_id: job.organizationId, id: job.id };
  const mine = { key: own, lease: { lease_token: job.leaseToken } };
  const whileMine = (
    inOrganization: InOrganization,
    statement: Statement,
    work: JobWork<void>,
    first: readonly Statement[] = [],
  ) =>
    inOrganization(
      job.organizationId,
      job.id,
      async (scope, [held = [], ...found]) => {
        if (held.length === 0) throw new LeaseLost();
        await work({ ...scope, jobId: job.id }, found);
      },
      [statement, ...first],
    );
  // Each note has a separate transaction, because several jobs may write to the same row.
  const note: JobRun<unknown>['leasedTransaction'] = (work, first) =>
    whileMine(deps.inOrganization, noteStatement(mine), work, first);
  const context: JobRun<unknown> & { finished: () => boolean } = {
    organizationId: job.organizationId,
    environment: job.environment,
    jobId: job.id,
    payload: JSON.parse(job.payload),
    attempts: job.startedBefore,
    mayHaveActed: job.startedBefore > job.harmlessBefore,
    transaction: inScope,
    leasedTransaction: note,
    finish: async (said, work, endedAs = 'COMPLETED', first = []) => {
      const outcome = said.slice(0, 500);
      const end = { outcome, ended_as: endedAs };
      if (work) await whileMine(perhapsShared, finishStatement({ ...mine, end }), work, first);
      else if (!(await deps.finisher.finish({ job, outcome, endedAs }))) throw new LeaseLost();
      finished = true;
    },
    ...createAgain(job, note, () => {
      finished = true;
    }),
    cancelledBy: async (scope) => {
      const [row] = await scope.query<RowOf<'job', 'cancelled_by'>>({
        name: 'job_cancelled_by',
        text: 'SELECT cancelled_by FROM job WHERE organization_id = $1 AND id = $2',
        values: [job.organizationId, job.id],
      });
      return row?.cancelled_by ?? undefined;
    },
    ...given,
    finished: () => finished,
  };
  return context;
}
