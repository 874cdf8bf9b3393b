import type { Database } from '../database/database.ts';
import { columns, defineStatement, parameters, selected } from '../database/define-statement.ts';
import type { ColumnOf, RowOf } from '../database/rows.ts';
import type { Ending, Queryable, Statement, Transacting } from '../database/statement.ts';
import {
  byReadiness,
  findCandidates,
  findLines,
  firstOfLane,
  type LaneName,
  lineUpDue,
  lineUpLeftBehind,
  mostMoved,
  putOff,
  setAside,
} from './job-lines.ts';
import {
  type Candidate,
  chooseJobs,
  groupJobs,
  type Line,
  shareSlots,
  type TogetherMost,
} from './job-shares.ts';

export type ClaimedJob = {
  organizationId: string;
  /** Of the organization. */
  environment: string;
  id: string;
  kind: string;
  payload: string;
  /** How often it was started before, also by a process that was lost. */
  startedBefore: number;
  /** How many of these runs are known to have had no effect. */
  harmlessBefore: number;
  /** How long all runs have failed, in milliseconds; 0 before one has. */
  failingMs: number;
  leaseToken: string;
  /** Who cancelled it, when somebody did: it is not run again, only brought to its end. */
  cancelledBy: string | undefined;
  /** Of the trace that enqueued it. */
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
  // Compiling a plan takes longer than all claims of a second, and is begun for one that was switched off but needed.
  jit: 'off',
  // There is one plan whatever is asked for: made anew for each claim, it costs more than what it does.
  plan_cache_mode: 'force_generic_plan',
};

/**
 * Sets the planner so that what a claim reads is found by indexes, in their order, whatever the statistics say: they
 * are absent in a young database and false after a burst. A plan that was made so is kept.
 */
export const planByIndexes: Statement = {
  name: 'plan_claims',
  text: `SELECT set_config(setting, value, true)
         FROM unnest($1::text[], $2::text[]) wanted (setting, value)`,
  values: [Object.keys(settings), Object.values(settings)],
};

/** Acquires the lock by which the claims of all processes take turns, before all that follows. */
function acquireClaimLock({ send }: Transacting): void {
  send(planByIndexes);
  send({ name: 'lock_claims', text: 'SELECT pg_advisory_xact_lock(7239441002)', values: [] });
}

export type ClaimOptions = {
  kinds: readonly string[];
  /** Kinds that take long, and how many jobs of these are taken at most. */
  slow?: { kinds: ReadonlySet<string>; slots: number };
  /** Kinds of which several jobs are run together, and count as one. */
  together?: TogetherMost;
  limit: number;
  /** How many of the limit one organization may have; all when absent. */
  most?: (organizationId: string) => number;
  leaseMs: number;
  leaseToken: string;
};

export type Claim = {
  jobs: ClaimedJob[];
  /** There may be others that are ready: jobs were only moved, and the claim is to be repeated. */
  more: boolean;
};

/**
 * Takes jobs that are ready, as the system: at most one of a lane; none of an organization in which an exclusive job
 * runs, or waits and came before; an exclusive one only when nothing else of its organization runs. Slots go to the
 * organizations that run fewest. Claims of all processes take turns (an advisory lock for the length of this short
 * transaction), so that these conditions hold. It reads no more than a fixed multiple of the limit and of the
 * organizations that have jobs in line.
 */
