-- Compatible: new tables, which an older program does not know.
-- What one run made of the usage of an entitlement in one hour of use, or in the part of that hour that a term has.
CREATE TABLE usage_report (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  entitlement_id text COLLATE "C" NOT NULL,
  entitlement_term_id text COLLATE "C" NOT NULL,
  partner text COLLATE "C",
  run_id text COLLATE "C" NOT NULL,
  -- The groups of the run that it has are those that were used since the one and before the other.
  usage_from timestamptz NOT NULL,
  usage_until timestamptz NOT NULL,
  group_count integer NOT NULL CHECK (group_count >= 0),
  status text COLLATE "C" NOT NULL
    CHECK (status IN ('CREATED', 'SUCCESS', 'FAILED', 'INVOICED', 'CANCELED', 'DELETED')),
  -- The state of its groups.
  group_status text COLLATE "C" NOT NULL
    CHECK (group_status IN ('CREATED', 'REPORT_PENDING', 'REPORTED', 'REPORT_FAILED')),
  reported_time timestamptz,
  message text,
  info jsonb NOT NULL DEFAULT '{}',
  -- The sums of the groups by the keys that they were reported by, and the units of dimensions that these are.
  mapped json NOT NULL DEFAULT '[]',
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  sequence integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX usage_report_by_run ON usage_report (organization_id, run_id, entitlement_id, usage_from);
CREATE INDEX usage_report_by_creation ON usage_report (organization_id, creation_time, id);
CREATE INDEX usage_report_by_entitlement ON usage_report (organization_id, entitlement_id, creation_time, id);
CALL protect_tenant_table('usage_report');
GRANT SELECT, INSERT, UPDATE ON usage_report TO tradepost_app, tradepost_system;

-- What a marketplace is to be told: of an entitlement and dimension one quantity for each hour, for marketplaces keep the
-- first that they are told.
CREATE TABLE usage_line (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  report_id text COLLATE "C" NOT NULL,
  entitlement_id text COLLATE "C" NOT NULL,
  entitlement_term_id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  dimension text COLLATE "C" NOT NULL,
  bucket_hour timestamptz NOT NULL,
  quantity numeric NOT NULL CHECK (quantity >= 0),
  unit_price numeric,
  amount numeric,
  state text COLLATE "C" NOT NULL DEFAULT 'WAITING'
    CHECK (state IN ('WAITING', 'SENDING', 'ACCEPTED', 'REJECTED', 'UNKNOWN', 'MISSED', 'CANCELED')),
  attempts integer NOT NULL DEFAULT 0,
  -- The last call that it went with, and what became of it there.
  call_id text COLLATE "C",
  verdict json,
  external_id text COLLATE "C",
  -- The last moment at which the marketplace takes it, by the organization's clock; since when people know that it nears.
  deadline timestamptz,
  due_time timestamptz,
  alerted_time timestamptz,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX usage_line_by_bucket ON usage_line (organization_id, entitlement_id, dimension, bucket_hour);
CREATE INDEX usage_line_by_report ON usage_line (organization_id, report_id);
CREATE INDEX usage_line_open ON usage_line (organization_id, partner, due_time, id)
  WHERE state IN ('WAITING', 'SENDING', 'UNKNOWN');
CALL protect_tenant_table('usage_line');
GRANT SELECT, INSERT, UPDATE ON usage_line TO tradepost_app, tradepost_system;

-- What became of each unit of a term: entries are added, and never changed.
CREATE TABLE usage_ledger (
  organization_id text COLLATE "C" NOT NULL,
  entitlement_term_id text COLLATE "C" NOT NULL,
  -- Counted under the lock of the term.
  position integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  entitlement_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL CHECK (type IN
    ('USAGE', 'INCLUDED', 'CREDIT', 'COMMIT', 'LIST_PRICE', 'CARRY', 'REPORTED', 'RETURNED', 'WRITTEN_OFF')),
  -- None where an entry is of money alone.
  dimension text COLLATE "C",
  quantity numeric,
  unit_price numeric,
  amount numeric,
  usage_hour timestamptz,
  -- Of the units that a term includes for a month or a year: since when.
  period_start timestamptz,
  period_unit text COLLATE "C",
  report_id text COLLATE "C",
  line_id text COLLATE "C",
  run_id text COLLATE "C",
  message text,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, entitlement_term_id, position)
);
CREATE INDEX usage_ledger_by_creation ON usage_ledger (organization_id, entitlement_term_id, creation_time, id);
CALL protect_tenant_table('usage_ledger');
GRANT SELECT, INSERT ON usage_ledger TO tradepost_app, tradepost_system;

-- Where the ledger of a term stands, by dimension: what the next settlement begins with. It follows from the ledger.
-- Units too small to be told:
CREATE TABLE usage_balance (
  organization_id text COLLATE "C" NOT NULL,
  entitlement_term_id text COLLATE "C" NOT NULL,
  dimension text COLLATE "C" NOT NULL,
  carry numeric NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, entitlement_term_id, dimension)
);
CALL protect_tenant_table('usage_balance');
GRANT SELECT, INSERT, UPDATE ON usage_balance TO tradepost_app, tradepost_system;

-- The units of a month or a year of the term that are used up of those that it includes. Late usage is of an earlier one.
CREATE TABLE usage_included (
  organization_id text COLLATE "C" NOT NULL,
  entitlement_term_id text COLLATE "C" NOT NULL,
  dimension text COLLATE "C" NOT NULL,
  period_unit text COLLATE "C" NOT NULL,
  period_start timestamptz NOT NULL,
  used numeric NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, entitlement_term_id, dimension, period_unit, period_start)
);
CALL protect_tenant_table('usage_included');
GRANT SELECT, INSERT, UPDATE ON usage_included TO tradepost_app, tradepost_system;

-- Usage of a day by entitlement and key, for reports.
CREATE TABLE usage_daily (
  organization_id text COLLATE "C" NOT NULL,
  entitlement_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  key text COLLATE "C" NOT NULL,
  group_by text COLLATE "C" NOT NULL DEFAULT '',
  quantity numeric NOT NULL,
  amount numeric,
  PRIMARY KEY (organization_id, entitlement_id, day, key, group_by)
);
CREATE INDEX usage_daily_by_day ON usage_daily (organization_id, day);
CALL protect_tenant_table('usage_daily');
GRANT SELECT, INSERT, UPDATE ON usage_daily TO tradepost_app, tradepost_system;
