-- Compatible: an index more. It has the few record groups that have a state of their own, and costs the others nothing.
CREATE INDEX usage_group_by_state ON usage_group (organization_id, state, batch_id, ordinal) WHERE state IS NOT NULL;
