-- Compatible: new tables, which an older program does not know.
-- What the marketplaces that the sandbox plays have taken of usage: each line that they bill, in their own words. Nothing
-- here refers to the tables of metering, so that the one can prove the other.
CREATE TABLE sandbox_usage (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  agreement_id text COLLATE "C" NOT NULL,
  dimension text COLLATE "C" NOT NULL,
  hour timestamptz NOT NULL,
  start_time timestamptz NOT NULL,
  end_time timestamptz NOT NULL,
  quantity numeric NOT NULL,
  amount numeric,
  currency text COLLATE "C",
  -- By what the marketplace knows a repeat; null where it knows none.
  identity text COLLATE "C",
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX sandbox_usage_by_identity ON sandbox_usage (organization_id, partner, identity)
  WHERE identity IS NOT NULL;
CREATE INDEX sandbox_usage_by_creation ON sandbox_usage (organization_id, creation_time, id);
CREATE INDEX sandbox_usage_by_agreement ON sandbox_usage (organization_id, agreement_id, dimension, end_time);
CALL protect_tenant_table('sandbox_usage');
GRANT SELECT, INSERT ON sandbox_usage TO tradepost_app, tradepost_system;

-- The same, added up: what it would bill of each dimension of an agreement.
CREATE TABLE sandbox_usage_total (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  agreement_id text COLLATE "C" NOT NULL,
  dimension text COLLATE "C" NOT NULL,
  quantity numeric NOT NULL,
  lines integer NOT NULL,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX sandbox_usage_total_of ON sandbox_usage_total (organization_id, agreement_id, dimension);
CREATE INDEX sandbox_usage_total_by_creation ON sandbox_usage_total (organization_id, creation_time, id);
CALL protect_tenant_table('sandbox_usage_total');
GRANT SELECT, INSERT, UPDATE ON sandbox_usage_total TO tradepost_app, tradepost_system;

-- How many calls came since a time: of a seller, or about an agreement.
CREATE TABLE sandbox_usage_rate (
  organization_id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  -- An agreement; empty where all calls count together.
  agreement_id text COLLATE "C" NOT NULL,
  since timestamptz NOT NULL,
  calls integer NOT NULL,
  PRIMARY KEY (organization_id, partner, agreement_id)
);
CALL protect_tenant_table('sandbox_usage_rate');
GRANT SELECT, INSERT, UPDATE ON sandbox_usage_rate TO tradepost_app, tradepost_system;
