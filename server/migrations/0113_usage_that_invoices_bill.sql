-- Compatible: for versions that do not know invoices. A new table, columns that an older program does not write, and indexes.
-- What of usage which invoice bills is said by times, and not in each report: a mark would be an entry in each index of it.
CREATE TABLE usage_billing (
  organization_id text COLLATE "C" NOT NULL,
  entitlement_id text COLLATE "C" NOT NULL,
  -- Reports of this generation that were used since the one and before the other.
  generation integer NOT NULL CHECK (generation >= 0),
  since timestamptz NOT NULL,
  until timestamptz NOT NULL CHECK (until > since),
  invoice_id text COLLATE "C" NOT NULL,
  -- The invoice is neither voided nor withdrawn.
  live boolean NOT NULL DEFAULT true,
  last_update_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, entitlement_id, generation, since, invoice_id)
);
CREATE UNIQUE INDEX usage_billing_live ON usage_billing (organization_id, entitlement_id, generation, since) WHERE live;
CREATE INDEX usage_billing_by_invoice ON usage_billing (organization_id, invoice_id);
CALL protect_tenant_table('usage_billing');
GRANT SELECT, INSERT, UPDATE ON usage_billing TO tradepost_app, tradepost_system;

ALTER TABLE usage_report
  -- Which of the entitlement: one that is settled when some were billed is of a later generation than these.
  ADD COLUMN generation integer NOT NULL DEFAULT 0,
  -- Units that invoices are to bill, by "<price of a unit> <dimension>".
  ADD COLUMN billable jsonb NOT NULL DEFAULT '{}';

SET LOCAL ROLE tradepost_system;
UPDATE usage_report r SET billable = s.billable
FROM (
  SELECT u.organization_id, u.report_id, jsonb_object_agg(u.price || ' ' || u.dimension, u.units) AS billable
  FROM (
    SELECT l.organization_id, l.report_id, l.dimension, i.info -> 'dimensionUnitPrice' ->> l.dimension AS price,
      trim_scale(sum(CASE WHEN l.type IN ('USAGE', 'LIST_PRICE') THEN l.quantity ELSE -l.quantity END)) AS units
    FROM usage_ledger l JOIN usage_report i ON i.organization_id = l.organization_id AND i.id = l.report_id
    WHERE l.type IN ('USAGE', 'LIST_PRICE', 'INCLUDED', 'CREDIT') AND l.dimension IS NOT NULL
      AND (i.group_status = 'CREATED' OR i.invoice_id IS NOT NULL)
    GROUP BY 1, 2, 3, 4) u
  WHERE u.price IS NOT NULL
  GROUP BY 1, 2) s
WHERE r.organization_id = s.organization_id AND r.id = s.report_id;

-- Reports that were marked: each is a time of its own. Those of one time were of several runs: each is a generation.
WITH marked AS (
  SELECT r.organization_id, r.id, r.entitlement_id, r.usage_from, r.usage_until, r.invoice_id, r.last_update_time,
    row_number() OVER (PARTITION BY r.organization_id, r.entitlement_id, r.usage_from ORDER BY r.id)::integer - 1 AS generation
  FROM usage_report r WHERE r.invoice_id IS NOT NULL),
told AS (
  INSERT INTO usage_billing (organization_id, entitlement_id, generation, since, until, invoice_id, last_update_time)
  SELECT m.organization_id, m.entitlement_id, m.generation, m.usage_from, m.usage_until, m.invoice_id, m.last_update_time FROM marked m)
UPDATE usage_report r SET generation = m.generation, status = 'CREATED', group_status = 'CREATED'
FROM marked m WHERE r.organization_id = m.organization_id AND r.id = m.id;
-- Those that are not billed are of a later generation than any that is.
UPDATE usage_report r SET generation = b.generation + 1
FROM (SELECT organization_id, entitlement_id, max(generation) AS generation FROM usage_billing GROUP BY 1, 2) b
WHERE r.organization_id = b.organization_id AND r.entitlement_id = b.entitlement_id AND r.invoice_id IS NULL;

RESET ROLE;

DROP INDEX usage_report_unbilled;
DROP INDEX usage_report_by_invoice;
ALTER TABLE usage_report DROP COLUMN invoice_id;
CREATE INDEX usage_report_to_bill ON usage_report (organization_id, entitlement_id, generation, usage_from);
