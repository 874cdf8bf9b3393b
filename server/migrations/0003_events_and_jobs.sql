-- One row for each business fact: the audit trail, and the source of every notification. Nobody may change one.
CREATE TABLE event (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  entity_type text COLLATE "C" NOT NULL,
  entity_id text COLLATE "C" NOT NULL,
  sequence integer NOT NULL,
  action text COLLATE "C" NOT NULL,
  -- json and not jsonb: the snapshot is kept byte for byte.
  payload json NOT NULL,
  actor_type text COLLATE "C" NOT NULL,
  actor_id text COLLATE "C",
  request_id text COLLATE "C",
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX event_by_entity ON event (organization_id, entity_type, entity_id, sequence);
CALL protect_tenant_table('event');
GRANT SELECT, INSERT ON event TO tradepost_app, tradepost_system;

CREATE TABLE job (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  -- Jobs of one lane run one after the other, over retries too.
  lane text COLLATE "C" NOT NULL,
  -- An exclusive job runs while no other job of its organization does.
  exclusive boolean NOT NULL DEFAULT false,
  payload jsonb NOT NULL,
  -- Which clock due_at is told by; ready_at is the same moment by the wall clock.
  clock text COLLATE "C" NOT NULL CHECK (clock IN ('organization', 'wall')),
  due_at timestamptz NOT NULL,
  ready_at timestamptz NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,
  attempts integer NOT NULL DEFAULT 0,
  lease_token text COLLATE "C",
  lease_until timestamptz,
  last_error text,
  finished_at timestamptz,
  outcome text COLLATE "C",
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX job_ready ON job (ready_at, position) WHERE finished_at IS NULL;
CREATE INDEX job_lane ON job (organization_id, lane, position) WHERE finished_at IS NULL;
CREATE INDEX job_leased ON job (organization_id, lease_until) WHERE finished_at IS NULL AND lease_token IS NOT NULL;
CREATE INDEX job_exclusive ON job (organization_id, position) WHERE finished_at IS NULL AND exclusive;
CREATE INDEX job_finished ON job (finished_at) WHERE finished_at IS NOT NULL;
CALL protect_tenant_table('job');
GRANT SELECT, INSERT, UPDATE ON job TO tradepost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON job TO tradepost_system;

-- Moving an organization's clock moves the jobs that are told by it.
CREATE FUNCTION clock_moves_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE job j SET ready_at = j.due_at - NEW.clock_offset_ms * interval '1 millisecond'
  WHERE j.organization_id = NEW.organization_id AND j.finished_at IS NULL AND j.clock = 'organization';
  RETURN NULL;
END
$$;
CREATE TRIGGER clock_moves_jobs AFTER UPDATE OF clock_offset_ms ON organization
  FOR EACH ROW WHEN (OLD.clock_offset_ms IS DISTINCT FROM NEW.clock_offset_ms) EXECUTE FUNCTION clock_moves_jobs();

CREATE TABLE idempotency_key (
  organization_id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  request_hash bytea NOT NULL,
  response text NOT NULL,
  first_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, principal_id, key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (first_at);
CALL protect_tenant_table('idempotency_key');
GRANT SELECT, INSERT, UPDATE ON idempotency_key TO tradepost_app;
GRANT SELECT, DELETE ON idempotency_key TO tradepost_system;
