import type { RowOf } from '../database/rows.ts';
import type { Queryable } from '../database/statement.ts';
import type { BatchSizes, Candidate, ReadyQueue, Share } from './job-shares.ts';

export type QueueKey = { organizationId: string; lane: string };

/**
 * The maximum number of jobs whose position (`stands`) one claim statement changes: ready, waiting for the due time, or
 * waiting behind another job of the queue key.
 */
export const mostMoved = 100;
/** The maximum number of jobs that a claim reads from one ready queue whose jobs run together. */
const maxBatchedJobs = 100;
/**
 * The number at which the counting of an organization's running jobs stops. Organizations with at least this number are
 * served last.
 */
const mostCounted = 16;

/**
 * Builds the SQL expression for the position of the first unfinished job of a queue key, for which PostgreSQL reads a
 * single index entry. NOT EXISTS would become a join, which reads all jobs while statistics are missing.
 */
export const firstOfQueueKey = (job: string): string => `(
  SELECT earlier.position FROM job earlier
  WHERE earlier.organization_id = ${job}.organization_id AND earlier.lane = ${job}.lane
    AND earlier.finished_at IS NULL ORDER BY earlier.lane, earlier.position LIMIT 1)`;

/**
 * Builds the condition that a job is the first of its queue key. The condition compares with bounds instead of
 * equality, so that PostgreSQL uses the index with this order.
 */
const isFirstOf = (lane: string, job: string): string => `${job}.finished_at IS NULL
  AND (${job}.organization_id, ${job}.lane, ${job}.position) >= (${lane}.organization_id, ${lane}.lane, ${firstOfQueueKey(lane)})
  AND (${job}.organization_id, ${job}.lane, ${job}.position) <= (${lane}.organization_id, ${lane}.lane, ${firstOfQueueKey(lane)})`;

/*
 * Every query has an order that only one index provides. A plan therefore uses this index even if the plan was made for
 * an empty table, where the costs of all indexes are equal. For the same reason, a ready queue is selected by bounds,
 * because PostgreSQL ignores the order of columns compared by equality.
 */
const isInReadyQueue = (job: string) => `${job}.finished_at IS NULL AND ${job}.stands = 'LINE'`;
const readyQueueOrder = (job: string) =>
  `${job}.organization_id, ${job}.kind, ${job}.ready_at, ${job}.position`;

const isDue = (job: string) => `${job}.finished_at IS NULL AND ${job}.stands = 'TIME'
             AND ${dueFrom(job)} <= statement_timestamp()`;
const dueFrom = (job: string) => `greatest(${job}.ready_at, ${job}.lease_until)`;

/** The condition that a job is in a ready queue, or is due to enter its ready queue. */
export const jobsAreReady = `(
  (SELECT true FROM job j WHERE ${isInReadyQueue('j')} ORDER BY ${readyQueueOrder('j')} LIMIT 1) IS TRUE
  OR (SELECT true FROM job j WHERE ${isDue('j')} ORDER BY ${dueFrom('j')} LIMIT 1) IS TRUE)`;

/** Moves jobs that are due, or whose lease has expired, into their ready queues. Returns the number of moved jobs. */
export async function enqueueDueJobs({ query }: Queryable): Promise<number> {
  const rows = await query<JobRowReference>({
    name: 'find_due_jobs',
    text: `SELECT j.ctid::text AS row FROM job j
           WHERE ${isDue('j')}
           ORDER BY ${dueFrom('j')} LIMIT $1 FOR UPDATE SKIP LOCKED`,
    values: [mostMoved],
  });
  if (rows.length > 0) await moveJobs({ query }, 'LINE', rows.map(rowOf));
  return rows.length;
}

const moveJobs = ({ query }: Queryable, where: 'LINE' | 'TIME' | 'LANE', rows: readonly string[]) =>
  query({
    name: 'move_jobs',
    text: 'UPDATE job j SET stands = $2 WHERE j.ctid = ANY ($1::tid[])',
    values: [rows, where],
  });

type Readiness = RowOf<'job', 'ready_at' | 'position'>;

export const byReadiness = (a: Readiness, b: Readiness): number =>
  a.ready_at === b.ready_at ? a.position - b.position : a.ready_at < b.ready_at ? -1 : 1;

/** The physical row (ctid) of a job. */
type JobRowReference = { row: string };
const rowOf = ({ row }: JobRowReference): string => row;

/**
 * Finds all ready queues by skipping through the index, except queues of organizations in which an exclusive job runs.
 * The CTE `line` starts with the first job of all queues and continues with the first job after each queue. Running
 * jobs are counted once for each organization. The final query adds whether a queue is due, and whether an exclusive
 * job blocks the queue.
 */
