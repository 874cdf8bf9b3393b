-- Compatible: an older program makes clients of the type that all have had so far, and refuses every key.
-- A client of the type API_KEY shows its secret with each request, so that it is found by the hash alone.
ALTER TABLE api_client ADD COLUMN type text NOT NULL DEFAULT 'BEARER_TOKEN'
  CONSTRAINT api_client_type CHECK (type IN ('BEARER_TOKEN', 'API_KEY'));
CREATE UNIQUE INDEX api_client_key ON api_client (secret_hash) WHERE type = 'API_KEY';
CREATE INDEX api_client_previous_key ON api_client (previous_secret_hash)
  WHERE type = 'API_KEY' AND previous_secret_hash IS NOT NULL;

CREATE OR REPLACE VIEW organization_client WITH (security_barrier) AS
  SELECT g.organization_id, c.id, c.name, c.description, g.role, c.home_organization_id, c.created_by,
    CASE WHEN c.previous_until > clock_timestamp() THEN c.previous_until END AS previous_until,
    -- Where else a client may act is for its home to know.
    CASE WHEN c.home_organization_id = g.organization_id THEN ARRAY(
      SELECT o.organization_id FROM principal_grant o WHERE o.principal_id = c.id ORDER BY o.organization_id)
    ELSE ARRAY[g.organization_id] END AS organization_ids,
    g.creation_time, greatest(c.last_update_time, g.last_update_time) AS last_update_time, g.bound_to AS channel_partner_id,
    c.type
  FROM principal_grant g JOIN api_client c ON c.id = g.principal_id
  WHERE g.organization_id = current_organization();

-- Beside the function of the older program, which names no type.
CREATE FUNCTION create_api_client(
  id text, name text, description text, role text, secret_hash bytea, created_by text, at timestamptz, type text)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT create_api_client($1, $2, $3, $4, $5, $6, $7);
  UPDATE api_client c SET type = $8 WHERE c.id = $1;
$$;
REVOKE ALL ON FUNCTION create_api_client(text, text, text, text, bytea, text, timestamptz, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_api_client(text, text, text, text, bytea, text, timestamptz, text)
  TO tradepost_app, tradepost_system;
