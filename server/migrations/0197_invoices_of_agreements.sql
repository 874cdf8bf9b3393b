-- Compatible: a new table, which an older program does not know.
-- How far the invoices of an agreement were read, where the marketplace lists them by agreement.
CREATE TABLE revenue_agreement (
  organization_id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  -- The marketplace's id of the agreement.
  external_id text COLLATE "C" NOT NULL,
  -- The adapter's: where the next page begins.
  cursor text NOT NULL,
  -- When the last page was read; none while a reading is under way for the first time.
  read_at timestamptz,
  PRIMARY KEY (organization_id, partner, external_id)
);
CALL protect_tenant_table('revenue_agreement');
GRANT SELECT, INSERT, UPDATE, DELETE ON revenue_agreement TO tradepost_app, tradepost_system;
