-- Compatible: a column that an older program does not write, and an index.
-- The invoice that bills what a report is of; none while nothing does.
ALTER TABLE usage_report ADD COLUMN invoice_id text COLLATE "C";
CREATE INDEX usage_report_by_invoice ON usage_report (organization_id, invoice_id) WHERE invoice_id IS NOT NULL;
