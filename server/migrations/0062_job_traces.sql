-- Compatible: an older program leaves the column empty.
-- The trace of the request or job that owed the job (W3C Trace Context, traceparent).
ALTER TABLE job ADD COLUMN traceparent text COLLATE "C";
