ALTER TABLE entitlement
  -- Plan at the marketplace, as last observed: a change of it begins a term.
  ADD COLUMN plan_id text COLLATE "C";

-- What goes wrong at the marketplaces that the sandbox plays, because somebody wants to see what follows.
CREATE TABLE sandbox_fault (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- Null: at every marketplace.
  partner text COLLATE "C",
  kind text COLLATE "C" NOT NULL,
  cause text,
  permanent boolean NOT NULL,
  -- ISO 8601.
  delay text COLLATE "C",
  wanted integer NOT NULL,
  -- Counted down as it strikes.
  remaining integer NOT NULL CHECK (remaining >= 0),
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX sandbox_fault_by_creation ON sandbox_fault (organization_id, creation_time, id);
CALL protect_tenant_table('sandbox_fault');
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox_fault TO tradepost_app, tradepost_system;

-- Entitlements that are open end by themselves from now on, those that were made before too. The owner sees no row of
-- a tenant table; the system role sees all. What is over already ends a moment after the program starts.
SET LOCAL ROLE tradepost_system;
INSERT INTO job (organization_id, id, kind, lane, payload, clock, due_at, ready_at, creation_time, started_by_type,
  started_by_id, cancellable)
SELECT e.organization_id, 'job_end_' || e.id, 'entitlements.end', 'end:' || e.id || ':' || at.text,
  jsonb_build_object('entitlementId', e.id, 'endTime', at.text), 'organization', e.end_time,
  e.end_time - o.clock_offset_ms * interval '1 millisecond', now(), 'SERVICE', 'tradepost', false
FROM entitlement e JOIN organization o ON o.organization_id = e.organization_id,
  LATERAL (SELECT to_char(e.end_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS text) at
WHERE e.end_time IS NOT NULL AND e.status IN ('PENDING_START', 'ACTIVE', 'SUSPENDED', 'PENDING_CANCEL');
RESET ROLE;
