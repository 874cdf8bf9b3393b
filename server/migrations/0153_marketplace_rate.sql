-- Compatible: a new table, which an older program does not know.
-- When the next call to an interface of a marketplace may be made, of all processes together.
CREATE TABLE marketplace_rate (
  organization_id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  api text COLLATE "C" NOT NULL,
  next_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, partner, api)
) WITH (fillfactor = 50);
CALL protect_tenant_table('marketplace_rate');
GRANT SELECT, INSERT, UPDATE ON marketplace_rate TO tradepost_app, tradepost_system;
