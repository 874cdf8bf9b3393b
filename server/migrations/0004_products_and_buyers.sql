CREATE TABLE product (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL DEFAULT '',
  partner_id text COLLATE "C",
  service text COLLATE "C",
  external_id text COLLATE "C",
  name text,
  product_type text COLLATE "C",
  status text COLLATE "C" NOT NULL,
  info jsonb NOT NULL DEFAULT '{}',
  meta_info jsonb NOT NULL DEFAULT '{}',
  sequence integer NOT NULL DEFAULT 1,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CALL protect_tenant_table('product');
GRANT SELECT, INSERT, UPDATE ON product TO tradepost_app, tradepost_system;

CREATE TABLE buyer (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL DEFAULT '',
  external_id text COLLATE "C",
  name text,
  info jsonb NOT NULL DEFAULT '{}',
  sequence integer NOT NULL DEFAULT 1,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
-- One buyer for each account at a marketplace.
CREATE UNIQUE INDEX buyer_by_external_id ON buyer (organization_id, partner, external_id) WHERE external_id IS NOT NULL;
CALL protect_tenant_table('buyer');
GRANT SELECT, INSERT, UPDATE ON buyer TO tradepost_app, tradepost_system;

CREATE TABLE contact (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  email text COLLATE "C" NOT NULL,
  name text,
  info jsonb NOT NULL DEFAULT '{}',
  sequence integer NOT NULL DEFAULT 1,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, email)
);
CALL protect_tenant_table('contact');
GRANT SELECT, INSERT, UPDATE ON contact TO tradepost_app, tradepost_system;
