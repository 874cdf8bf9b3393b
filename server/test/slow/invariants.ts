import type pg from 'pg';
import { expect } from 'vitest';

type Query = pg.Pool['query'];

/** Queries that must return no rows in any situation. */
const violations: Record<string, string> = {
  'an offer whose events are not 1, 2, 3 … up to its own number': `
    SELECT o.id, o.sequence, array_agg(e.sequence ORDER BY e.sequence) AS events
    FROM offer o LEFT JOIN event e
      ON e.organization_id = o.organization_id AND e.entity_type = 'OFFER' AND e.entity_id = o.id
    GROUP BY o.organization_id, o.id, o.sequence
    HAVING array_agg(e.sequence ORDER BY e.sequence) IS DISTINCT FROM ARRAY(SELECT generate_series(1, o.sequence))`,
  'an entitlement whose events are not 1, 2, 3 … up to its own number': `
    SELECT n.id, n.sequence, array_agg(e.sequence ORDER BY e.sequence) AS events
    FROM entitlement n LEFT JOIN event e
      ON e.organization_id = n.organization_id AND e.entity_type = 'ENTITLEMENT' AND e.entity_id = n.id
    GROUP BY n.organization_id, n.id, n.sequence
    HAVING array_agg(e.sequence ORDER BY e.sequence) IS DISTINCT FROM ARRAY(SELECT generate_series(1, n.sequence))`,
  'a private offer at a marketplace without exactly one job that creates it': `
    SELECT o.id, count(j.id) FROM offer o LEFT JOIN job j
      ON j.organization_id = o.organization_id AND j.kind = 'offers.create' AND j.payload ->> 'offerId' = o.id
    WHERE o.partner LIKE 'MK_' AND o.offer_type NOT IN ('DEFAULT', 'FREE_TRIAL')
    GROUP BY o.organization_id, o.id HAVING count(j.id) <> 1`,
  'an offer that the sandbox has more than once': `
    SELECT creation_key FROM sandbox_offer GROUP BY organization_id, creation_key HAVING count(*) > 1`,
  'an offer with more than one entitlement': `
    SELECT offer_id FROM entitlement WHERE offer_id IS NOT NULL
    GROUP BY organization_id, offer_id HAVING count(*) > 1`,
  'an entitlement without exactly one Signup term': `
    SELECT n.id FROM entitlement n LEFT JOIN entitlement_term t
      ON t.organization_id = n.organization_id AND t.entitlement_id = n.id AND t.info ->> 'type' = 'Signup'
    GROUP BY n.organization_id, n.id HAVING count(t.id) <> 1`,
  'an entitlement whose term is not the last that began': `
    SELECT n.id, n.entitlement_term_id FROM entitlement n WHERE n.entitlement_term_id IS DISTINCT FROM (
      SELECT t.id FROM entitlement_term t
      JOIN organization o ON o.organization_id = t.organization_id
      WHERE t.organization_id = n.organization_id AND t.entitlement_id = n.id AND t.info ->> 'type' <> 'DivideCommit'
        AND t.start_time <= greatest(n.start_time, now() + o.clock_offset_ms * interval '1 millisecond')
      ORDER BY t.start_time DESC, t.id DESC LIMIT 1)`,
  'terms of an entitlement with a gap between them, or that overlap': `
    SELECT x.entitlement_id, x.id, x.end_time, x.next FROM (
      SELECT t.entitlement_id, t.id, t.end_time, lead(t.start_time) OVER (
        PARTITION BY t.organization_id, t.entitlement_id ORDER BY t.start_time, t.id) AS next
      FROM entitlement_term t WHERE t.info ->> 'type' <> 'DivideCommit') x
    WHERE x.next IS NOT NULL AND x.end_time IS DISTINCT FROM x.next`,
  'a life whose terms do not begin and end with it (R48)': `
    SELECT n.id, n.start_time, n.end_time, t.first, t.last FROM entitlement n JOIN (
      SELECT organization_id, entitlement_id, min(start_time) AS first,
        CASE WHEN bool_or(end_time IS NULL) THEN NULL ELSE max(end_time) END AS last
      FROM entitlement_term WHERE info ->> 'type' <> 'DivideCommit' GROUP BY 1, 2) t
      ON t.organization_id = n.organization_id AND t.entitlement_id = n.id
    WHERE (n.start_time, n.end_time) IS DISTINCT FROM (t.first, t.last)`,
  // A term keeps more than its prorated amount only if the excess was consumed; the following terms are
  // reduced by the excess.
  'terms that do not carry the shares of their days, in cents, of what they were priced for, or what was drawn (R48)': `
    SELECT * FROM (
      SELECT y.entitlement_id, y.id, y.commit_amount, y.share, y.drawn,
        sum(y.commit_amount - y.share) OVER (PARTITION BY y.organization_id, y.entitlement_id, y.chain ORDER BY y.start_time, y.id) AS ahead
      FROM (
        SELECT x.*, count(*) FILTER (WHERE x.before_is_whole) OVER (
            PARTITION BY x.organization_id, x.entitlement_id ORDER BY x.start_time, x.id) AS chain,
          CASE WHEN x.end_time = x.priced_until THEN x.priced_amount ELSE round(x.priced_amount * x.ended / x.days, 2) END
          - CASE WHEN x.start_time = x.priced_since THEN 0 ELSE round(x.priced_amount * x.begun / x.days, 2) END AS share
        FROM (
          SELECT t.*, (priced_until AT TIME ZONE 'UTC')::date - (priced_since AT TIME ZONE 'UTC')::date AS days,
            (t.start_time AT TIME ZONE 'UTC')::date - (priced_since AT TIME ZONE 'UTC')::date AS begun,
            (t.end_time AT TIME ZONE 'UTC')::date - (priced_since AT TIME ZONE 'UTC')::date AS ended,
            coalesce(lag(t.end_time = t.priced_until) OVER (
              PARTITION BY t.organization_id, t.entitlement_id ORDER BY t.start_time, t.id), true) AS before_is_whole,
            (SELECT coalesce(sum(coalesce(d.used_commit_amount, 0) + coalesce(least(d.used_credit_amount, d.shared_credit), 0)), 0)
              FROM entitlement_term d WHERE d.organization_id = t.organization_id AND d.entitlement_id = t.entitlement_id
                AND (d.id = t.id OR d.info ->> 'parentEntitlementTermId' = t.id)) AS drawn
          FROM entitlement_term t WHERE t.info ->> 'type' <> 'DivideCommit' AND t.priced_until IS NOT NULL
            AND t.priced_amount IS NOT NULL) x
        JOIN entitlement n ON n.organization_id = x.organization_id AND n.id = x.entitlement_id
        WHERE x.days > 0) y) z
    WHERE z.ahead < 0 OR z.drawn > z.commit_amount
      OR z.ahead > 0 AND z.commit_amount IS DISTINCT FROM ceil(z.drawn * 100) / 100`,
  'usage that draws more commit than there is, of a term or of a sale (R48, R61)': `
    SELECT t.entitlement_id, t.id, t.commit_amount, t.used_commit_amount FROM entitlement_term t
    WHERE coalesce(t.used_commit_amount, 0) > coalesce(t.commit_amount, 0)
    UNION ALL
    SELECT t.entitlement_id, NULL, sum(t.commit_amount) FILTER (WHERE t.info ->> 'type' <> 'DivideCommit'), sum(t.used_commit_amount)
    FROM entitlement_term t GROUP BY t.organization_id, t.entitlement_id
    HAVING sum(t.used_commit_amount) > coalesce(sum(t.commit_amount) FILTER (WHERE t.info ->> 'type' <> 'DivideCommit'), 0)`,
  'an entitlement that goes on after its end': `
    SELECT n.id, n.status, n.end_time FROM entitlement n JOIN organization o ON o.organization_id = n.organization_id
    WHERE n.status NOT IN ('CANCELLED', 'DELETED')
      AND n.end_time < now() + o.clock_offset_ms * interval '1 millisecond' - interval '1 minute'`,
  'an accepted offer without an entitlement, or an entitlement of an offer that is not accepted': `
    SELECT o.id, o.status, n.id AS entitlement FROM offer o FULL JOIN entitlement n
      ON n.organization_id = o.organization_id AND n.offer_id = o.id
    WHERE (o.status = 'ACCEPTED') IS DISTINCT FROM (n.id IS NOT NULL) AND o.id IS NOT NULL`,
  'a fact about an agreement that was taken for impossible': `
    SELECT entity_type, entity_id, payload FROM event WHERE action = 'ABNORMAL_ALERT'`,
};

