import type { Logger } from 'pino';
import type { InOrganization, OrgTransaction } from '../access/scope.ts';
import { waitBriefly } from '../access/shared-work.ts';
import { columns, defineStatement, rows } from '../database/define-statement.ts';
import { inTrace, traceOf } from '../observability/trace.ts';
import { endTimeIn } from './finisher.ts';
import { type ClaimedJob, LeaseLost } from './job-store.ts';
import { type AnyJobHandler, type BatchedJob, type JobBatch, TryFailed } from './queue.ts';

const finish = defineStatement(
  'finish_jobs_together',
  {
    common: columns('job', ['organization_id', 'outcome', 'ended_as']),
    endings: rows('job', ['id', 'lease_token']),
  },
  ({ common, endings }) => `
    UPDATE job j SET finished_at = clock_timestamp(), outcome = ${common.at.outcome}, ended_as = ${common.at.ended_as},
      lease_until = NULL, end_time = (SELECT ${endTimeIn('o')} FROM organization o WHERE o.organization_id = ${common.at.organization_id})
    FROM ${endings.unnest('f')}
    WHERE j.organization_id = ${common.at.organization_id} AND j.id = f.id AND j.lease_token = f.lease_token
      AND j.finished_at IS NULL
    RETURNING j.id`,
);

/**
 * The number of concurrent groups of one organization. While one group waits for the database, the other group uses the
 * processor. More groups would only wait for each other, and every additional connection would have to read and plan
 * again.
 */
const groupsAtOnce = 2;

type RunDeps = {
  inOrganization: InOrganization;
  log: Logger;
  onFinished?: (kind: string, outcome: 'done') => void;
};

/** The maximum number of concurrent separate jobs of a group, which has one slot. */
const maxSeparateJobs = 4;

/** Creates the function that runs the jobs of one slot, together if possible, otherwise separately. */
export function createGroupRun(
  deps: RunDeps,
  by: {
    handlers: ReadonlyMap<string, AnyJobHandler>;
    /** @param failed the error of a try that has already failed, which replaces the run */
    run: (job: ClaimedJob, failed?: TryFailed) => Promise<void>;
    renew: (job: ClaimedJob) => void;
    handBack: (job: ClaimedJob) => Promise<void>;
    leaseMs: number;
    signal: AbortSignal;
  },
): (group: readonly ClaimedJob[]) => Promise<void> {
  const { handlers, run, renew, handBack, leaseMs, signal } = by;
  const inTurn = createTurns();
  return async (group) => {
    const [first, ...others] = group as [ClaimedJob, ...ClaimedJob[]];
    if (others.length === 0) return run(first);
    const renewal = setInterval(() => group.forEach(renew), leaseMs / 3);
    try {
      const left = [
        ...(await inTurn(first.organizationId, () =>
          runBatch(deps, handlers.get(first.kind) as AnyJobHandler, group),
        )),
      ];
      for (let done = left.length; done < group.length; done++) deps.onFinished?.(first.kind, 'done');
      const runLeft = async () => {
        for (let one = left.shift(); one; one = left.shift())
          await (signal.aborted ? handBack(one.job) : run(one.job, one.failed));
      };
      await Promise.all(Array.from({ length: maxSeparateJobs }, runLeft));
    } finally {
      clearInterval(renewal);
    }
  };
}

/** Creates the queues that limit the concurrent groups of an organization. */
function createTurns(): <T>(organizationId: string, work: () => Promise<T>) => Promise<T> {
  const turns = new Map<string, { running: number; waiting: (() => void)[] }>();
  return async (organizationId, work) => {
    const turn = turns.get(organizationId) ?? { running: 0, waiting: [] };
    turns.set(organizationId, turn);
    if (turn.running < groupsAtOnce) turn.running++;
    else await new Promise<void>((resolve) => turn.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = turn.waiting.shift();
      if (next) next();
      else if (--turn.running === 0) turns.delete(organizationId);
    }
  };
}

/**
 * Runs jobs of one kind and organization in one transaction, which also finishes the successful jobs.
 * @returns the jobs to run separately, with the errors of tries that have already failed; all jobs if the transaction
 * failed
 */
