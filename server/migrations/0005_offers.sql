CREATE TABLE offer (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text,
  partner text COLLATE "C",
  partner_id text COLLATE "C",
  service text COLLATE "C",
  product_id text COLLATE "C",
  product_type text COLLATE "C",
  buyer_id text COLLATE "C",
  contact_ids text[],
  offer_type text COLLATE "C" NOT NULL,
  pricing_type text COLLATE "C",
  channel_type text COLLATE "C",
  external_id text COLLATE "C",
  status text COLLATE "C" NOT NULL,
  sub_status text COLLATE "C",
  info jsonb NOT NULL,
  meta_info jsonb NOT NULL,
  end_time timestamptz,
  expire_time timestamptz,
  created_by text COLLATE "C",
  last_updated_by text COLLATE "C",
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  -- The number of the last event of this offer.
  sequence integer NOT NULL DEFAULT 1,
  -- Operators on jsonb keep indexes from being used under row-level security; a column does not.
  crm_c_opportunity_id text COLLATE "C" GENERATED ALWAYS AS (meta_info ->> 'crmCOpportunityId') STORED,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX offer_by_creation ON offer (organization_id, creation_time, id);
CREATE INDEX offer_by_status ON offer (organization_id, status, creation_time, id);
CREATE INDEX offer_by_product ON offer (organization_id, product_id, creation_time, id) WHERE product_id IS NOT NULL;
CREATE INDEX offer_by_buyer ON offer (organization_id, buyer_id, creation_time, id) WHERE buyer_id IS NOT NULL;
CREATE INDEX offer_by_external_id ON offer (organization_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX offer_by_crm_c_opportunity ON offer (organization_id, crm_c_opportunity_id, creation_time, id)
  WHERE crm_c_opportunity_id IS NOT NULL;
CALL protect_tenant_table('offer');
GRANT SELECT, INSERT, UPDATE ON offer TO tradepost_app, tradepost_system;

-- R20: who sent which body when. Read and written in the statement that creates the offer.
CREATE TABLE offer_creation (
  organization_id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  body_hash bytea NOT NULL,
  offer_id text COLLATE "C" NOT NULL,
  first_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, principal_id, body_hash)
);
CREATE INDEX offer_creation_age ON offer_creation (first_at);
CALL protect_tenant_table('offer_creation');
GRANT SELECT, INSERT, UPDATE ON offer_creation TO tradepost_app;
GRANT SELECT, DELETE ON offer_creation TO tradepost_system;