/**
 * Returns the violated invariants by name, once all jobs are done. @param except invariants that a suite
 * cannot keep, by name
 */
export async function violationsIn(
  query: Query,
  except: readonly string[] = [],
): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [what, text] of Object.entries(violations)) {
    if (except.includes(what)) continue;
    const { rows } = await query(text);
    if (rows.length > 0) found[what] = rows;
  }
  return found;
}

/** Requires the invariants once all jobs are done. */
export async function expectInvariants(query: Query): Promise<void> {
  expect.soft(await violationsIn(query)).toEqual({});
}

/** SQL condition that a job waits or runs, excluding jobs of a later day, scheduled reads and scheduled charges. */
const isOpen = `j.finished_at IS NULL AND (j.attempts > 0
  OR j.due_at < now() + o.clock_offset_ms * interval '1 millisecond'
    + CASE WHEN j.kind IN ('offers.reread', 'entitlements.reconcile', 'revenue.look', 'revenue.charged') THEN interval '0' ELSE interval '1 day' END)`;
const openJob = `job j JOIN organization o ON o.organization_id = j.organization_id WHERE ${isOpen}`;

/**
 * Returns the jobs that wait or run, and their errors. Excludes jobs of a later day, such as the end of a
 * term, and scheduled reads.
 */
export async function openJobs(
  query: Query,
): Promise<{ id: string; kind: string; last_error: string | null }[]> {
  const { rows } = await query(`SELECT j.id, j.kind, j.last_error FROM ${openJob} ORDER BY j.id`);
  return rows;
}

/**
 * Returns whether no work is left: no job, no event without position or dispatch, no delivery. A single
 * statement reads all tables, because a job may record an event between two queries.
 */
export async function isSettled(query: Query): Promise<boolean> {
  const { rows } = await query(
    `SELECT NOT EXISTS (SELECT FROM ${openJob}) AND NOT EXISTS (SELECT FROM unsealed_event)
       AND NOT EXISTS (SELECT FROM notification_feed WHERE newest_position > told_position)
       AND NOT EXISTS (SELECT FROM webhook_delivery WHERE status = 'PENDING') AS settled`,
  );
  return rows[0].settled;
}

/** Returns the jobs that failed at least once, even if they succeeded later. */
export async function failedJobs(query: Query): Promise<{ kind: string; last_error: string }[]> {
  return (await query('SELECT id, kind, payload, last_error FROM job WHERE last_error IS NOT NULL')).rows;
}
