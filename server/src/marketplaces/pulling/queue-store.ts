import { outOfService } from '../../platform/access/organization-states.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { inList } from '../../platform/records/moves.ts';

/** A queue that this process has leased. */
export type ClaimedQueue = {
  organization_id: string;
  partner: string;
  /** Sequence number of the integration; increases with every change or verification. */
  sequence: number;
  /** Number of consecutive failures. */
  failures: number;
};

/** A released lease and the result of the last read. */
export type ReleasedQueue = {
  organizationId: string;
  partner: string;
  /** Time before the queue is read again, in milliseconds. */
  waitMs: number;
  failures: number;
  error?: string | undefined;
  /**
   * Sequence number of the integration whose credentials were rejected. The queue is not read until the
   * number changes.
   */
  stoppedSequence?: number | undefined;
};

/** Lease duration. A lease that is not renewed expires, and another process may lease the queue. */
export const leaseMs = 60_000;

/** SQL condition for readable queues: queues of production organizations with a verified integration. */
const readable = `i.status = 'VERIFIED' AND i.service = 'MARKETPLACE'
    AND o.environment = 'PROD' AND o.status NOT IN (${inList(outOfService)})`;
const lease = `clock_timestamp() + interval '${leaseMs} milliseconds'`;
const isFree = `coalesce(q.lease_until, '-infinity') < clock_timestamp()`;
/** SQL condition that a process has requested the queue and the request has not expired. */
const isAsked = `coalesce(q.asked_until, '-infinity') > clock_timestamp()`;

/**
 * Leases queues that no process reads, in the order of their waiting time. Returns at least one row; `more`
 * is true if other queues wait.
 * @param most maximum number of queues; may be 0
 */
export const claimQueues = (leaseToken: string, partners: readonly string[], most: number): Statement => ({
  name: 'claim_marketplace_queues',
  text: `WITH waiting AS (
      SELECT i.organization_id, i.partner, i.sequence, coalesce(q.failures, 0) AS failures,
        row_number() OVER (ORDER BY q.due_at NULLS FIRST, i.organization_id, i.partner) AS place
      FROM integration i
      JOIN organization o ON o.organization_id = i.organization_id
      LEFT JOIN marketplace_queue q ON q.organization_id = i.organization_id AND q.partner = i.partner
      WHERE ${readable} AND i.partner = ANY ($2::text[]) AND ${isFree}
        AND coalesce(q.due_at, '-infinity') <= clock_timestamp() AND q.stopped_sequence IS DISTINCT FROM i.sequence
        AND (q.asked_by IS NULL OR q.asked_by = $1 OR NOT ${isAsked})
      ORDER BY place LIMIT $3::int + 1),
    claimed AS (
      INSERT INTO marketplace_queue AS q (organization_id, partner, lease_token, lease_until, due_at)
      SELECT w.organization_id, w.partner, $1, ${lease}, clock_timestamp() FROM waiting w WHERE w.place <= $3::int
      ON CONFLICT (organization_id, partner) DO UPDATE
        SET lease_token = excluded.lease_token, lease_until = excluded.lease_until, asked_by = NULL, asked_until = NULL
        WHERE ${isFree}
      RETURNING q.organization_id, q.partner)
    SELECT beyond.more, c.organization_id, c.partner, w.sequence, w.failures
    FROM (SELECT count(*) > $3::int AS more FROM waiting) beyond
    LEFT JOIN (claimed c JOIN waiting w ON w.organization_id = c.organization_id AND w.partner = c.partner) ON true`,
  values: [leaseToken, partners, most],
});
export type ClaimRow = { more: boolean } & (ClaimedQueue | { [K in keyof ClaimedQueue]: null });

/** Returns the keys of queues as two array parameters. */
const keysOf = (queues: readonly { organizationId: string; partner: string }[]) => [
  queues.map(({ organizationId }) => organizationId),
  queues.map(({ partner }) => partner),
];

/**
 * Renews leases and returns the renewed queues. A lease is not renewed if another process has leased or
 * requested the queue, or if the integration was deleted or is no longer verified.
 * @param queues `isRead`: whether a read has succeeded since the last renewal
 */
