-- Compatible: an index, which an older program does not need.
-- Time series of revenue read the issued invoices of a range of days.
CREATE INDEX invoice_by_issue ON invoice (organization_id, issue_date) WHERE status = 'FINALIZED';
