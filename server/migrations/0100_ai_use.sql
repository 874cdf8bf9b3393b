-- Compatible: new tables, which an older program does not know.
-- What calls of language models cost an organization in a month of its clock (UTC), in cents and fractions of them.
CREATE TABLE ai_month (
  organization_id text COLLATE "C" NOT NULL,
  -- As 2026-11.
  month text COLLATE "C" NOT NULL,
  calls integer NOT NULL DEFAULT 0 CHECK (calls >= 0),
  -- What settled calls cost, and what those may cost that are not settled.
  used numeric NOT NULL DEFAULT 0 CHECK (used >= 0),
  reserved numeric NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  -- Free use, as it was configured at the last call.
  credit_cents numeric NOT NULL DEFAULT 0 CHECK (credit_cents >= 0),
  -- Since then nothing of it changes any more.
  billed_time timestamptz,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, month)
);
CALL protect_tenant_table('ai_month');
GRANT SELECT, INSERT, UPDATE ON ai_month TO tradepost_app, tradepost_system;

-- A call that was allowed, with the most that it may cost. One without a cost is charged that.
CREATE TABLE ai_reservation (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  month text COLLATE "C" NOT NULL,
  worst_case numeric NOT NULL CHECK (worst_case >= 0),
  cost numeric CHECK (cost BETWEEN 0 AND worst_case),
  -- By the wall clock: how long a call has been under way.
  begin_time timestamptz NOT NULL,
  settle_time timestamptz,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX ai_reservation_open ON ai_reservation (organization_id, month, begin_time) WHERE settle_time IS NULL;
CALL protect_tenant_table('ai_reservation');
GRANT SELECT, INSERT, UPDATE ON ai_reservation TO tradepost_app, tradepost_system;

-- What the operator charges the organization for a month: no invoice of the organization's own sales.
CREATE TABLE ai_invoice (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  month text COLLATE "C" NOT NULL,
  calls integer NOT NULL CHECK (calls >= 0),
  used_cents numeric NOT NULL CHECK (used_cents >= 0),
  credit_cents numeric NOT NULL CHECK (credit_cents >= 0),
  -- Whole cents.
  amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
  currency text COLLATE "C" NOT NULL,
  billing_email text,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, month)
);
CREATE INDEX ai_invoice_by_creation ON ai_invoice (organization_id, creation_time, id);
CALL protect_tenant_table('ai_invoice');
GRANT SELECT, INSERT ON ai_invoice TO tradepost_app, tradepost_system;
