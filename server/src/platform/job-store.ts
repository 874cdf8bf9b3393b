import type { Database } from './database.ts';
import type { Queryable, Row } from './statement.ts';

export type ClaimedJob = {
  organizationId: string;
  id: string;
  kind: string;
  payload: string;
  /** How often it was started before, also by a process that was lost. */
  startedBefore: number;
  leaseToken: string;
  /** Who cancelled it, when somebody did: it is not run again, only brought to its end. */
  cancelledBy: string | undefined;
};

/**
 * Takes jobs that are ready, as the system: at most one of a lane; none of an organization in which an exclusive
 * job runs, or waits and came before; an exclusive one only when nothing else of its organization runs. Claims of all processes
 * take turns (an advisory lock for the length of this short transaction), so that these conditions hold.
 */
export function claimJobs(
  database: Database,
  options: { kinds: readonly string[]; limit: number; leaseMs: number; leaseToken: string },
): Promise<ClaimedJob[]> {
  return database.transaction(async (queryable) => {
    await queryable.query({
      name: 'lock_claims',
      text: 'SELECT pg_advisory_xact_lock(7239441002)',
      values: [],
    });
    const rows = await queryable.query({
      name: 'claim_jobs',
      text: `
        WITH candidate AS (
          SELECT j.organization_id, j.id FROM job j
          WHERE j.finished_at IS NULL AND j.ready_at <= clock_timestamp() AND j.kind = ANY ($1)
            AND (j.lease_until IS NULL OR j.lease_until < clock_timestamp())
            AND NOT EXISTS (
              SELECT FROM job earlier
              WHERE earlier.organization_id = j.organization_id AND earlier.lane = j.lane
                AND earlier.finished_at IS NULL AND earlier.position < j.position)
            AND NOT EXISTS (
              SELECT FROM job other
              WHERE other.organization_id = j.organization_id AND other.finished_at IS NULL AND other.exclusive
                AND other.id <> j.id AND (other.lease_until > clock_timestamp()
                  OR (other.ready_at <= clock_timestamp() AND other.position < j.position)))
            AND (NOT j.exclusive OR NOT EXISTS (
              SELECT FROM job busy
              WHERE busy.organization_id = j.organization_id AND busy.finished_at IS NULL
                AND busy.lease_until > clock_timestamp()))
          ORDER BY j.ready_at, j.position
          LIMIT $2
          FOR UPDATE SKIP LOCKED)
        UPDATE job j SET lease_token = $4, attempts = j.attempts + 1,
          lease_until = clock_timestamp() + $3 * interval '1 millisecond'
        FROM candidate c WHERE j.organization_id = c.organization_id AND j.id = c.id
        RETURNING j.organization_id, j.id, j.kind, j.payload, j.attempts, j.lease_token,
          j.cancelled_by, j.ready_at, j.position`,
      values: [options.kinds, options.limit, options.leaseMs, options.leaseToken],
    });
    return rows.sort(byReadiness).map(fromRow);
  }, 'system');
}

