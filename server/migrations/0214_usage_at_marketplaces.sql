-- Compatible: an older program leaves the column empty.
-- How the usage that the marketplace lists for a day differs from the accepted lines of a dimension: on the last line of the day.
ALTER TABLE usage_line ADD COLUMN difference text;
-- The lines of a day are compared with the marketplace's list.
CREATE INDEX usage_line_accepted ON usage_line (organization_id, partner, bucket_hour) WHERE state = 'ACCEPTED';
