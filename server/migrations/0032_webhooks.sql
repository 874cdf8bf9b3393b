-- Where an organization has its events sent, and which of them.
CREATE TABLE webhook_endpoint (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  url text NOT NULL,
  description text,
  -- An empty list chooses everything.
  scopes text[] NOT NULL DEFAULT '{}',
  product_ids text[] NOT NULL DEFAULT '{}',
  partners text[] NOT NULL DEFAULT '{}',
  entity_ids text[] NOT NULL DEFAULT '{}',
  fifo boolean NOT NULL DEFAULT false,
  -- As they are shown: with stars in place of the values.
  headers jsonb NOT NULL DEFAULT '{}',
  rate_per_second integer CHECK (rate_per_second > 0),
  timeout_seconds integer NOT NULL CHECK (timeout_seconds > 0),
  status text COLLATE "C" NOT NULL DEFAULT 'ENABLED' CHECK (status IN ('ENABLED', 'DISABLED')),
  status_reason text,
  status_time timestamptz NOT NULL,
  -- The signing secrets, and the headers as they were given.
  sealed_secrets text NOT NULL,
  previous_until timestamptz,
  created_by text COLLATE "C",
  last_updated_by text COLLATE "C",
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  sequence integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX webhook_endpoint_by_creation ON webhook_endpoint (organization_id, creation_time, id);
CALL protect_tenant_table('webhook_endpoint');
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_endpoint TO tradepost_app, tradepost_system;

-- One row for each endpoint: whoever takes deliveries of it, or changes what is owed to it, holds this row meanwhile.
-- All times are of the wall clock.
CREATE TABLE webhook_queue (
  organization_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  -- As in the endpoint: read by whoever holds this row.
  fifo boolean NOT NULL,
  -- When to look for deliveries next; none are owed while it is absent.
  wake_at timestamptz,
  -- Up to when the endpoint's rate is used up, and until when it asked to be left alone.
  paced_until timestamptz NOT NULL DEFAULT '-infinity',
  hold_until timestamptz,
  -- Since when nothing was taken any more, and when the organization was told of it.
  failing_since timestamptz,
  warned_at timestamptz,
  PRIMARY KEY (organization_id, endpoint_id)
);
CREATE INDEX webhook_queue_wake ON webhook_queue (wake_at) WHERE wake_at IS NOT NULL;
CALL protect_tenant_table('webhook_queue');
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_queue TO tradepost_app, tradepost_system;

-- What is sent of an event: once, however many endpoints take it, so that every attempt sends the same bytes.
CREATE TABLE webhook_payload (
  organization_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  body text NOT NULL,
  creation_time timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (organization_id, event_id)
);
CREATE INDEX webhook_payload_by_creation ON webhook_payload (creation_time);
CALL protect_tenant_table('webhook_payload');
GRANT SELECT, INSERT ON webhook_payload TO tradepost_app;
GRANT SELECT, INSERT, DELETE ON webhook_payload TO tradepost_system;

-- An event that is owed to an endpoint, or was.
CREATE TABLE webhook_delivery (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  scope text COLLATE "C" NOT NULL,
  entity_type text COLLATE "C" NOT NULL,
  entity_id text COLLATE "C" NOT NULL,
  -- The order of events: the place in the organization's trail, and which of the things said there.
  position bigint NOT NULL,
  part integer NOT NULL DEFAULT 0,
  status text COLLATE "C" NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'DONE', 'FAILED')),
  -- How often it was sent in all, and since it was last asked for.
  attempts integer NOT NULL DEFAULT 0,
  tries integer NOT NULL DEFAULT 0,
  -- When it is sent next, or taken from a process that is lost; absent while an earlier event of its entity is owed.
  due_at timestamptz,
  lease_token text COLLATE "C",
  replay_id text COLLATE "C",
  response_status integer,
  last_error text,
  last_attempt_time timestamptz,
  finished_at timestamptz,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX webhook_delivery_by_event ON webhook_delivery (organization_id, endpoint_id, event_id);
CREATE INDEX webhook_delivery_by_creation ON webhook_delivery (organization_id, endpoint_id, creation_time, id);
CREATE INDEX webhook_delivery_by_status ON webhook_delivery (organization_id, endpoint_id, status, creation_time, id);
CREATE INDEX webhook_delivery_due ON webhook_delivery (organization_id, endpoint_id, due_at, position, part)
  WHERE status = 'PENDING' AND due_at IS NOT NULL;
CREATE INDEX webhook_delivery_lane ON webhook_delivery (organization_id, endpoint_id, entity_id, position, part)
  WHERE status = 'PENDING';
CREATE INDEX webhook_delivery_leased ON webhook_delivery (organization_id, endpoint_id, due_at)
  WHERE lease_token IS NOT NULL;
CREATE INDEX webhook_delivery_finished ON webhook_delivery (finished_at) WHERE finished_at IS NOT NULL;
CALL protect_tenant_table('webhook_delivery');
GRANT SELECT, INSERT, UPDATE ON webhook_delivery TO tradepost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_delivery TO tradepost_system;

CREATE TABLE webhook_attempt (
  organization_id text COLLATE "C" NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  start_time timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  response_status integer,
  response_excerpt text,
  error text,
  PRIMARY KEY (organization_id, delivery_id, number)
);
CREATE INDEX webhook_attempt_by_time ON webhook_attempt (start_time);
CALL protect_tenant_table('webhook_attempt');
GRANT SELECT ON webhook_attempt TO tradepost_app;
GRANT SELECT, INSERT, DELETE ON webhook_attempt TO tradepost_system;

-- A delivery is a notification message: how it goes is told there too.
CREATE FUNCTION delivery_tells_message() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE notification_message m SET attempts = NEW.attempts, last_error = NEW.last_error, status = NEW.status,
    last_update_time = clock_timestamp() + coalesce((
      SELECT o.clock_offset_ms FROM organization o WHERE o.organization_id = NEW.organization_id), 0)
      * interval '1 millisecond'
  WHERE m.organization_id = NEW.organization_id AND m.id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER delivery_tells_message AFTER UPDATE OF status, last_error ON webhook_delivery
  FOR EACH ROW WHEN (OLD.status <> NEW.status OR OLD.last_error IS DISTINCT FROM NEW.last_error)
  EXECUTE FUNCTION delivery_tells_message();
