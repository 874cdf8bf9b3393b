import type { Database } from '../database/database.ts';
import { columns, defineStatement, parameters, selectList } from '../database/define-statement.ts';
import type { ColumnOf, RowOf } from '../database/rows.ts';
import type { Queryable, Statement, Transaction, TransactionWithLast } from '../database/statement.ts';
import {
  blockBehindRunning,
  byReadiness,
  deferUntilDue,
  enqueueDueJobs,
  findCandidates,
  findReadyQueues,
  firstOfQueueKey,
  mostMoved,
  type QueueKey,
  requeueUnblocked,
} from './job-lines.ts';
import {
  type BatchSizes,
  type Candidate,
  chooseJobs,
  groupJobs,
  type ReadyQueue,
  shareSlots,
} from './job-shares.ts';

export type ClaimedJob = {
  organizationId: string;
  /** The environment of the organization. */
  environment: string;
  id: string;
  kind: string;
  payload: string;
  /** The number of earlier starts of the job, including runs of lost processes. */
  startedBefore: number;
  /** The number of earlier runs that are known to have had no effect. */
  harmlessBefore: number;
  /** Milliseconds since the first of the consecutive failed runs; 0 before the first failure. */
  failingMs: number;
  leaseToken: string;
  /** The actor that cancelled the job, if any. A cancelled job runs only its final handling. */
  cancelledBy: string | undefined;
  /** The trace in which the job was enqueued. */
  traceparent: string | undefined;
};

const claimedColumns = [
  'organization_id',
  'id',
  'kind',
  'payload',
  'attempts',
  'harmless_attempts',
  'lease_token',
  'cancelled_by',
  'traceparent',
] as const satisfies readonly ColumnOf<'job'>[];
type ClaimedRow = RowOf<'job', (typeof claimedColumns)[number]> &
  RowOf<'organization', 'environment'> & { failing_ms: number };

const settings = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  // Disabled plan methods raise the estimated cost above the threshold of JIT compilation, and compiling one plan takes
  // longer than the claims of a whole second.
  jit: 'off',
  // A single plan is suitable for all parameters, and planning each claim would take longer than its execution.
  plan_cache_mode: 'force_generic_plan',
};

/**
 * Forces the planner to use ordered index scans for the queries of a claim, because statistics are missing in a new
 * database and wrong after a burst. The plan is cached.
 */
export const planByIndexes: Statement = {
  name: 'plan_claims',
  text: `SELECT set_config(setting, value, true)
         FROM unnest($1::text[], $2::text[]) wanted (setting, value)`,
  values: [Object.keys(settings), Object.values(settings)],
};

/** Locks the claims of all processes against each other, before the statements that follow. */
function acquireClaimLock({ send }: Transaction): void {
  send(planByIndexes);
  send({ name: 'lock_claims', text: 'SELECT pg_advisory_xact_lock(7239441002)', values: [] });
}

export type ClaimOptions = {
  kinds: readonly string[];
  /** The kinds of long jobs, and the maximum number of long jobs to claim. */
  slow?: { kinds: ReadonlySet<string>; slots: number };
  /** The kinds whose jobs run together and count as one job. */
  batchSizes?: BatchSizes;
  limit: number;
  /** Returns the maximum number of one organization's jobs within the limit. Default: the whole limit. */
  maxJobsOf?: (organizationId: string) => number;
  leaseMs: number;
  leaseToken: string;
};

export type Claim = {
  jobs: ClaimedJob[];
  /** True if jobs were only moved between queues. The claim should then be repeated, because more jobs may be ready. */
  more: boolean;
};

/**
 * Claims ready jobs in the system role. At most one job of a queue key runs at a time. An exclusive job runs only while
 * no other job of its organization runs, and blocks later jobs of its organization while it waits or runs. Slots go to
 * the organizations that run the fewest jobs. Claims of all processes take turns, with an advisory lock for this short
 * transaction, so that these rules hold. A claim reads at most a fixed multiple of the limit and of the number of
 * organizations with waiting jobs.
 */
export function claimJobs(database: Database, options: ClaimOptions): Promise<Claim> {
  return database.transaction(async (queryable) => {
    acquireClaimLock(queryable);
    // Both queries are sent together, because usually few jobs must be moved into ready queues.
    const [due, before] = await Promise.all([enqueueDueJobs(queryable), findReadyQueues(queryable)]);
    const lines = due > 0 ? await findReadyQueues(queryable) : before;
    const early = await deferUntilDue(
      queryable,
      lines.filter((line) => !line.due),
    );
    const found = await findJobs(
      queryable,
      lines.filter((line) => line.due),
      options,
    );
    const jobs = await take(queryable, found.chosen, options);
    const moved = due === mostMoved || early === mostMoved || found.moved;
    return { jobs, more: groupJobs(jobs, options.batchSizes).length < options.limit && moved };
  }, 'system');
}

