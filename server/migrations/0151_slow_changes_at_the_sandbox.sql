-- Compatible: an older program knows nothing of it, and its sandbox does all at once.
-- A change that the sandbox was asked for, and makes later: the call of the port, and what came of it.
CREATE TABLE sandbox_change (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  change_key text COLLATE "C" NOT NULL,
  call text COLLATE "C" NOT NULL,
  arguments jsonb NOT NULL,
  due_time timestamptz NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state IN ('RUNNING', 'DONE', 'FAILED')),
  external_id text COLLATE "C",
  failure text COLLATE "C",
  readable text COLLATE "C",
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, partner, change_key)
);
CALL protect_tenant_table('sandbox_change');
GRANT SELECT, INSERT, UPDATE ON sandbox_change TO tradepost_app, tradepost_system;
