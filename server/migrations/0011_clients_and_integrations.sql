-- A client has a home: the organization that made it, and that alone renews its secret and deletes it.
ALTER TABLE api_client
  ADD COLUMN home_organization_id text COLLATE "C",
  ADD COLUMN description text,
  -- While a secret is replaced, the one before it and its tokens are good until a time.
  ADD COLUMN previous_secret_hash bytea,
  ADD COLUMN previous_version integer,
  ADD COLUMN previous_until timestamptz;
ALTER TABLE principal_grant ADD COLUMN last_update_time timestamptz;

UPDATE api_client c SET home_organization_id = (
  SELECT g.organization_id FROM principal_grant g WHERE g.principal_id = c.id
  ORDER BY g.creation_time, g.organization_id LIMIT 1);

-- For the running version, which knows nothing of homes.
CREATE FUNCTION first_grant_is_home() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE api_client c SET home_organization_id = NEW.organization_id
  WHERE c.id = NEW.principal_id AND c.home_organization_id IS NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER first_grant_is_home AFTER INSERT ON principal_grant
  FOR EACH ROW WHEN (NEW.principal_type = 'API_CLIENT') EXECUTE FUNCTION first_grant_is_home();

-- The application role has no right on the global tables. What it may see of clients is this view, and what it may
-- do to them are the functions below: both act as the owner, and in the organization of the transaction only.
CREATE VIEW organization_client WITH (security_barrier) AS
  SELECT g.organization_id, c.id, c.name, c.description, g.role, c.home_organization_id, c.created_by,
    CASE WHEN c.previous_until > clock_timestamp() THEN c.previous_until END AS previous_until,
    -- Where else a client may act is for its home to know.
    CASE WHEN c.home_organization_id = g.organization_id THEN ARRAY(
      SELECT o.organization_id FROM principal_grant o WHERE o.principal_id = c.id ORDER BY o.organization_id)
    ELSE ARRAY[g.organization_id] END AS organization_ids,
    g.creation_time, greatest(c.last_update_time, g.last_update_time) AS last_update_time
  FROM principal_grant g JOIN api_client c ON c.id = g.principal_id
  WHERE g.organization_id = current_organization();
GRANT SELECT ON organization_client TO tradepost_app, tradepost_system;

CREATE FUNCTION create_api_client(
  id text, name text, description text, role text, secret_hash bytea, created_by text, at timestamptz)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO api_client (id, name, description, secret_hash, home_organization_id, created_by, creation_time,
      last_update_time)
    VALUES ($1, $2, $3, $5, current_organization(), $6, $7, $7);
  INSERT INTO principal_grant (organization_id, principal_id, principal_type, role, creation_time, last_update_time)
    VALUES (current_organization(), $1, 'API_CLIENT', $4, $7, $7);
$$;

-- Name and description are the home's, the role is that of the organization.
CREATE FUNCTION change_api_client(id text, name text, description text, role text, at timestamptz)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE api_client c SET name = $2, description = $3, last_update_time = $5
    WHERE c.id = $1 AND c.home_organization_id = current_organization();
  UPDATE principal_grant g SET role = $4, last_update_time = $5
    WHERE g.organization_id = current_organization() AND g.principal_id = $1 AND g.principal_type = 'API_CLIENT';
$$;

CREATE FUNCTION rotate_api_client(id text, secret_hash bytea, overlap interval, at timestamptz)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE api_client c SET
    previous_secret_hash = CASE WHEN $3 > interval '0' THEN c.secret_hash END,
    previous_version = CASE WHEN $3 > interval '0' THEN c.version END,
    previous_until = CASE WHEN $3 > interval '0' THEN clock_timestamp() + $3 END,
    secret_hash = $2, version = c.version + 1, last_update_time = $4
  WHERE c.id = $1 AND c.home_organization_id = current_organization();
$$;

CREATE FUNCTION delete_api_client(id text)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM api_client c WHERE c.id = $1 AND c.home_organization_id = current_organization();
$$;

CREATE FUNCTION grant_api_client(id text, role text, at timestamptz)
  RETURNS boolean LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH granted AS (
    INSERT INTO principal_grant (organization_id, principal_id, principal_type, role, creation_time, last_update_time)
    SELECT current_organization(), c.id, 'API_CLIENT', $2, $3, $3 FROM api_client c WHERE c.id = $1
    ON CONFLICT (organization_id, principal_id) DO NOTHING RETURNING principal_id)
  SELECT EXISTS (SELECT FROM granted);
$$;

CREATE FUNCTION revoke_api_client(id text)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM principal_grant g USING api_client c
  WHERE g.organization_id = current_organization() AND g.principal_id = $1 AND c.id = $1
    AND c.home_organization_id <> g.organization_id;
$$;

DO $$
DECLARE
  wanted regprocedure;
BEGIN
  FOR wanted IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
    AND p.proname IN ('create_api_client', 'change_api_client', 'rotate_api_client', 'delete_api_client',
      'grant_api_client', 'revoke_api_client')
  LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', wanted);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO tradepost_app, tradepost_system', wanted);
  END LOOP;
END
$$;

-- The counter of an organization's events about a client. It outlives the grant, so that a client that comes back goes
-- on counting; its lock puts the changes of one client in one organization in their order.
CREATE TABLE api_client_sequence (
  organization_id text COLLATE "C" NOT NULL,
  api_client_id text COLLATE "C" NOT NULL,
  sequence integer NOT NULL,
  PRIMARY KEY (organization_id, api_client_id)
);
CALL protect_tenant_table('api_client_sequence');
GRANT SELECT, INSERT, UPDATE ON api_client_sequence TO tradepost_app, tradepost_system;

ALTER TABLE integration
  -- As they are shown: with stars in place of every secret.
  ADD COLUMN info jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN credentials jsonb NOT NULL DEFAULT '{}',
  -- Both as they were given, sealed.
  ADD COLUMN sealed_settings text,
  ADD COLUMN status_message text,
  ADD COLUMN last_verify_time timestamptz,
  ADD COLUMN created_by text COLLATE "C",
  ADD COLUMN last_updated_by text COLLATE "C",
  ADD COLUMN sequence integer NOT NULL DEFAULT 1;
CREATE INDEX integration_by_creation ON integration (organization_id, creation_time, id);

-- What an operator set; the organization '*' stands for all that have no row of their own.
CREATE TABLE quota (
  organization_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  maximum integer NOT NULL CHECK (maximum >= 0),
  last_update_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, name)
);
CALL protect_tenant_table('quota');
CREATE POLICY default_scope ON quota FOR SELECT TO tradepost_app USING (organization_id = '*');
GRANT SELECT ON quota TO tradepost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON quota TO tradepost_system;

-- Every quota of the transaction's organization: its own, else the operator's default, else the one that stands here.
CREATE VIEW organization_quota WITH (security_invoker = true) AS
  SELECT current_organization() AS organization_id, b.name AS id, b.name,
    coalesce(own.maximum, common.maximum, b.maximum) AS maximum,
    timestamptz '2026-01-01 00:00:00+00' AS creation_time
  FROM (VALUES
      ('apiClients' COLLATE "C", 20),
      ('members', 200),
      ('offers', 100000),
      ('usageRecordGroupsPerDay', 1000000),
      ('webhookEndpoints', 20)) AS b (name, maximum)
    LEFT JOIN quota own ON own.organization_id = current_organization() AND own.name = b.name
    LEFT JOIN quota common ON common.organization_id = '*' AND common.name = b.name;
GRANT SELECT ON organization_quota TO tradepost_app, tradepost_system;