/** The maximum number of rounds. Every round except the last has found only organizations without claimable jobs. */
const mostRounds = 8;

/**
 * Finds the jobs to claim in due ready queues. Organizations without claimable jobs leave their slots to other
 * organizations. When jobs were moved but no job was chosen, the claim must commit and be repeated, since its queries
 * would find the moved jobs again.
 */
async function findJobs(
  queryable: Queryable,
  due: readonly ReadyQueue[],
  { kinds, slow = noneSlow, batchSizes, limit, maxJobsOf = () => limit }: ClaimOptions,
): Promise<{ chosen: Candidate[]; moved: boolean }> {
  const known = new Set(slow.slots > 0 ? kinds : kinds.filter((kind) => !slow.kinds.has(kind)));
  let open = due.filter(({ kind }) => known.has(kind));
  for (let round = 1; ; round++) {
    const shares = shareSlots(open, limit, maxJobsOf);
    if (shares.length === 0) return { chosen: [], moved: false };
    const candidates = await findCandidates(queryable, open, shares, batchSizes);
    const chosen = chooseJobs(candidates, shares, slow, batchSizes);
    const moved = (await blockBehindRunning(queryable, candidates)) > 0;
    const wanted = shares.reduce((sum, { slots }) => sum + slots, 0);
    if (chosen.length > 0 || moved || round === mostRounds)
      return { chosen, moved: moved && chosen.length < wanted };
    const tried = new Set(shares.map(({ organizationId }) => organizationId));
    open = open.filter(({ organizationId }) => !tried.has(organizationId));
  }
}

const noneSlow = { kinds: new Set<string>(), slots: 0 };

/** SQL expressions for the environment of a job's organization, and for the time since the job began to fail. */
const beside = `(SELECT o.environment FROM organization o WHERE o.organization_id = j.organization_id) AS environment,
  coalesce(extract(epoch FROM clock_timestamp() - j.failing_since) * 1000, 0)::float8 AS failing_ms`;

async function take(
  { last }: TransactionWithLast,
  chosen: readonly Candidate[],
  { leaseMs, leaseToken }: ClaimOptions,
): Promise<ClaimedJob[]> {
  if (chosen.length === 0) return [];
  // This statement is separate because a running scan cannot mark dead index entries while the index changes. The rows
  // are locked, so their ctids are still valid.
  const rows = await last<ClaimedRow & RowOf<'job', 'ready_at' | 'position'>>({
    name: 'claim_jobs',
    text: `
      UPDATE job j SET lease_token = $3, attempts = j.attempts + 1, stands = 'TIME',
        lease_until = clock_timestamp() + $2 * interval '1 millisecond'
      WHERE j.ctid = ANY ($1::tid[])
      RETURNING ${selectList<'job'>('j', [...claimedColumns, 'ready_at', 'position'])}, ${beside}`,
    values: [chosen.map(({ row }) => row), leaseMs, leaseToken],
  });
  return rows.sort(byReadiness).map(fromRow);
}

/**
 * Moves jobs that no longer follow another job into their ready queues, for some queue keys at a time.
 * @returns the queue key at which to continue
 */
export const requeueLeftBehind = (
  database: Database,
  after: QueueKey | undefined,
): Promise<QueueKey | undefined> =>
  database.transaction(async (queryable) => {
    queryable.send(planByIndexes);
    return requeueUnblocked(queryable, after);
  }, 'system');

/** A running exclusive job, whose lease covers claims of other jobs of its organization. */
export type ExclusiveJob = { organizationId: string; id: string; leaseToken: string };

/** The error for a job whose lease has been lost to another process. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * Claims the next ready job for the process that runs the organization's exclusive job, which blocks all other
 * processes. Returns undefined if no job is ready.
 * @throws LeaseLost if the exclusive job has lost its lease
 */
export function claimDuringExclusive(
  database: Database,
  exclusive: ExclusiveJob,
  options: { kinds: readonly string[]; leaseMs: number; leaseToken: string },
): Promise<ClaimedJob | undefined> {
  return database.transaction(async (queryable) => {
    acquireClaimLock(queryable);
    const leased = await queryable.query({
      name: 'hold_exclusive_job',
      text: `SELECT j.id FROM job j WHERE j.organization_id = $1 AND j.id = $2 AND j.lease_token = $3
               AND j.finished_at IS NULL`,
      values: [exclusive.organizationId, exclusive.id, exclusive.leaseToken],
    });
    if (leased.length === 0) throw new LeaseLost();
    const [row] = await queryable.query<ClaimedRow>({
      name: 'claim_job_beside',
      text: `
        UPDATE job j SET lease_token = $4, attempts = j.attempts + 1, stands = 'TIME',
          lease_until = clock_timestamp() + $5 * interval '1 millisecond'
        WHERE j.organization_id = $1 AND j.id = (
          SELECT c.id FROM job c
          WHERE c.organization_id = $1 AND c.id <> $2 AND c.finished_at IS NULL AND NOT c.exclusive
            AND c.ready_at <= clock_timestamp() AND c.kind = ANY ($3)
            AND (c.lease_until IS NULL OR c.lease_until < clock_timestamp())
            AND c.position = ${firstOfQueueKey('c')}
          ORDER BY c.ready_at, c.position LIMIT 1)
        RETURNING ${selectList<'job'>('j', claimedColumns)}, ${beside}`,
      values: [exclusive.organizationId, exclusive.id, options.kinds, options.leaseToken, options.leaseMs],
    });
    return row && fromRow(row);
  }, 'system');
}

