-- Compatible: a column with a default, and an index that answers the same questions.
-- A call that a group was moved to which came with another one: the quota of the day has counted it there.
ALTER TABLE usage_batch ADD COLUMN moved boolean NOT NULL DEFAULT false;
DROP INDEX usage_batch_by_creation;
CREATE INDEX usage_batch_by_creation ON usage_batch (organization_id, creation_time, id) INCLUDE (size, moved);
