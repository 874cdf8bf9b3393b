-- Compatible: columns with constant defaults, which an older program leaves so, and indexes more.
-- Between which calls the record groups of a report lie, and when these calls were received: so that few rows are read to
-- find them. The defaults say that it is not known.
ALTER TABLE usage_report
  ADD COLUMN first_batch_id text COLLATE "C" NOT NULL DEFAULT '',
  ADD COLUMN last_batch_id text COLLATE "C" NOT NULL DEFAULT '~',
  ADD COLUMN received_since timestamptz NOT NULL DEFAULT '2000-01-01T00:00:00Z',
  ADD COLUMN received_until timestamptz NOT NULL DEFAULT '9999-01-01T00:00:00Z';
-- Record groups of one state are found by their reports; reports are listed by their marketplace.
CREATE INDEX usage_report_by_group_status ON usage_report
  (organization_id, group_status, first_batch_id) INCLUDE (last_batch_id);
CREATE INDEX usage_report_by_partner ON usage_report (organization_id, partner, creation_time, id);
