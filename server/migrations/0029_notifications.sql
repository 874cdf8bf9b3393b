-- How far the trail of each organization is sealed, and how far its events were made into notices. Sealing writes the
-- one, the fan-out the other, each once for a batch: what commits late is sealed late, and so never passed over.
CREATE TABLE notification_feed (
  organization_id text COLLATE "C" PRIMARY KEY,
  newest_position bigint NOT NULL,
  told_position bigint NOT NULL DEFAULT 0
);
CREATE INDEX notification_feed_waiting ON notification_feed (organization_id) WHERE newest_position > told_position;
CALL protect_tenant_table('notification_feed');
GRANT SELECT, UPDATE (told_position) ON notification_feed TO tradepost_app;
GRANT SELECT, INSERT, UPDATE ON notification_feed TO tradepost_system;

CREATE FUNCTION seals_feed_notifications() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO notification_feed AS f (organization_id, newest_position)
    SELECT s.organization_id, max(s.position) FROM new_seals s GROUP BY s.organization_id
  ON CONFLICT (organization_id) DO UPDATE
    SET newest_position = greatest(f.newest_position, EXCLUDED.newest_position);
  RETURN NULL;
END
$$;
CREATE TRIGGER seals_feed_notifications AFTER INSERT ON event_seal
  REFERENCING NEW TABLE AS new_seals FOR EACH STATEMENT EXECUTE FUNCTION seals_feed_notifications();

-- What was sealed before notices existed is not told. The owner sees no row of a tenant table; the system role sees all.
SET LOCAL ROLE tradepost_system;
INSERT INTO notification_feed (organization_id, newest_position, told_position)
  SELECT organization_id, max(position), max(position) FROM event_seal GROUP BY organization_id;
RESET ROLE;

-- One row for each business fact that may be told, as it was when it happened.
CREATE TABLE notification_event (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- The place in the organization's trail of the event that it was made from.
  position bigint NOT NULL,
  entity_type text COLLATE "C" NOT NULL,
  entity_id text COLLATE "C" NOT NULL,
  action text COLLATE "C" NOT NULL,
  entity_name text,
  entity_status text COLLATE "C",
  partner text COLLATE "C",
  product_id text COLLATE "C",
  title text NOT NULL,
  message text NOT NULL,
  priority text COLLATE "C" NOT NULL CHECK (priority IN ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  is_action_item boolean NOT NULL,
  require_audit boolean NOT NULL,
  created_by jsonb NOT NULL,
  contact_ids text[],
  channels text[] NOT NULL,
  info jsonb NOT NULL,
  track_events jsonb,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
-- An event is told once as each thing that it says.
CREATE UNIQUE INDEX notification_event_by_position ON notification_event (organization_id, position, action);
CREATE INDEX notification_event_by_creation ON notification_event (organization_id, creation_time, id);
CREATE INDEX notification_event_urgent ON notification_event (organization_id, creation_time, id)
  WHERE priority IN ('HIGH', 'CRITICAL');
CREATE INDEX notification_event_by_entity
  ON notification_event (organization_id, entity_id, entity_type, creation_time, id);
CALL protect_tenant_table('notification_event');
GRANT SELECT, INSERT, UPDATE (track_events, last_update_time) ON notification_event TO tradepost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON notification_event TO tradepost_system;

-- What was sent, or is to be, about a notification event: one row for each channel and recipient.
CREATE TABLE notification_message (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  notification_event_id text COLLATE "C",
  -- The channel: EMAIL, WEBHOOK …
  type text COLLATE "C" NOT NULL,
  recipient text NOT NULL,
  action text COLLATE "C" NOT NULL,
  contact_id text COLLATE "C",
  cc_recipients text[] NOT NULL DEFAULT '{}',
  bcc_recipients text[] NOT NULL DEFAULT '{}',
  subject text,
  text_content text,
  html_content text,
  standard_fields jsonb,
  status text COLLATE "C" NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'DONE', 'FAILED')),
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  opened_at timestamptz,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX notification_message_by_creation ON notification_message (organization_id, creation_time, id);
CREATE INDEX notification_message_by_event ON notification_message (organization_id, notification_event_id, status);
CALL protect_tenant_table('notification_message');
GRANT SELECT, INSERT, UPDATE (status, attempts, last_error, opened_at, last_update_time)
  ON notification_message TO tradepost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON notification_message TO tradepost_system;

-- A mail that is a notification message has that one's identifier and names its organization; how its sending goes is
-- told there too.
ALTER TABLE outgoing_mail ADD COLUMN sent_for text COLLATE "C";
CREATE FUNCTION mail_tells_message() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE notification_message m SET attempts = NEW.attempts, last_error = NEW.last_error,
    status = CASE NEW.outcome WHEN 'SENT' THEN 'DONE' WHEN 'FAILED' THEN 'FAILED' ELSE 'PENDING' END,
    last_update_time = clock_timestamp() + coalesce((
      SELECT o.clock_offset_ms FROM organization o WHERE o.organization_id = NEW.sent_for), 0) * interval '1 millisecond'
  WHERE m.organization_id = NEW.sent_for AND m.id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER mail_tells_message AFTER UPDATE OF attempts, outcome, last_error ON outgoing_mail
  FOR EACH ROW WHEN (NEW.sent_for IS NOT NULL) EXECUTE FUNCTION mail_tells_message();
