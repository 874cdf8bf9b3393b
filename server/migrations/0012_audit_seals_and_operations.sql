-- What the audit trail is searched by is a column: operators such as || keep indexes from being used under row-level
-- security. An erased event keeps its row, its place and its hashes, and loses its two records.
ALTER TABLE event
  ADD COLUMN event_type text COLLATE "C" GENERATED ALWAYS AS (action || '.' || entity_type) STORED,
  ADD COLUMN erased_at timestamptz;
CREATE INDEX event_by_creation ON event (organization_id, creation_time, id);
CREATE INDEX event_by_type ON event (organization_id, event_type, creation_time, id);
CREATE INDEX event_by_actor ON event (organization_id, actor_id, creation_time, id);
CREATE INDEX event_by_request ON event (organization_id, request_id);
-- The identifier first: who looks for one entity need not name its type.
DROP INDEX event_by_entity;
CREATE UNIQUE INDEX event_by_entity ON event (organization_id, entity_id, entity_type, sequence);

-- One row for each event that has its place: the organization's chain, over hashes, so that it holds when records
-- are erased.
CREATE TABLE event_seal (
  organization_id text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  header_hash bytea NOT NULL,
  payload_hash bytea NOT NULL,
  before_hash bytea NOT NULL,
  chain_hash bytea NOT NULL,
  PRIMARY KEY (organization_id, position),
  UNIQUE (organization_id, event_id)
);
CALL protect_tenant_table('event_seal');
GRANT SELECT ON event_seal TO tradepost_app;
GRANT SELECT, INSERT, DELETE ON event_seal TO tradepost_system;

-- How far the chain goes, signed with a key that is not in the database.
CREATE TABLE audit_head (
  organization_id text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  chain_hash bytea NOT NULL,
  signature bytea NOT NULL,
  signed_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, position)
);
CREATE INDEX audit_head_by_time ON audit_head (signed_at);
CALL protect_tenant_table('audit_head');
GRANT SELECT ON audit_head TO tradepost_app;
GRANT SELECT, INSERT, DELETE ON audit_head TO tradepost_system;

-- What came up to here may be removed: the chain is verified from here on. Another signature than a head's, so that
-- no head can be passed off as one.
CREATE TABLE audit_checkpoint (
  organization_id text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  chain_hash bytea NOT NULL,
  signature bytea NOT NULL,
  signed_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, position)
);
CALL protect_tenant_table('audit_checkpoint');
GRANT SELECT ON audit_checkpoint TO tradepost_app;
GRANT SELECT, INSERT ON audit_checkpoint TO tradepost_system;

GRANT DELETE, UPDATE (payload, before, erased_at) ON event TO tradepost_system;

-- Whoever has a grant may remove what a checkpoint covers and blank what is to be erased, and nothing else.
CREATE FUNCTION keep_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (
      SELECT FROM event_seal s JOIN audit_checkpoint c
        ON c.organization_id = s.organization_id AND c.position >= s.position
      WHERE s.organization_id = OLD.organization_id AND s.event_id = OLD.id) THEN
      RETURN OLD;
    END IF;
    RAISE EXCEPTION 'an event that no checkpoint covers is not removed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL AND NEW.payload::text = '{}'
    AND (NEW.before IS NULL) = (OLD.before IS NULL) AND coalesce(NEW.before::text, '{}') = '{}' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an event is not changed' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER keep_events BEFORE UPDATE OR DELETE ON event FOR EACH ROW EXECUTE FUNCTION keep_events();

-- A job that people follow is an operation: who started it, what it is about, how it ended.
ALTER TABLE job
  -- Its name for people; a job without one is not shown.
  ADD COLUMN operation text,
  ADD COLUMN cancellable boolean NOT NULL DEFAULT false,
  ADD COLUMN started_by_type text COLLATE "C",
  ADD COLUMN started_by_id text COLLATE "C",
  ADD COLUMN parent_id text COLLATE "C",
  ADD COLUMN offer_id text COLLATE "C",
  ADD COLUMN entitlement_id text COLLATE "C",
  ADD COLUMN product_id text COLLATE "C",
  ADD COLUMN crm_opportunity_id text COLLATE "C",
  ADD COLUMN partner_opportunity_id text COLLATE "C",
  ADD COLUMN cancel_requested_at timestamptz,
  ADD COLUMN cancelled_by text,
  -- By the organization's clock, as creation_time is; finished_at is by the wall clock.
  ADD COLUMN end_time timestamptz,
  ADD COLUMN ended_as text COLLATE "C" CHECK (ended_as IN ('COMPLETED', 'FAILED', 'CANCELED')),
  ADD COLUMN status text COLLATE "C" GENERATED ALWAYS AS (
    CASE WHEN finished_at IS NULL THEN 'RUNNING' ELSE coalesce(ended_as, 'COMPLETED') END) STORED;
CREATE INDEX job_operation ON job (organization_id, creation_time, id) WHERE operation IS NOT NULL;
CREATE INDEX job_operation_by_status ON job (organization_id, status, creation_time, id) WHERE operation IS NOT NULL;
CREATE INDEX job_by_parent ON job (organization_id, parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX job_by_offer ON job (organization_id, offer_id, creation_time, id)
  WHERE operation IS NOT NULL AND offer_id IS NOT NULL;
CREATE INDEX job_by_entitlement ON job (organization_id, entitlement_id, creation_time, id)
  WHERE operation IS NOT NULL AND entitlement_id IS NOT NULL;
CREATE INDEX job_by_crm_opportunity ON job (organization_id, crm_opportunity_id, creation_time, id)
  WHERE operation IS NOT NULL AND crm_opportunity_id IS NOT NULL;
CREATE INDEX job_by_partner_opportunity ON job (organization_id, partner_opportunity_id, creation_time, id)
  WHERE operation IS NOT NULL AND partner_opportunity_id IS NOT NULL;
