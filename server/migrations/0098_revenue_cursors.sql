-- Compatible: a new table, which an older program does not know.
-- How far the feed of revenue of a marketplace was read.
CREATE TABLE revenue_cursor (
  organization_id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  cursor text NOT NULL,
  last_update_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, partner)
);
CALL protect_tenant_table('revenue_cursor');
GRANT SELECT, INSERT, UPDATE ON revenue_cursor TO tradepost_app, tradepost_system;
