-- Compatible: an older program knows no such links.
-- A link by which whoever opens it joins an organization: made by the operator, who has nobody's address. It is good once.
CREATE TABLE join_link (
  organization_id text COLLATE "C" NOT NULL,
  join_link_id text COLLATE "C" NOT NULL,
  -- What the link holds is known by its hash.
  token_hash bytea NOT NULL,
  role text COLLATE "C" NOT NULL,
  creation_time timestamptz NOT NULL,
  expire_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, join_link_id)
);
CREATE INDEX join_link_by_token ON join_link (token_hash);
CALL protect_tenant_table('join_link');
GRANT SELECT, INSERT, DELETE ON join_link TO tradepost_app, tradepost_system;