/** An exclusive job, by whose lease the jobs of its organization are taken. */
export type Holder = { organizationId: string; id: string; leaseToken: string };

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
  holder: Holder,
  options: { kinds: readonly string[]; leaseMs: number; leaseToken: string },
): Promise<ClaimedJob | undefined> {
  return database.transaction(async (queryable) => {
    await queryable.query({
      name: 'lock_claims',
      text: 'SELECT pg_advisory_xact_lock(7239441002)',
      values: [],
    });
    const held = await queryable.query({
      name: 'hold_exclusive_job',
      text: `SELECT j.id FROM job j WHERE j.organization_id = $1 AND j.id = $2 AND j.lease_token = $3
               AND j.finished_at IS NULL`,
      values: [holder.organizationId, holder.id, holder.leaseToken],
    });
    if (held.length === 0) throw new LeaseLost();
    const [row] = await queryable.query({
      name: 'claim_job_beside',
      text: `
        UPDATE job j SET lease_token = $4, attempts = j.attempts + 1,
          lease_until = clock_timestamp() + $5 * interval '1 millisecond'
        WHERE j.organization_id = $1 AND j.id = (
          SELECT c.id FROM job c
          WHERE c.organization_id = $1 AND c.id <> $2 AND c.finished_at IS NULL AND NOT c.exclusive
            AND c.ready_at <= clock_timestamp() AND c.kind = ANY ($3)
            AND (c.lease_until IS NULL OR c.lease_until < clock_timestamp())
            AND NOT EXISTS (
              SELECT FROM job earlier
              WHERE earlier.organization_id = $1 AND earlier.lane = c.lane
                AND earlier.finished_at IS NULL AND earlier.position < c.position)
          ORDER BY c.ready_at, c.position LIMIT 1)
        RETURNING j.organization_id, j.id, j.kind, j.payload, j.attempts, j.lease_token, j.cancelled_by`,
      values: [holder.organizationId, holder.id, options.kinds, options.leaseToken, options.leaseMs],
    });
    return row && fromRow(row);
  }, 'system');
}

/** When the next job of an organization is due by its clock; nothing when none is by a time. */
export async function nextDue(
  queryable: Queryable,
  holder: Pick<Holder, 'organizationId' | 'id'>,
  kinds: readonly string[],
  until: Date,
): Promise<Date | undefined> {
  const [row] = await queryable.query<{ due_at: string }>({
    name: 'next_due_job',
    text: `SELECT c.due_at FROM job c
           WHERE c.organization_id = $1 AND c.id <> $2 AND c.finished_at IS NULL AND NOT c.exclusive
             AND c.kind = ANY ($3) AND c.clock = 'organization' AND c.due_at <= $4
             AND (c.lease_until IS NULL OR c.lease_until < clock_timestamp())
             AND NOT EXISTS (
               SELECT FROM job earlier
               WHERE earlier.organization_id = $1 AND earlier.lane = c.lane
                 AND earlier.finished_at IS NULL AND earlier.position < c.position)
           ORDER BY c.due_at LIMIT 1`,
    values: [holder.organizationId, holder.id, kinds, until],
  });
  return row && new Date(row.due_at);
}

const byReadiness = (a: Row, b: Row) =>
  String(a.ready_at) === String(b.ready_at)
    ? Number(a.position) - Number(b.position)
    : String(a.ready_at) < String(b.ready_at)
      ? -1
      : 1;

const fromRow = (row: Row): ClaimedJob => ({
  organizationId: row.organization_id as string,
  id: row.id as string,
  kind: row.kind as string,
  payload: row.payload as string,
  startedBefore: (row.attempts as number) - 1,
  leaseToken: row.lease_token as string,
  cancelledBy: (row.cancelled_by as string | null) ?? undefined,
});

/**
 * Sets a failed job for another try, by the wall clock: a retry of transport. One that was cancelled while it ran is
 * ready at once, to be brought to its end.
 */
export const postpone = (
  database: Database,
  job: ClaimedJob,
  waitMs: number,
  reason: string,
): Promise<void> =>
  change(database, {
    name: 'postpone_job',
    text: `UPDATE job SET lease_token = NULL, lease_until = NULL, last_error = $5,
             clock = 'wall', due_at = clock_timestamp() + $4 * interval '1 millisecond',
             ready_at = clock_timestamp() + CASE WHEN cancelled_by IS NULL OR $6 THEN $4 ELSE 0 END
               * interval '1 millisecond'
           WHERE organization_id = $1 AND id = $2 AND lease_token = $3 AND finished_at IS NULL`,
    values: [
      job.organizationId,
      job.id,
      job.leaseToken,
      waitMs,
      reason.slice(0, 500),
      job.cancelledBy !== undefined,
    ],
  });

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
  database.transaction(async (queryable) => {
    await queryable.query(statement);
  }, 'system');