export const renewLeases = (
  leaseToken: string,
  queues: readonly { organizationId: string; partner: string; isRead: boolean }[],
): Statement => ({
  name: 'renew_marketplace_queues',
  text: `UPDATE marketplace_queue q SET lease_until = ${lease},
      polled_at = CASE WHEN g.is_read THEN clock_timestamp() ELSE q.polled_at END,
      failures = CASE WHEN g.is_read THEN 0 ELSE q.failures END
    FROM unnest($2::text[], $3::text[], $4::boolean[]) AS g (organization_id, partner, is_read)
    JOIN integration i ON i.organization_id = g.organization_id AND i.partner = g.partner
    JOIN organization o ON o.organization_id = g.organization_id
    WHERE q.organization_id = g.organization_id AND q.partner = g.partner AND q.lease_token = $1 AND ${readable}
      AND NOT (q.asked_by IS NOT NULL AND q.asked_by <> $1 AND ${isAsked})
    RETURNING q.organization_id, q.partner, i.sequence`,
  values: [leaseToken, ...keysOf(queues), queues.map(({ isRead }) => isRead)],
});

/** Releases leases. Queues that another process has leased in the meantime are unchanged. */
export const releaseQueues = (leaseToken: string, queues: readonly ReleasedQueue[]): Statement => ({
  name: 'release_marketplace_queues',
  text: `UPDATE marketplace_queue q SET lease_token = NULL, lease_until = NULL,
      due_at = clock_timestamp() + g.wait_ms * interval '1 millisecond', failures = g.failures,
      polled_at = CASE WHEN g.error IS NULL THEN clock_timestamp() ELSE q.polled_at END,
      last_error = coalesce(g.error, q.last_error),
      last_error_at = CASE WHEN g.error IS NULL THEN q.last_error_at ELSE clock_timestamp() END,
      stopped_sequence = coalesce(g.stopped_sequence, q.stopped_sequence)
    FROM unnest($2::text[], $3::text[], $4::float8[], $5::int[], $6::text[], $7::int[])
      AS g (organization_id, partner, wait_ms, failures, error, stopped_sequence)
    WHERE q.organization_id = g.organization_id AND q.partner = g.partner AND q.lease_token = $1`,
  values: [
    leaseToken,
    ...keysOf(queues),
    queues.map(({ waitMs }) => waitMs),
    queues.map(({ failures }) => failures),
    queues.map(({ error }) => error?.slice(0, 500).replaceAll('\0', '\uFFFD').toWellFormed() ?? null),
    queues.map(({ stoppedSequence }) => stoppedSequence ?? null),
  ],
});

/**
 * Requests queues from the process that reads the most queues, so that both processes then read about the
 * same number. That process releases the requested queues with its next renewal. No third process can lease
 * these queues until the request expires.
 * @param most maximum number of queues
 */
export const askForQueues = (leaseToken: string, partners: readonly string[], most: number): Statement => ({
  name: 'ask_for_marketplace_queues',
  text: `WITH readers AS (
      SELECT CASE WHEN ${isAsked} THEN q.asked_by ELSE q.lease_token END AS reader, count(*)::int AS queues
      FROM marketplace_queue q
      WHERE q.lease_until > clock_timestamp() AND q.partner = ANY ($2::text[]) GROUP BY 1),
    busiest AS (
      SELECT b.reader, least($3::int, (b.queues - coalesce((SELECT m.queues FROM readers m WHERE m.reader = $1), 0)) / 2) AS share
      FROM readers b WHERE b.reader <> $1 ORDER BY b.queues DESC, b.reader LIMIT 1),
    wanted AS (
      SELECT q.organization_id, q.partner FROM marketplace_queue q JOIN busiest b ON b.reader = q.lease_token
      WHERE q.lease_until > clock_timestamp() AND q.partner = ANY ($2::text[]) AND NOT ${isAsked}
      ORDER BY q.organization_id, q.partner LIMIT (SELECT greatest(share, 0) FROM busiest) FOR UPDATE OF q SKIP LOCKED)
    UPDATE marketplace_queue q SET asked_by = $1, asked_until = ${lease} FROM wanted w
    WHERE q.organization_id = w.organization_id AND q.partner = w.partner RETURNING q.organization_id, q.partner`,
  values: [leaseToken, partners, most],
});