export async function findReadyQueues({ query }: Queryable): Promise<ReadyQueue[]> {
  const first = (condition: string) => `
    SELECT j.organization_id, j.kind, j.ready_at, j.position FROM job j
    WHERE ${isInReadyQueue('j')} ${condition}
    ORDER BY ${readyQueueOrder('j')} LIMIT 1`;
  const running = (organization: string) => `(
    SELECT count(*) FROM (
      SELECT FROM job r WHERE r.organization_id = ${organization} AND r.finished_at IS NULL
        AND r.lease_token IS NOT NULL AND r.lease_until > statement_timestamp()
      ORDER BY r.lease_until LIMIT ${mostCounted}) counted)`;
  const rows = await query<
    RowOf<'job', 'organization_id' | 'kind' | 'ready_at' | 'position'> & {
      due: boolean;
      running: number;
      closed: boolean;
    }
  >({
    name: 'find_job_lines',
    text: `
      WITH RECURSIVE line AS (
        SELECT f.organization_id, f.kind, f.ready_at, f.position, ${running('f.organization_id')} AS running
        FROM (${first('')}) f
        UNION ALL
        SELECT n.organization_id, n.kind, n.ready_at, n.position, CASE WHEN n.organization_id = l.organization_id THEN l.running
            ELSE ${running('n.organization_id')} END
        FROM line l CROSS JOIN LATERAL (
          ${first('AND (j.organization_id, j.kind) > (l.organization_id, l.kind)')}) n)
      SELECT l.organization_id, l.kind, l.ready_at, l.position, l.ready_at <= statement_timestamp() AS due, l.running, (
          SELECT true FROM job e WHERE e.organization_id = l.organization_id AND e.finished_at IS NULL AND e.exclusive
            AND e.lease_until > statement_timestamp() ORDER BY e.position LIMIT 1) IS NOT NULL AS closed
      FROM line l`,
    values: [],
  });
  return rows
    .sort(byReadiness)
    .map((row, order) => ({ ...row, organizationId: row.organization_id, order }))
    .filter(({ closed }) => !closed);
}

/** Moves jobs out of ready queues without due jobs, to wait for their due time. Returns the number of moved jobs. */
export async function deferUntilDue({ query }: Queryable, lines: readonly ReadyQueue[]): Promise<number> {
  if (lines.length === 0) return 0;
  const rows = await query<JobRowReference>({
    name: 'find_jobs_not_due',
    text: `SELECT j.row FROM unnest($1::text[], $2::text[]) l (organization_id, kind) CROSS JOIN LATERAL (
             SELECT w.ctid::text AS row FROM job w
             WHERE ${isInReadyQueue('w')} AND (w.organization_id, w.kind) <= (l.organization_id, l.kind)
               AND (w.organization_id, w.kind, w.ready_at) > (l.organization_id, l.kind, statement_timestamp())
             ORDER BY ${readyQueueOrder('w')} LIMIT $3 FOR UPDATE SKIP LOCKED) j
           LIMIT $3`,
    values: [lines.map((line) => line.organizationId), lines.map(({ kind }) => kind), mostMoved],
  });
  if (rows.length > 0) await moveJobs({ query }, 'TIME', rows.map(rowOf));
  return rows.length;
}

/**
 * Finds the first jobs of ready queues in the order in which they became ready, up to the organization's number of
 * slots for each queue. Each job is locked and returned with three facts: whether the job already runs (`leased`), is
 * the `first` of its queue key, and is `free`. A job is free if no exclusive job of its organization runs or is
 * earlier. An exclusive job also requires that no other job runs.
 */
export async function findCandidates(
  { query }: Queryable,
  lines: readonly ReadyQueue[],
  shares: readonly Share[],
  together: BatchSizes = new Map(),
): Promise<Candidate[]> {
  const slots = new Map(shares.map((share) => [share.organizationId, share.slots]));
  const asked = lines.filter(({ organizationId }) => slots.has(organizationId));
  const rows = await query<Omit<Candidate, 'organizationId'> & RowOf<'job', 'organization_id' | 'ready_at'>>({
    name: 'find_claimable_jobs',
    text: `
      SELECT c.row, c.organization_id, c.kind, c.lane, c.exclusive, c.ready_at, c.position, c.leased, c.first, c.free
      FROM unnest($1::text[], $2::text[], $3::int[]) l (organization_id, kind, slots) CROSS JOIN LATERAL (
        SELECT j.ctid::text AS row, j.organization_id, j.kind, j.lane, j.exclusive, j.ready_at, j.position,
          coalesce(j.lease_until > statement_timestamp(), false) AS leased,
          j.position = ${firstOfQueueKey('j')} AS first,
          (SELECT true FROM job other
            WHERE other.organization_id = j.organization_id AND other.finished_at IS NULL AND other.exclusive
              AND other.id <> j.id AND (other.lease_until > statement_timestamp()
                OR (other.ready_at <= statement_timestamp() AND other.position < j.position))
            ORDER BY other.position LIMIT 1) IS NULL
          AND (NOT j.exclusive OR (
            SELECT true FROM job busy
            WHERE busy.organization_id = j.organization_id AND busy.finished_at IS NULL
              AND busy.lease_token IS NOT NULL AND busy.lease_until > statement_timestamp()
            ORDER BY busy.lease_until LIMIT 1) IS NULL) AS free
        FROM job j
        WHERE ${isInReadyQueue('j')} AND (j.organization_id, j.kind) >= (l.organization_id, l.kind)
          AND (j.organization_id, j.kind, j.ready_at) <= (l.organization_id, l.kind, statement_timestamp())
        ORDER BY ${readyQueueOrder('j')} LIMIT l.slots
        FOR UPDATE SKIP LOCKED) c`,
    values: [
      asked.map(({ organizationId }) => organizationId),
      asked.map(({ kind }) => kind),
      asked.map(({ organizationId, kind }) => {
        const own = slots.get(organizationId) as number;
        return Math.max(own, Math.min(own * (together.get(kind) ?? 1), maxBatchedJobs));
      }),
    ],
  });
  return rows
    .sort(byReadiness)
    .map(({ organization_id, ...row }) => ({ ...row, organizationId: organization_id }));
}

