-- Compatible: an index more, which an older program leaves to the database.
-- What of the usage of an entitlement no invoice bills, by its time.
CREATE INDEX usage_report_unbilled ON usage_report (organization_id, entitlement_id, usage_from) WHERE invoice_id IS NULL;