export function claimJobs(database: Database, options: ClaimOptions): Promise<Claim> {
  return database.transaction(async (queryable) => {
    acquireClaimLock(queryable);
    // In one go: what was lined up is seldom anything.
    const [due, before] = await Promise.all([lineUpDue(queryable), findLines(queryable)]);
    const lines = due > 0 ? await findLines(queryable) : before;
    const early = await putOff(
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
    return { jobs, more: groupJobs(jobs, options.together).length < options.limit && moved };
  }, 'system');
}

/** Rounds are few: each but the last has met organizations that have nothing to take. */
const mostRounds = 8;

/**
 * Finds the jobs that are claimed, in lines that are due. Organizations of which nothing can be taken leave their slots
 * to others. When jobs were moved and none is taken, the claim is to be repeated: what it moved is met again until it
 * has committed.
 */
async function findJobs(
  queryable: Queryable,
  due: readonly Line[],
  { kinds, slow = noneSlow, together, limit, most = () => limit }: ClaimOptions,
): Promise<{ chosen: Candidate[]; moved: boolean }> {
  const known = new Set(slow.slots > 0 ? kinds : kinds.filter((kind) => !slow.kinds.has(kind)));
  let open = due.filter(({ kind }) => known.has(kind));
  for (let round = 1; ; round++) {
    const shares = shareSlots(open, limit, most);
    if (shares.length === 0) return { chosen: [], moved: false };
    const candidates = await findCandidates(queryable, open, shares, together);
    const chosen = chooseJobs(candidates, shares, slow, together);
    const moved = (await setAside(queryable, candidates)) > 0;
    const wanted = shares.reduce((sum, { slots }) => sum + slots, 0);
    if (chosen.length > 0 || moved || round === mostRounds)
      return { chosen, moved: moved && chosen.length < wanted };
    const tried = new Set(shares.map(({ organizationId }) => organizationId));
    open = open.filter(({ organizationId }) => !tried.has(organizationId));
  }
}

const noneSlow = { kinds: new Set<string>(), slots: 0 };

/** The environment of the organization of a job, and how long it fails. */
const beside = `(SELECT o.environment FROM organization o WHERE o.organization_id = j.organization_id) AS environment,
  coalesce(extract(epoch FROM clock_timestamp() - j.failing_since) * 1000, 0)::float8 AS failing_ms`;

async function take(
  { last }: Ending,
  chosen: readonly Candidate[],
  { leaseMs, leaseToken }: ClaimOptions,
): Promise<ClaimedJob[]> {
  if (chosen.length === 0) return [];
  // By itself: a scan that is open while its index changes cannot mark the dead entries that it has met. The rows are
  // locked, so they are where they were found.
  const rows = await last<ClaimedRow & RowOf<'job', 'ready_at' | 'position'>>({
    name: 'claim_jobs',
    text: `
      UPDATE job j SET lease_token = $3, attempts = j.attempts + 1, stands = 'TIME',
        lease_until = clock_timestamp() + $2 * interval '1 millisecond'
      WHERE j.ctid = ANY ($1::tid[])
      RETURNING ${selected<'job'>('j', [...claimedColumns, 'ready_at', 'position'])}, ${beside}`,
    values: [chosen.map(({ row }) => row), leaseMs, leaseToken],
  });
  return rows.sort(byReadiness).map(fromRow);
}

/**
 * Puts jobs into their lines that stand behind nobody any more, of some lanes.
 * @returns where to go on the next time
 */
export const lineUpLeft = (database: Database, after: LaneName | undefined): Promise<LaneName | undefined> =>
  database.transaction(async (queryable) => {
    queryable.send(planByIndexes);
    return lineUpLeftBehind(queryable, after);
  }, 'system');

/** An exclusive job that runs, by whose lease the jobs of its organization are claimed. */
export type ExclusiveJob = { organizationId: string; id: string; leaseToken: string };

/** The exclusive job is not this process's any more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * Takes the one job that is ready first in the organization of an exclusive job that runs, for the same process to run:
 * it keeps all others out. Nothing when none is ready.
 * @throws LeaseLost
 */
export function claimBeside(
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
            AND c.position = ${firstOfLane('c')}
          ORDER BY c.ready_at, c.position LIMIT 1)
        RETURNING ${selected<'job'>('j', claimedColumns)}, ${beside}`,
      values: [exclusive.organizationId, exclusive.id, options.kinds, options.leaseToken, options.leaseMs],
    });
    return row && fromRow(row);
  }, 'system');
}

/** Reads when the next job of an organization is due by its clock; nothing when none is by a time. */
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
             AND c.position = ${firstOfLane('c')}
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
 * Sets a failed job for another try, by the wall clock: a retry of transport. One that was cancelled while it ran is
 * ready at once, to be brought to its end.
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

/** Keeps a job that takes long: nobody else takes it while its process lives. */
export const renewLease = (database: Database, job: ClaimedJob, leaseMs: number): Promise<void> =>
  change(database, {
    name: 'renew_job_lease',
    text: `UPDATE job SET lease_until = clock_timestamp() + $4 * interval '1 millisecond'
           WHERE organization_id = $1 AND id = $2 AND lease_token = $3 AND finished_at IS NULL`,
    values: [job.organizationId, job.id, job.leaseToken, leaseMs],
  });

/** Gives a job back that was not run to its end, for another process to take at once. */
export const handBack = (database: Database, job: ClaimedJob): Promise<void> =>
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