/**
 * Moves candidates out of their ready queues if they already run or follow another job of their queue key. Returns the
 * number of moved jobs. The statement locks the first job of each queue key and then finds the later jobs in the ready
 * queue.
 */
export async function blockBehindRunning(
  { query }: Queryable,
  candidates: readonly Candidate[],
): Promise<number> {
  const leased = candidates.filter((job) => job.leased).map(rowOf);
  if (leased.length > 0) await moveJobs({ query }, 'TIME', leased);
  const behind = candidates.filter((job) => !job.leased && !job.first);
  if (behind.length === 0) return leased.length;
  const lanes = new Map<string, Candidate>();
  for (const job of behind) {
    const lane = `${job.organizationId} ${job.lane}`;
    if (job.position < (lanes.get(lane)?.position ?? Infinity)) lanes.set(lane, job);
  }
  const met = [...lanes.values()];
  // Finishing the first job of a queue key moves the next job into the ready queue, so the first job is locked while
  // the later jobs are read.
  const rows = await query<JobRowReference>({
    name: 'find_jobs_behind',
    text: `
      SELECT b.row FROM unnest($1::text[], $2::text[], $3::bigint[]) l (organization_id, lane, position)
      CROSS JOIN LATERAL (
        SELECT h.position FROM job h
        WHERE ${isFirstOf('l', 'h')}
        ORDER BY h.organization_id, h.lane, h.position LIMIT 1 FOR UPDATE SKIP LOCKED) h
      CROSS JOIN LATERAL (
        SELECT w.ctid::text AS row, w.stands, w.lease_until FROM job w
        WHERE w.organization_id = l.organization_id AND w.lane = l.lane AND w.finished_at IS NULL
          AND w.position > h.position AND w.position >= l.position
        ORDER BY w.position LIMIT $4 FOR UPDATE SKIP LOCKED) b
      WHERE b.stands = 'LINE' AND (b.lease_until IS NULL OR b.lease_until < statement_timestamp())`,
    values: [
      met.map((job) => job.organizationId),
      met.map(({ lane }) => lane),
      met.map(({ position }) => position),
      Math.ceil(mostMoved / met.length),
    ],
  });
  if (rows.length > 0) await moveJobs({ query }, 'LANE', rows.map(rowOf));
  return leased.length + rows.length;
}

/**
 * Moves jobs that no longer follow another job into their ready queues, for the next queue keys with such jobs. Returns
 * the last checked queue key; undefined at the end. Usually the end of the preceding job moves the next job. This
 * statement covers next jobs that another transaction had locked, and deleted preceding jobs.
 */
export async function requeueUnblocked(
  { query }: Queryable,
  after: QueueKey | undefined,
): Promise<QueueKey | undefined> {
  const next = (lane: string, organization: string) => `
    SELECT j.lane, j.organization_id FROM job j
    WHERE j.finished_at IS NULL AND j.stands = 'LANE' AND (j.lane, j.organization_id) > (${lane}, ${organization})
    ORDER BY j.lane, j.organization_id, j.position LIMIT 1`;
  const rows = await query<RowOf<'job', 'organization_id' | 'lane'> & { row: string | null }>({
    name: 'find_jobs_left_behind',
    text: `
      WITH RECURSIVE parked AS (
        SELECT f.lane, f.organization_id, 1 AS n FROM (${next('$1', '$2')}) f
        UNION ALL
        SELECT f.lane, f.organization_id, p.n + 1
        FROM parked p CROSS JOIN LATERAL (${next('p.lane', 'p.organization_id')}) f WHERE p.n < $3)
      SELECT p.lane, p.organization_id, l.row FROM parked p LEFT JOIN LATERAL (
        SELECT j.ctid::text AS row FROM job j
        WHERE ${isFirstOf('p', 'j')} AND j.stands = 'LANE'
        ORDER BY j.organization_id, j.lane, j.position LIMIT 1 FOR UPDATE SKIP LOCKED) l ON true`,
    values: [after?.lane ?? '', after?.organizationId ?? '', mostMoved],
  });
  const left = rows.flatMap(({ row }) => (row === null ? [] : [row]));
  if (left.length > 0) await moveJobs({ query }, 'LINE', left);
  const last = rows.length === mostMoved ? rows.at(-1) : undefined;
  return last && { organizationId: last.organization_id, lane: last.lane };
}
