CREATE TABLE entitlement (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text,
  type text COLLATE "C",
  partner text COLLATE "C",
  partner_id text COLLATE "C",
  service text COLLATE "C",
  offer_id text COLLATE "C",
  product_id text COLLATE "C",
  buyer_id text COLLATE "C",
  entitlement_term_id text COLLATE "C",
  external_id text COLLATE "C",
  external_buyer_id text COLLATE "C",
  external_product_id text COLLATE "C",
  external_status text COLLATE "C",
  status text COLLATE "C" NOT NULL,
  info jsonb NOT NULL,
  meta_info jsonb NOT NULL,
  start_time timestamptz,
  end_time timestamptz,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  sequence integer NOT NULL DEFAULT 1,
  crm_c_opportunity_id text COLLATE "C" GENERATED ALWAYS AS (meta_info ->> 'crmCOpportunityId') STORED,
  PRIMARY KEY (organization_id, id)
);
-- One entitlement for each agreement at a marketplace, however often it is observed.
CREATE UNIQUE INDEX entitlement_by_external_id ON entitlement (organization_id, external_id, partner)
  WHERE external_id IS NOT NULL;
CREATE INDEX entitlement_by_creation ON entitlement (organization_id, creation_time, id);
CREATE INDEX entitlement_by_status ON entitlement (organization_id, status, creation_time, id);
CREATE INDEX entitlement_by_offer ON entitlement (organization_id, offer_id, creation_time, id);
CREATE INDEX entitlement_by_product ON entitlement (organization_id, product_id, creation_time, id);
CREATE INDEX entitlement_by_buyer ON entitlement (organization_id, buyer_id, creation_time, id);
CREATE INDEX entitlement_by_crm_c_opportunity ON entitlement (organization_id, crm_c_opportunity_id, creation_time, id)
  WHERE crm_c_opportunity_id IS NOT NULL;
CALL protect_tenant_table('entitlement');
GRANT SELECT, INSERT, UPDATE ON entitlement TO tradepost_app, tradepost_system;

CREATE TABLE entitlement_term (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  entitlement_id text COLLATE "C" NOT NULL,
  external_entitlement_id text COLLATE "C",
  offer_id text COLLATE "C",
  product_id text COLLATE "C",
  buyer_id text COLLATE "C",
  partner text COLLATE "C",
  service text COLLATE "C",
  info jsonb NOT NULL,
  -- A snapshot of the entitlement as it was when the term began.
  entitlement_info jsonb NOT NULL,
  commit_amount numeric,
  credit_amount numeric,
  reported_amount numeric,
  used_commit_amount numeric,
  used_credit_amount numeric,
  start_time timestamptz,
  end_time timestamptz,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  sequence integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, entitlement_id, id)
);
CREATE INDEX entitlement_term_by_creation ON entitlement_term (organization_id, entitlement_id, creation_time, id);
CALL protect_tenant_table('entitlement_term');
GRANT SELECT, INSERT, UPDATE ON entitlement_term TO tradepost_app, tradepost_system;
