-- Compatible: a column that an older program leaves as it is.
-- What became of the units of each dimension of a term: JSON by its key, {includedCount, creditCount, reportedCount}.
ALTER TABLE entitlement_term ADD COLUMN usage_counts jsonb;
SET LOCAL ROLE tradepost_system;
UPDATE entitlement_term t SET usage_counts = counted.counts
FROM (
  SELECT c.organization_id, c.entitlement_term_id, jsonb_object_agg(c.dimension, c.counts) AS counts
  FROM (
    SELECT l.organization_id, l.entitlement_term_id, l.dimension, jsonb_strip_nulls(jsonb_build_object(
        'includedCount', trim_scale(sum(l.quantity) FILTER (WHERE l.type = 'INCLUDED')),
        'creditCount', trim_scale(sum(l.quantity) FILTER (WHERE l.type = 'CREDIT')),
        'reportedCount', trim_scale(sum(l.quantity) FILTER (WHERE l.type = 'REPORTED')))) AS counts
    FROM usage_ledger l
    WHERE l.type IN ('INCLUDED', 'CREDIT', 'REPORTED') AND l.dimension IS NOT NULL AND l.quantity IS NOT NULL
    GROUP BY l.organization_id, l.entitlement_term_id, l.dimension) c
  GROUP BY c.organization_id, c.entitlement_term_id) counted
WHERE t.organization_id = counted.organization_id AND t.id = counted.entitlement_term_id;
RESET ROLE;