async function runBatch(
  { inOrganization, log }: RunDeps,
  { definition, batch }: AnyJobHandler,
  jobs: readonly ClaimedJob[],
): Promise<readonly SeparateJob[]> {
  const all = jobs.map((job): SeparateJob => ({ job }));
  const first = jobs.find(isFirstTry);
  if (!batch || !first) return all;
  const { organizationId, kind, traceparent } = first;
  const trace = traceOf(traceparent, () => ({
    name: `jobs ${kind}`,
    kind: 'consumer',
    facts: { 'tradepost.job': kind, 'tradepost.organization': organizationId },
  }));
  const workOf = (given: readonly PrefetchedJob[]) => async (scope: OrgTransaction) => {
    const done = await batch.work(
      given.map(({ job: { id }, payload, asked }): BatchedJob<unknown, unknown> => {
        return { jobId: id, payload, prefetched: asked, scope: { ...scope, requestId: id, jobId: id } };
      }),
    );
    const ended = given.filter(({ job }) => done.has(job.id)).map(({ job }) => job);
    if (ended.length === 0) return done;
    const common = { organization_id: organizationId, outcome: batch.outcome, ended_as: 'COMPLETED' };
    const endings = ended.map(({ id, leaseToken }) => ({ id, lease_token: leaseToken }));
    if ((await scope.query(finish({ common, endings }))).length < ended.length) throw new LeaseLost();
    return done;
  };
  let tried: ReadonlyMap<string, TryFailed> = new Map();
  const withTry = ({ job }: SeparateJob): SeparateJob => ({ job, failed: tried.get(job.id) });
  return inTrace(trace, async () => {
    try {
      const parsed = jobs.flatMap((job) => (isFirstTry(job) ? togetherOf(definition, job) : []));
      const { given, failed } = await prefetchAll(batch, parsed, log);
      tried = failed;
      const done =
        given.length < 2
          ? new Set()
          : await inOrganization(organizationId, first.id, workOf(given), [
              waitBriefly,
              ...(batch.first ?? []),
            ]);
      trace.end?.({ 'tradepost.job.outcome': 'done' }, false);
      return all.filter(({ job }) => !done.has(job.id)).map(withTry);
    } catch (error) {
      log.info({ err: error, kind, jobs: jobs.length }, 'a group of jobs failed; each job is run separately');
      trace.end?.({ 'tradepost.job.outcome': 'retry' }, true);
      // A job whose try has already failed must not query again.
      return all.map(withTry);
    }
  });
}

/** A job to run separately, with the error of a try that has already failed. */
type SeparateJob = { job: ClaimedJob; failed?: TryFailed | undefined };
type ParsedJob = { job: ClaimedJob; payload: unknown };
type PrefetchedJob = ParsedJob & { asked: unknown };

/**
 * Queries other systems for the data of all jobs. A job whose query fails runs separately and immediately, and queries
 * again. A `TryFailed` counts as the job's try.
 */
async function prefetchAll(
  { prefetch }: JobBatch<unknown, unknown>,
  given: readonly ParsedJob[],
  log: Logger,
): Promise<{ given: PrefetchedJob[]; failed: ReadonlyMap<string, TryFailed> }> {
  const failed = new Map<string, TryFailed>();
  if (!prefetch) return { given: given.map((each) => ({ ...each, asked: undefined })), failed };
  if (given.length < 2) return { given: [], failed };
  const all = await Promise.all(
    given.map(async ({ job, payload }) => {
      const asked = await prefetch({ ...job, payload }).catch((error: Error) => {
        if (error instanceof TryFailed) failed.set(job.id, error);
        log.info(
          { err: error, kind: job.kind, jobId: job.id },
          'a job is run separately because its query failed',
        );
        return undefined;
      });
      return { job, payload, asked };
    }),
  );
  return { given: all.filter(({ asked }) => asked !== undefined), failed };
}

/** Returns whether a job runs for the first time. A job that has already failed could fail the whole group again. */
const isFirstTry = ({ startedBefore, cancelledBy }: ClaimedJob): boolean =>
  startedBefore === 0 && cancelledBy === undefined;

function togetherOf(definition: AnyJobHandler['definition'], job: ClaimedJob): ParsedJob[] {
  const { success, data } = definition.payload.safeParse(JSON.parse(job.payload));
  return success ? [{ job, payload: data }] : [];
}
