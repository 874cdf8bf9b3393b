-- Compatible: an older program does not use this table.
-- Changes of a plan or a quantity that buyers requested at a marketplace, with the seller's answer.
CREATE TABLE entitlement_request (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL DEFAULT 1,
  entitlement_id text COLLATE "C" NOT NULL,
  buyer_id text COLLATE "C",
  partner text COLLATE "C" NOT NULL,
  -- The id at the marketplace.
  external_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  plan_id text COLLATE "C",
  quantity integer,
  status text COLLATE "C" NOT NULL,
  -- SELLER: a member or an API client. SETTING: the organization's setting. MARKETPLACE: without this service.
  answered_through text COLLATE "C",
  answered_by text COLLATE "C",
  reason text,
  error_messages text[],
  readable_messages text[],
  creation_time timestamptz NOT NULL,
  answer_time timestamptz,
  last_update_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
-- A request is stored once.
CREATE UNIQUE INDEX entitlement_request_by_external_id
  ON entitlement_request (organization_id, partner, external_id);
CREATE INDEX entitlement_request_in_order ON entitlement_request (organization_id, entitlement_id, creation_time, id);
CREATE INDEX entitlement_request_to_answer ON entitlement_request (organization_id, creation_time, id)
  WHERE status = 'PENDING';
CALL protect_tenant_table('entitlement_request');
GRANT SELECT, INSERT, UPDATE ON entitlement_request TO tradepost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON entitlement_request TO tradepost_system;
