-- What an audit entry tells beside the fact itself: the record as it was before, and who the actor was then.
ALTER TABLE event
  ADD COLUMN before json,
  ADD COLUMN actor_email text,
  ADD COLUMN actor_name text,
  -- Every change is audited; a notice that changes nothing is not.
  ADD COLUMN audited boolean NOT NULL DEFAULT true;

-- Events that have no position yet. A row stands here from the commit of its event on, so that what commits late is
-- not passed over; the sealing job takes it away when it gives the position. One entity's events come in their order.
CREATE TABLE unsealed_event (
  organization_id text COLLATE "C" NOT NULL,
  ordinal bigint GENERATED ALWAYS AS IDENTITY,
  event_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, ordinal)
);
CALL protect_tenant_table('unsealed_event');
GRANT SELECT, INSERT ON unsealed_event TO tradepost_app;
GRANT SELECT, INSERT, DELETE ON unsealed_event TO tradepost_system;
-- The owner is held by row-level security too, and of no organization: only the system role sees all events.
SET LOCAL ROLE tradepost_system;
INSERT INTO unsealed_event (organization_id, event_id)
  SELECT organization_id, id FROM event ORDER BY organization_id, creation_time, id;
RESET ROLE;

-- Roles that an organization made for itself, beside ADMIN, EDITOR and VIEWER.
CREATE TABLE custom_role (
  organization_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  description text,
  permissions text[] NOT NULL,
  sequence integer NOT NULL DEFAULT 1,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, name),
  UNIQUE (organization_id, id)
);
CALL protect_tenant_table('custom_role');
GRANT SELECT, INSERT, UPDATE, DELETE ON custom_role TO tradepost_app, tradepost_system;

-- Runs as the owner: the application role may not write grants, and need not see those of the role.
CREATE FUNCTION custom_role_revises_grants() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE principal_grant g SET role = g.role WHERE g.organization_id = OLD.organization_id AND g.role = OLD.name;
  RETURN NULL;
END
$$;
CREATE TRIGGER custom_role_revises_grants AFTER UPDATE OF permissions, name OR DELETE ON custom_role
  FOR EACH ROW EXECUTE FUNCTION custom_role_revises_grants();

-- What is remembered of a client with its access is also how the audit trail names it.
DROP TRIGGER api_client_revises_grants ON api_client;
CREATE TRIGGER api_client_revises_grants AFTER UPDATE OF version, name OR DELETE ON api_client
  FOR EACH ROW EXECUTE FUNCTION api_client_revises_grants();
