-- Compatible: a column with a default, which an older program does not know and sealing leaves as it is.
-- How far the trail of each organization was followed by the search. -1: all that is there is to be read first, as of
-- organizations that are older than the search, or were imported. New ones begin with an empty trail.
ALTER TABLE notification_feed ADD COLUMN indexed_position bigint NOT NULL DEFAULT -1;
ALTER TABLE notification_feed ALTER COLUMN indexed_position SET DEFAULT 0;
CREATE INDEX notification_feed_unindexed ON notification_feed (organization_id)
  WHERE newest_position > indexed_position;
GRANT UPDATE (indexed_position) ON notification_feed TO tradepost_app;

-- Called at the end of an import, as the system: what is derived of records is not imported, and made anew.
CREATE PROCEDURE after_import() LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE notification_feed SET indexed_position = -1
$$;
REVOKE EXECUTE ON PROCEDURE after_import() FROM PUBLIC;
GRANT EXECUTE ON PROCEDURE after_import() TO tradepost_system;
