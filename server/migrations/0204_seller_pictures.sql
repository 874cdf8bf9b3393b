-- Compatible: a new table, which an older program does not know.
-- The pictures of a seller on pages for buyers, so that a page loads nothing from other servers.
CREATE TABLE seller_picture (
  organization_id text COLLATE "C" NOT NULL,
  -- Digest of the address from which the picture was fetched.
  id text COLLATE "C" NOT NULL,
  -- None if the address had no acceptable picture.
  content_type text COLLATE "C",
  content bytea,
  -- When to fetch again after a failure.
  retry_at timestamptz,
  PRIMARY KEY (organization_id, id)
);
CALL protect_tenant_table('seller_picture');
GRANT SELECT, INSERT, UPDATE, DELETE ON seller_picture TO tradepost_app, tradepost_system;
