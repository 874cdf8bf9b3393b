-- Compatible: the index answers the same question of version 0.2.0.
-- Most jobs are enqueued by another one and are no operations: children are looked for among operations only.
DROP INDEX job_by_parent;
CREATE INDEX job_by_parent ON job (organization_id, parent_id) WHERE parent_id IS NOT NULL AND operation IS NOT NULL;
