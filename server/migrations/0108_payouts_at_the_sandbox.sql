-- Compatible: new tables, which an older program does not know.
-- What the marketplaces that the sandbox plays have sold and billed, and paid out. Nothing here refers to the tables of
-- revenue, so that the one can prove the other.
CREATE TABLE sandbox_sale (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  agreement_id text COLLATE "C" NOT NULL,
  -- By what its lines name what was sold: the agreement's id, or its order's.
  sold_id text COLLATE "C" NOT NULL,
  -- The sale that it gives back a part of, or corrects.
  parent_id text COLLATE "C",
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('COMMIT', 'USAGE', 'REFUND', 'CORRECTION')),
  dimension text COLLATE "C",
  day date NOT NULL,
  quantity numeric,
  currency text COLLATE "C" NOT NULL,
  gross numeric NOT NULL,
  fee numeric NOT NULL,
  tax numeric NOT NULL,
  version integer NOT NULL DEFAULT 1,
  payout_id text COLLATE "C",
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX sandbox_sale_unpaid ON sandbox_sale (organization_id, partner, id) WHERE payout_id IS NULL;
CREATE INDEX sandbox_sale_by_agreement ON sandbox_sale (organization_id, agreement_id);
CALL protect_tenant_table('sandbox_sale');
GRANT SELECT, INSERT, UPDATE ON sandbox_sale TO tradepost_app, tradepost_system;

-- Their feeds of revenue, in the order in which they are read: lines, and the usage that they bill.
CREATE TABLE sandbox_revenue (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  line json,
  usage json,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX sandbox_revenue_by_partner ON sandbox_revenue (organization_id, partner, id);
CREATE INDEX sandbox_revenue_by_creation ON sandbox_revenue (organization_id, creation_time, id);
CALL protect_tenant_table('sandbox_revenue');
GRANT SELECT, INSERT ON sandbox_revenue TO tradepost_app, tradepost_system;