/**
 * Reads the due time of an organization's next job by the organization's clock; undefined if no job is due until the
 * given time.
 */
export async function nextDue(
  queryable: Queryable,
  exclusive: Pick<ExclusiveJob, 'organizationId' | 'id'>,
  kinds: readonly string[],
  until: Date,
): Promise<Date | undefined> {
  const [row] = await queryable.query<RowOf<'job', 'due_at'>>({
    name: 'next_due_job',
    text: `SELECT c.due_at FROM job c
           WHERE c.organization_id = $1 AND c.id <> $2 AND c.finished_at IS NULL AND NOT c.exclusive
             AND c.kind = ANY ($3) AND c.clock = 'organization' AND c.due_at <= $4
             AND (c.lease_until IS NULL OR c.lease_until < clock_timestamp())
             AND c.position = ${firstOfQueueKey('c')}
           ORDER BY c.due_at LIMIT 1`,
    values: [exclusive.organizationId, exclusive.id, kinds, until],
  });
  return row && new Date(row.due_at);
}

const fromRow = (row: ClaimedRow): ClaimedJob => ({
  organizationId: row.organization_id,
  environment: row.environment,
  id: row.id,
  kind: row.kind,
  payload: row.payload,
  startedBefore: row.attempts - 1,
  harmlessBefore: row.harmless_attempts,
  failingMs: row.failing_ms,
  leaseToken: row.lease_token as string,
  cancelledBy: row.cancelled_by ?? undefined,
  traceparent: row.traceparent ?? undefined,
});

const postponed = defineStatement(
  'postpone_job',
  {
    key: columns('job', ['organization_id', 'id', 'lease_token']),
    failure: columns('job', ['last_error']),
    more: parameters({ waitMs: 'double precision', isCancelled: 'boolean', harmless: 'integer' }),
  },
  ({
    key,
    failure,
    more,
  }) => `UPDATE job j SET lease_token = NULL, lease_until = NULL, ${failure.set}, clock = 'wall',
      failing_since = coalesce(j.failing_since, clock_timestamp()),
      harmless_attempts = j.harmless_attempts + ${more.harmless},
      due_at = clock_timestamp() + ${more.waitMs} * interval '1 millisecond',
      ready_at = clock_timestamp() + CASE WHEN j.cancelled_by IS NULL OR ${more.isCancelled} THEN ${more.waitMs} ELSE 0 END
        * interval '1 millisecond'
    WHERE ${key.equals('j')} AND j.finished_at IS NULL`,
);

/**
 * Schedules a failed job for another try, by the wall clock. A job that was cancelled while it ran is ready immediately
 * for its final handling.
 */
export const postpone = (
  database: Database,
  job: ClaimedJob,
  { waitMs, reason, isHarmless }: { waitMs: number; reason: string; isHarmless: boolean },
): Promise<void> =>
  change(
    database,
    postponed({
      key: { organization_id: job.organizationId, id: job.id, lease_token: job.leaseToken },
      failure: { last_error: reason.slice(0, 500) },
      more: { waitMs, isCancelled: job.cancelledBy !== undefined, harmless: isHarmless ? 1 : 0 },
    }),
  );

/** Extends the lease on a long job, so that other processes cannot claim the job while its own process is alive. */
export const renewLease = (database: Database, job: ClaimedJob, leaseMs: number): Promise<void> =>
  change(database, {
    name: 'renew_job_lease',
    text: `UPDATE job SET lease_until = clock_timestamp() + $4 * interval '1 millisecond'
           WHERE organization_id = $1 AND id = $2 AND lease_token = $3 AND finished_at IS NULL`,
    values: [job.organizationId, job.id, job.leaseToken, leaseMs],
  });

/** Releases the lease on an unfinished job, so that another process can claim the job immediately. */
export const releaseJob = (database: Database, job: ClaimedJob): Promise<void> =>
  change(database, {
    name: 'hand_back_job',
    text: `UPDATE job SET lease_token = NULL, lease_until = NULL
           WHERE organization_id = $1 AND id = $2 AND lease_token = $3 AND finished_at IS NULL`,
    values: [job.organizationId, job.id, job.leaseToken],
  });

const change = (database: Database, statement: Parameters<Queryable['query']>[0]): Promise<void> =>
  database.transaction(async ({ last }) => {
    await last(statement);
  }, 'system');
