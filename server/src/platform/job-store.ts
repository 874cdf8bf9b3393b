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
