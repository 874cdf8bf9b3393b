import { outOfService } from '../../platform/access/organization-states.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { inList } from '../../platform/records/moves.ts';

/** A queue that this process has the lease of. */
export type ClaimedQueue = {
  organization_id: string;
  partner: string;
  /** Of the integration, by which it is known whether it was changed or verified since. */
  sequence: number;
  /** In a row, up to now. */
  failures: number;
};

/** A lease that is given back, and how the queue was found. */
export type ReleasedQueue = {
  organizationId: string;
  partner: string;
  /** How long nobody reads it, in milliseconds. */
  waitMs: number;
  failures: number;
  error?: string | undefined;
  /** The integration that was not let in: the queue stops until it is another. */
  stoppedSequence?: number | undefined;
};

/** A lease that is not renewed for as long is over: another process takes the queue. */
export const leaseMs = 60_000;

/** The queues that are there to be read: of organizations that sell in earnest, and whom the marketplace lets in. */
const readable = `i.status = 'VERIFIED' AND i.service = 'MARKETPLACE'
    AND o.environment = 'PROD' AND o.status NOT IN (${inList(outOfService)})`;
const lease = `clock_timestamp() + interval '${leaseMs} milliseconds'`;
const isFree = `coalesce(q.lease_until, '-infinity') < clock_timestamp()`;
/** Whether a process has asked for a queue, and may still take it. */
const isAsked = `coalesce(q.asked_until, '-infinity') > clock_timestamp()`;

/**
 * Takes the leases of queues that nobody reads, those first that have waited longest. Answers one row at least: `more` says
 * whether others wait beyond these.
 * @param most how many at most, which may be none
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

/** The keys of queues, as two parameters. */
const keysOf = (queues: readonly { organizationId: string; partner: string }[]) => [
  queues.map(({ organizationId }) => organizationId),
  queues.map(({ partner }) => partner),
];

/**
 * Renews the leases of queues, and answers those that may be read on. The others are another's by now, or are asked for by
 * another process, or their integration is no longer verified, or gone.
 * @param queues `isRead`: whether it was read without a failure since its last renewal
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

/** Gives leases back. Where another process has one by now, nothing is written. */
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
 * Asks for queues of the process that reads the most, so many that both read about as many then. It gives them back with its
 * next renewal, and for so long nobody else takes them.
 * @param most how many at most
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
