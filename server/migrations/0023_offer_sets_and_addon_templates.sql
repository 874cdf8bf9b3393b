-- An addon as it is offered: what is applied to an entitlement is a copy of it.
CREATE TABLE addon_template (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text,
  description text,
  info jsonb NOT NULL,
  status text COLLATE "C" NOT NULL,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  sequence integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX addon_template_by_creation ON addon_template (organization_id, status, creation_time, id);
CALL protect_tenant_table('addon_template');
GRANT SELECT, INSERT, UPDATE ON addon_template TO tradepost_app, tradepost_system;

CREATE TABLE offer_set (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text,
  partner text COLLATE "C" NOT NULL,
  external_id text COLLATE "C",
  status text COLLATE "C" NOT NULL,
  info jsonb NOT NULL,
  meta_info jsonb NOT NULL,
  expire_time timestamptz,
  created_by text COLLATE "C",
  last_updated_by text COLLATE "C",
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  sequence integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX offer_set_by_creation ON offer_set (organization_id, creation_time, id);
CREATE INDEX offer_set_by_status ON offer_set (organization_id, status, creation_time, id);
CALL protect_tenant_table('offer_set');
GRANT SELECT, INSERT, UPDATE ON offer_set TO tradepost_app, tradepost_system;

-- The key has no set in it: an offer is in one set at most.
CREATE TABLE offer_set_member (
  organization_id text COLLATE "C" NOT NULL,
  offer_id text COLLATE "C" NOT NULL,
  offer_set_id text COLLATE "C" NOT NULL,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, offer_id)
);
CREATE INDEX offer_set_member_by_set ON offer_set_member (organization_id, offer_set_id, creation_time, offer_id);
CALL protect_tenant_table('offer_set_member');
GRANT SELECT, INSERT, DELETE ON offer_set_member TO tradepost_app, tradepost_system;
