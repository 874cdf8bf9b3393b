import type { OrgTransaction } from '../../platform/access/scope.ts';

/** A difference between the ledger and the records, or between the amounts and the ledger. */
export type Difference = {
  /** The violated rule. */
  check: string;
  /** The subject of the difference: ids and keys. */
  of: string;
  /** Decimals, as text. */
  expected: string;
  found: string;
};

/**
 * The rules, each with the SQL query for the rows that violate the rule, with expected and actual value. The
 * rules sum records and entries independently of the settlement code.
 */
const checks: Readonly<Record<string, string>> = {
  'terms are consecutive and cover the duration of the entitlement': `
    SELECT concat_ws(' ', x.entitlement_id, x.id) AS of, coalesce(x.expected::text, 'no end') AS expected,
      coalesce(x.found::text, 'no end') AS found
    FROM (
      SELECT t.entitlement_id, t.id, t.end_time AS found,
        lead(t.start_time, 1, CASE WHEN e.status = 'DELETED' THEN t.end_time ELSE e.end_time END) OVER (
          PARTITION BY t.entitlement_id ORDER BY t.start_time, t.id) AS expected
      FROM entitlement_term t JOIN entitlement e ON e.organization_id = $1 AND e.id = t.entitlement_id
      WHERE t.organization_id = $1 AND t.start_time IS NOT NULL AND NOT t.info ? 'parentEntitlementTermId') x
    WHERE x.found IS DISTINCT FROM x.expected
    UNION ALL
    SELECT concat_ws(' ', x.entitlement_id, x.id), x.expected::text, x.found::text
    FROM (
      SELECT DISTINCT ON (t.entitlement_id) t.entitlement_id, t.id, t.start_time AS found, e.start_time AS expected
      FROM entitlement_term t JOIN entitlement e ON e.organization_id = $1 AND e.id = t.entitlement_id
      WHERE t.organization_id = $1 AND t.start_time IS NOT NULL AND NOT t.info ? 'parentEntitlementTermId'
      ORDER BY t.entitlement_id, t.start_time, t.id) x
    WHERE x.found <> x.expected`,
  'reports have exactly the groups of their hours': `
    SELECT concat_ws(' ', r.id) AS of, counted.groups::text AS expected, r.group_count::text AS found
    FROM usage_report r, LATERAL (
      SELECT count(*) AS groups FROM usage_group g JOIN usage_batch b ON b.organization_id = $1 AND b.id = g.batch_id
      WHERE g.organization_id = $1 AND g.entitlement_id = r.entitlement_id AND b.run_id = r.run_id
        AND g.state IS NULL AND g.usage_time >= r.usage_from AND g.usage_time < r.usage_until) counted
    WHERE r.organization_id = $1 AND counted.groups <> r.group_count`,
  'every settled group has a report': `
    SELECT concat_ws(' ', g.batch_id, g.ordinal) AS of, '1' AS expected, count(r.id)::text AS found
    FROM usage_group g JOIN usage_batch b ON b.organization_id = $1 AND b.id = g.batch_id AND b.run_id IS NOT NULL
      LEFT JOIN usage_report r ON r.organization_id = $1 AND r.run_id = b.run_id
        AND r.entitlement_id = g.entitlement_id AND g.usage_time >= r.usage_from AND g.usage_time < r.usage_until
    WHERE g.organization_id = $1 AND g.state IS NULL
    GROUP BY g.batch_id, g.ordinal HAVING count(r.id) <> 1`,
  'the quantities of reports match their records': `
    WITH reported AS (
      SELECT r.id, u.key, sum(u.quantity) AS quantity
      FROM usage_report r JOIN usage_batch b ON b.organization_id = $1 AND b.run_id = r.run_id
        JOIN usage_group g ON g.organization_id = $1 AND g.batch_id = b.id AND g.entitlement_id = r.entitlement_id
          AND g.usage_time >= r.usage_from AND g.usage_time < r.usage_until AND g.state IS NULL,
        unnest(g.keys, g.quantities) AS u (key, quantity)
      WHERE r.organization_id = $1 GROUP BY r.id, u.key),
    mapped AS (
      SELECT once.id, once.key, sum(once.quantity) AS quantity FROM (
        SELECT r.id, m.item ->> 'key' AS key, (m.item ->> 'quantity')::numeric AS quantity,
          row_number() OVER (PARTITION BY r.id, m.item ->> 'key', m.item ->> 'groupBy', m.item ->> 'part'
            ORDER BY m.number) AS number
        FROM usage_report r, json_array_elements(r.mapped) WITH ORDINALITY AS m (item, number)
        WHERE r.organization_id = $1 AND coalesce(m.item ->> 'isEvent', 'false') <> 'true') once
      WHERE once.number = 1 GROUP BY once.id, once.key)
    SELECT concat_ws(' ', coalesce(a.id, b.id), coalesce(a.key, b.key)) AS of,
      coalesce(a.quantity, 0)::text AS expected, coalesce(b.quantity, 0)::text AS found
    FROM reported a FULL JOIN mapped b ON b.id = a.id AND b.key = a.key
    WHERE coalesce(a.quantity, 0) <> coalesce(b.quantity, 0)`,
  'USAGE equals the mapped quantities': `
    WITH mapped AS (
      SELECT r.id, m.item ->> 'dimension' AS dimension, sum((m.item ->> 'units')::numeric) AS units
      FROM usage_report r, json_array_elements(r.mapped) AS m (item) WHERE r.organization_id = $1 GROUP BY 1, 2),
    entries AS (
      SELECT l.report_id AS id, l.dimension, sum(l.quantity) AS units FROM usage_ledger l
      WHERE l.organization_id = $1 AND l.type = 'USAGE' GROUP BY 1, 2)
    SELECT concat_ws(' ', coalesce(a.id, b.id), coalesce(a.dimension, b.dimension)) AS of,
      coalesce(a.units, 0)::text AS expected, coalesce(b.units, 0)::text AS found
    FROM mapped a FULL JOIN entries b ON b.id = a.id AND b.dimension = a.dimension
    WHERE coalesce(a.units, 0) <> coalesce(b.units, 0)`,
  'every unit is settled or waits to be reported': `
    WITH entries AS (
      SELECT l.entitlement_id, l.dimension,
        sum(CASE WHEN l.type IN ('USAGE', 'LIST_PRICE') THEN l.quantity ELSE 0 END) AS used,
        sum(CASE l.type WHEN 'USAGE' THEN 0 WHEN 'LIST_PRICE' THEN 0 WHEN 'RETURNED' THEN -l.quantity
            ELSE l.quantity END) AS became
      FROM usage_ledger l WHERE l.organization_id = $1 AND l.dimension IS NOT NULL GROUP BY 1, 2),
    waiting AS (
      SELECT w.entitlement_id, w.dimension, sum(w.quantity) AS quantity FROM (
        SELECT u.entitlement_id, u.dimension, u.quantity FROM usage_line u
        WHERE u.organization_id = $1 AND u.state <> 'CANCELED' AND NOT EXISTS (
          SELECT FROM usage_ledger l WHERE l.organization_id = $1
            AND l.entitlement_term_id = u.entitlement_term_id AND l.line_id = u.id)
        UNION ALL
        SELECT r.entitlement_id, d.key, d.value::numeric FROM usage_report r,
          jsonb_each_text(r.info -> 'reportedRecords') d
        WHERE r.organization_id = $1 AND r.status = 'CREATED' AND NOT EXISTS (
          SELECT FROM usage_line u WHERE u.organization_id = $1 AND u.report_id = r.id)) w GROUP BY 1, 2)
    SELECT concat_ws(' ', e.entitlement_id, e.dimension) AS of, e.used::text AS expected,
      (e.became + coalesce(w.quantity, 0))::text AS found
    FROM entries e LEFT JOIN waiting w ON w.entitlement_id = e.entitlement_id AND w.dimension = e.dimension
    WHERE e.used <> e.became + coalesce(w.quantity, 0)`,
  'the amounts of terms equal the sums of the ledger': `
    WITH sums AS (
      SELECT l.entitlement_term_id AS id, sum(l.amount) FILTER (WHERE l.type = 'CREDIT') AS credit,
        sum(l.amount) FILTER (WHERE l.type = 'COMMIT') AS commit,
        coalesce(sum(l.amount) FILTER (WHERE l.type = 'REPORTED'), 0)
          - coalesce(sum(l.amount) FILTER (WHERE l.type = 'RETURNED'), 0) AS reported
      FROM usage_ledger l WHERE l.organization_id = $1 GROUP BY 1)
    SELECT concat_ws(' ', t.id, a.name) AS of, a.expected::text, a.found::text
    FROM entitlement_term t LEFT JOIN sums s ON s.id = t.id, LATERAL (VALUES
      ('usedCreditAmount', coalesce(s.credit, 0), coalesce(t.used_credit_amount, 0)),
      ('usedCommitAmount', coalesce(s.commit, 0), coalesce(t.used_commit_amount, 0)),
      ('reportedAmount', coalesce(s.reported, 0), coalesce(t.reported_amount, 0))) a (name, expected, found)
    WHERE t.organization_id = $1 AND a.expected <> a.found`,
  'no term consumes more than its commit': `
    SELECT concat_ws(' ', t.id) AS of, coalesce(t.commit_amount, 0)::text AS expected, sum(l.amount)::text AS found
    FROM entitlement_term t JOIN usage_ledger l ON l.organization_id = $1 AND l.entitlement_term_id = t.id AND l.type = 'COMMIT'
    WHERE t.organization_id = $1
    GROUP BY t.id, t.commit_amount HAVING sum(l.amount) > coalesce(t.commit_amount, 0)`,
  'no sale consumes more than the commit of its terms': `
    WITH drawn AS (
      SELECT u.entitlement_id, sum(u.amount) AS amount FROM (
        SELECT l.entitlement_id, l.amount FROM usage_ledger l WHERE l.organization_id = $1 AND l.type = 'COMMIT'
        UNION ALL
        SELECT t.entitlement_id, least(t.used_credit_amount, t.shared_credit) FROM entitlement_term t
        WHERE t.organization_id = $1 AND t.shared_credit IS NOT NULL) u GROUP BY 1)
    SELECT concat_ws(' ', t.entitlement_id) AS of, coalesce(sum(t.commit_amount), 0)::text AS expected, d.amount::text AS found
    FROM entitlement_term t JOIN drawn d ON d.entitlement_id = t.entitlement_id
    WHERE t.organization_id = $1 AND NOT t.info ? 'parentEntitlementTermId'
    GROUP BY t.entitlement_id, d.amount HAVING d.amount > coalesce(sum(t.commit_amount), 0)`,
  'the counts of dimensions equal the sums of the ledger': `
    WITH entries AS (
      SELECT l.entitlement_term_id AS id, l.dimension, l.type, sum(l.quantity) AS quantity FROM usage_ledger l
      WHERE l.organization_id = $1 AND l.type IN ('INCLUDED', 'CREDIT', 'REPORTED') AND l.dimension IS NOT NULL
      GROUP BY 1, 2, 3),
    kept AS (
      SELECT t.id, d.key AS dimension, v.type, v.quantity
      FROM entitlement_term t, jsonb_each(t.usage_counts) d, LATERAL (VALUES
        ('INCLUDED', (d.value ->> 'includedCount')::numeric), ('CREDIT', (d.value ->> 'creditCount')::numeric),
        ('REPORTED', (d.value ->> 'reportedCount')::numeric)) v (type, quantity)
      WHERE t.organization_id = $1)
    SELECT concat_ws(' ', coalesce(a.id, b.id), coalesce(a.dimension, b.dimension), coalesce(a.type, b.type)) AS of,
      coalesce(a.quantity, 0)::text AS expected, coalesce(b.quantity, 0)::text AS found
    FROM entries a FULL JOIN kept b ON b.id = a.id AND b.dimension = a.dimension AND b.type = a.type
    WHERE coalesce(a.quantity, 0) <> coalesce(b.quantity, 0)`,
  'carried units equal the sum of the ledger': `
    WITH entries AS (
      SELECT l.entitlement_term_id AS id, l.dimension, sum(l.quantity) AS carry FROM usage_ledger l
      WHERE l.organization_id = $1 AND l.type = 'CARRY' GROUP BY 1, 2),
    kept AS (
      SELECT b.entitlement_term_id AS id, b.dimension, b.carry FROM usage_balance b WHERE b.organization_id = $1)
    SELECT concat_ws(' ', coalesce(a.id, b.id), coalesce(a.dimension, b.dimension)) AS of,
      coalesce(a.carry, 0)::text AS expected, coalesce(b.carry, 0)::text AS found
    FROM entries a FULL JOIN kept b ON b.id = a.id AND b.dimension = a.dimension
    WHERE coalesce(a.carry, 0) <> coalesce(b.carry, 0)`,
  'used included units equal the sum of the ledger': `
    WITH entries AS (
      SELECT l.entitlement_term_id AS id, l.dimension, l.period_unit, l.period_start, sum(l.quantity) AS used
      FROM usage_ledger l WHERE l.organization_id = $1 AND l.type = 'INCLUDED' GROUP BY 1, 2, 3, 4),
    kept AS (
      SELECT i.entitlement_term_id AS id, i.dimension, i.period_unit, i.period_start, i.used
      FROM usage_included i WHERE i.organization_id = $1)
    SELECT concat_ws(' ', coalesce(a.id, b.id), coalesce(a.dimension, b.dimension)) AS of,
      coalesce(a.used, 0)::text AS expected, coalesce(b.used, 0)::text AS found
    FROM entries a FULL JOIN kept b USING (id, dimension, period_unit, period_start)
    WHERE coalesce(a.used, 0) <> coalesce(b.used, 0)`,
  'billable units of direct sales equal the ledger': `
    WITH entries AS (
      SELECT r.id, l.dimension, sum(CASE WHEN l.type IN ('USAGE', 'LIST_PRICE') THEN l.quantity ELSE -l.quantity END) AS units
      FROM usage_report r JOIN usage_ledger l ON l.organization_id = $1 AND l.report_id = r.id
        AND l.type IN ('USAGE', 'LIST_PRICE', 'INCLUDED', 'CREDIT') AND r.info -> 'dimensionUnitPrice' ? l.dimension
      WHERE r.organization_id = $1 AND r.group_status = 'CREATED' GROUP BY 1, 2),
    kept AS (
      SELECT r.id, substr(k.key, strpos(k.key, ' ') + 1) AS dimension, sum(k.value::numeric) AS units
      FROM usage_report r, jsonb_each(r.billable) k WHERE r.organization_id = $1 GROUP BY 1, 2)
    SELECT concat_ws(' ', coalesce(a.id, b.id), coalesce(a.dimension, b.dimension)) AS of,
      coalesce(a.units, 0)::text AS expected, coalesce(b.units, 0)::text AS found
    FROM entries a FULL JOIN kept b USING (id, dimension) WHERE coalesce(a.units, 0) <> coalesce(b.units, 0)`,
  'accepted lines are REPORTED, once each': `
    SELECT concat_ws(' ', coalesce(u.id, l.line_id)) AS of, coalesce(u.quantity, 0)::text AS expected,
      coalesce(sum(l.quantity), 0)::text AS found
    FROM (SELECT id, quantity FROM usage_line WHERE organization_id = $1 AND state = 'ACCEPTED') u
      FULL JOIN (SELECT line_id, quantity FROM usage_ledger WHERE organization_id = $1 AND type = 'REPORTED') l
      ON l.line_id = u.id
    GROUP BY u.id, l.line_id, u.quantity HAVING coalesce(u.quantity, 0) <> coalesce(sum(l.quantity), 0)`,
};

/** Recomputes the ledger and the amounts of an organization from its records and returns the differences. */
export async function verifyUsage(scope: OrgTransaction): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const [check, text] of Object.entries(checks)) {
    const rows = await scope.query<Omit<Difference, 'check'>>({
      name: '',
      text: `${text} ORDER BY 1 LIMIT 100`,
      values: [scope.organizationId],
    });
    differences.push(...rows.map((row) => ({ check, ...row })));
  }
  return differences;
}
