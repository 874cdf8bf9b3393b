-- Compatible: new tables, which an older program does not know.
-- A line of a marketplace's feed of revenue, kept once by the marketplace's id and version. The last version holds.
CREATE TABLE revenue_detail (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  line_id text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  is_current boolean NOT NULL,
  -- By what it is matched: the line that it follows from; else what was sold, the plan of a machine image and its buyer.
  parent_line_id text COLLATE "C",
  sold_id text COLLATE "C",
  sku_id text COLLATE "C",
  external_buyer_id text COLLATE "C",
  -- Whose it is; none while it is not known.
  entitlement_id text COLLATE "C",
  product_id text COLLATE "C",
  -- Its own day, or that of the line that it follows from.
  day date NOT NULL,
  currency text COLLATE "C" NOT NULL,
  gross numeric,
  collectable numeric,
  invoiced numeric,
  tax numeric,
  disbursed numeric,
  refund_invoiced numeric,
  refund_disbursed numeric,
  invoice_date date,
  payment_due_date date,
  disburse_date date,
  refund_invoice_date date,
  refund_disburse_date date,
  payout_id text COLLATE "C",
  facts jsonb NOT NULL DEFAULT '{}',
  record json NOT NULL,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX revenue_detail_by_line ON revenue_detail (organization_id, partner, line_id, version);
CREATE INDEX revenue_detail_by_day ON revenue_detail (organization_id, partner, day, id) WHERE is_current;
CREATE INDEX revenue_detail_by_product ON revenue_detail (organization_id, partner, product_id, day, id) WHERE is_current;
CREATE INDEX revenue_detail_by_entitlement ON revenue_detail (organization_id, entitlement_id, day, id) WHERE is_current;
CREATE INDEX revenue_detail_by_payout ON revenue_detail (organization_id, partner, payout_id) WHERE is_current;
CREATE INDEX revenue_detail_unmatched ON revenue_detail (organization_id, partner, day, id)
  WHERE is_current AND entitlement_id IS NULL AND coalesce(sold_id, sku_id, parent_line_id) IS NOT NULL;
CALL protect_tenant_table('revenue_detail');
GRANT SELECT, INSERT, UPDATE ON revenue_detail TO tradepost_app, tradepost_system;

-- What the lines of an entitlement, a day and a currency come to.
CREATE TABLE revenue_record (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  entitlement_id text COLLATE "C" NOT NULL,
  product_id text COLLATE "C",
  partner text COLLATE "C" NOT NULL,
  day date NOT NULL,
  currency text COLLATE "C" NOT NULL,
  amount numeric NOT NULL,
  collectable_amount numeric NOT NULL,
  invoice_amount numeric NOT NULL,
  tax_amount numeric NOT NULL,
  disburse_amount numeric NOT NULL,
  refund_invoice_amount numeric NOT NULL,
  refund_disburse_amount numeric NOT NULL,
  invoice_date date,
  payment_due_date date,
  disburse_date date,
  refund_invoice_date date,
  refund_disburse_date date,
  info jsonb NOT NULL DEFAULT '{}',
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX revenue_record_of ON revenue_record (organization_id, entitlement_id, day, currency);
CREATE INDEX revenue_record_by_day ON revenue_record (organization_id, partner, day, id);
CREATE INDEX revenue_record_by_product ON revenue_record (organization_id, partner, product_id, day, id);
CREATE INDEX revenue_record_by_entitlement ON revenue_record (organization_id, entitlement_id, day, id);
CALL protect_tenant_table('revenue_record');
GRANT SELECT, INSERT, UPDATE ON revenue_record TO tradepost_app, tradepost_system;

-- A payout that the organization was notified of.
CREATE TABLE revenue_payout (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  payout_id text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  disburse_date date,
  disburse_amount numeric NOT NULL,
  info jsonb NOT NULL DEFAULT '{}',
  sequence integer NOT NULL DEFAULT 1,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX revenue_payout_of ON revenue_payout (organization_id, partner, payout_id, currency);
CALL protect_tenant_table('revenue_payout');
GRANT SELECT, INSERT ON revenue_payout TO tradepost_app, tradepost_system;
