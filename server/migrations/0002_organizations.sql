CREATE TABLE organization (
  organization_id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  description text,
  website text,
  email_domain text,
  environment text COLLATE "C" NOT NULL,
  type text,
  status text COLLATE "C" NOT NULL,
  allowed_auth_methods text[] NOT NULL DEFAULT '{}',
  auth_id text COLLATE "C",
  created_by text,
  expire_at timestamptz,
  info jsonb NOT NULL DEFAULT '{}',
  -- How far the organization's own clock is ahead of the wall clock: its time is now plus this.
  clock_offset_ms bigint NOT NULL DEFAULT 0,
  sequence integer NOT NULL DEFAULT 1,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL
);
CALL protect_tenant_table('organization');
GRANT SELECT, INSERT, UPDATE ON organization TO tradepost_app, tradepost_system;

-- Global: a client may be allowed several organizations.
CREATE TABLE api_client (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  -- Part of every token; a token of an older version is refused.
  version integer NOT NULL DEFAULT 1,
  created_by text,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON api_client TO tradepost_system;

-- Global, read at the start of every request: who may act in which organization, as what.
CREATE TABLE principal_grant (
  organization_id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  principal_type text COLLATE "C" NOT NULL CHECK (principal_type IN ('API_CLIENT', 'USER')),
  role text COLLATE "C" NOT NULL,
  -- Changes whenever anything changes that a process may have remembered about this grant: the role, the
  -- principal's tokens, the organization's status or clock. A sequence, so that no value ever comes back.
  revision bigint NOT NULL,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, principal_id)
);
CREATE INDEX principal_grant_by_principal ON principal_grant (principal_id, organization_id);
CREATE SEQUENCE principal_grant_revision;
GRANT SELECT ON principal_grant TO tradepost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON principal_grant TO tradepost_system;
GRANT USAGE ON SEQUENCE principal_grant_revision TO tradepost_app, tradepost_system;

CREATE FUNCTION stamp_grant_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := nextval('principal_grant_revision');
  RETURN NEW;
END
$$;
CREATE TRIGGER principal_grant_revision BEFORE INSERT OR UPDATE ON principal_grant
  FOR EACH ROW EXECUTE FUNCTION stamp_grant_revision();

CREATE FUNCTION organization_revises_grants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE principal_grant g SET role = g.role WHERE g.organization_id = NEW.organization_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER organization_revises_grants AFTER UPDATE OF status, clock_offset_ms, environment ON organization
  FOR EACH ROW EXECUTE FUNCTION organization_revises_grants();

CREATE FUNCTION api_client_revises_grants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM principal_grant g WHERE g.principal_id = OLD.id;
  ELSE
    UPDATE principal_grant g SET role = g.role WHERE g.principal_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER api_client_revises_grants AFTER UPDATE OF version OR DELETE ON api_client
  FOR EACH ROW EXECUTE FUNCTION api_client_revises_grants();

-- A principal sees the organizations that it was granted, before it has chosen one.
CREATE POLICY principal_scope ON organization FOR SELECT TO tradepost_app USING (
  organization_id IN (SELECT g.organization_id FROM principal_grant g WHERE g.principal_id = current_principal()));

CREATE TABLE signing_key (
  kid text COLLATE "C" PRIMARY KEY,
  algorithm text NOT NULL,
  public_jwk jsonb NOT NULL,
  sealed_private_jwk text NOT NULL,
  creation_time timestamptz NOT NULL,
  -- A retired key signs nothing more; its tokens are good until they expire.
  retired_at timestamptz
);
GRANT SELECT, INSERT, UPDATE ON signing_key TO tradepost_system;

CREATE TABLE integration (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  service text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, partner, service)
);
CALL protect_tenant_table('integration');
GRANT SELECT, INSERT, UPDATE, DELETE ON integration TO tradepost_app, tradepost_system;
CREATE POLICY principal_scope ON integration FOR SELECT TO tradepost_app USING (
  organization_id IN (SELECT g.organization_id FROM principal_grant g WHERE g.principal_id = current_principal()));
