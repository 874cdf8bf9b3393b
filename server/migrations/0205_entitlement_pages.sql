-- Compatible: an older program neither reads nor writes the new column.
-- The version of the links to the entitlement's page; an increase revokes all earlier links.
ALTER TABLE entitlement ADD COLUMN spa_version integer NOT NULL DEFAULT 1;
