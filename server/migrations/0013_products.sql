-- What a listing tells beside its prices, who changed it, and one index for each filter of the list.
ALTER TABLE product
  ADD COLUMN created_by text COLLATE "C",
  ADD COLUMN last_updated_by text COLLATE "C",
  ADD COLUMN fulfillment_url text,
  -- A direct product has no partner.
  ALTER COLUMN partner DROP NOT NULL,
  ALTER COLUMN partner DROP DEFAULT;

CREATE INDEX product_by_creation ON product (organization_id, creation_time, id);
CREATE INDEX product_by_status ON product (organization_id, status, creation_time, id);
CREATE INDEX product_by_partner ON product (organization_id, partner, creation_time, id) WHERE partner IS NOT NULL;
CREATE INDEX product_by_type ON product (organization_id, product_type, creation_time, id)
  WHERE product_type IS NOT NULL;
CREATE INDEX product_by_external_id ON product (organization_id, external_id, creation_time, id)
  WHERE external_id IS NOT NULL;
-- One product for each listing at a marketplace; a deleted one keeps its place and is brought back by an import.
CREATE UNIQUE INDEX product_of_listing ON product (organization_id, partner, external_id)
  WHERE external_id IS NOT NULL;

-- The listings that the sandbox keeps as a marketplace: those that were made at it, and its own catalogue.
CREATE TABLE sandbox_product (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  -- The caller's key of the creation, or the name in the catalogue: a repeat finds the same listing.
  creation_key text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  spec jsonb NOT NULL,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, partner, creation_key)
);
CALL protect_tenant_table('sandbox_product');
GRANT SELECT, INSERT, UPDATE ON sandbox_product TO tradepost_app, tradepost_system;
