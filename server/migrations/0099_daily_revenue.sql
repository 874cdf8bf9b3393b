-- Compatible: new tables, and columns with defaults.
-- What revenue records of a day come to: of all products (an empty text) and of each. Reports of a year read these rows,
-- however many records there are.
CREATE TABLE revenue_daily (
  organization_id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  currency text COLLATE "C" NOT NULL,
  amount numeric NOT NULL,
  collectable_amount numeric NOT NULL,
  invoice_amount numeric NOT NULL,
  tax_amount numeric NOT NULL,
  disburse_amount numeric NOT NULL,
  refund_invoice_amount numeric NOT NULL,
  refund_disburse_amount numeric NOT NULL,
  PRIMARY KEY (organization_id, partner, product_id, day, currency)
);
CALL protect_tenant_table('revenue_daily');
GRANT SELECT, INSERT, UPDATE ON revenue_daily TO tradepost_app, tradepost_system;

-- Usage of a day is listed by marketplace, day and id.
ALTER TABLE usage_daily
  ADD COLUMN id text COLLATE "C" GENERATED ALWAYS AS ('uda_' || md5(entitlement_id || chr(10)
    || (day - date '2000-01-01')::text || chr(10) || key || chr(10) || group_by)) STORED,
  ADD COLUMN partner text COLLATE "C";
DROP INDEX usage_daily_by_day;
CREATE INDEX usage_daily_by_partner ON usage_daily (organization_id, partner, day, id);
CREATE INDEX usage_daily_by_entitlement ON usage_daily (organization_id, entitlement_id, day, id);

-- What a marketplace accepted of the usage of a day, and what it bills of it.
CREATE TABLE usage_verification (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" GENERATED ALWAYS AS ('uvf_' || md5(entitlement_id || chr(10)
    || (day - date '2000-01-01')::text || chr(10) || key)) STORED,
  entitlement_id text COLLATE "C" NOT NULL,
  product_id text COLLATE "C",
  partner text COLLATE "C" NOT NULL,
  day date NOT NULL,
  key text COLLATE "C" NOT NULL,
  reported_quantity numeric,
  reported_amount numeric,
  billed_quantity numeric,
  billed_amount numeric,
  PRIMARY KEY (organization_id, entitlement_id, day, key)
);
CREATE INDEX usage_verification_by_partner ON usage_verification (organization_id, partner, day, id);
CREATE INDEX usage_verification_by_product ON usage_verification (organization_id, partner, product_id, day, id);
CREATE INDEX usage_verification_by_entitlement ON usage_verification (organization_id, entitlement_id, day, id);
CALL protect_tenant_table('usage_verification');
GRANT SELECT, INSERT, UPDATE ON usage_verification TO tradepost_app, tradepost_system;
