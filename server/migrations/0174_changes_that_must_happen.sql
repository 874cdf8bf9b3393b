-- Compatible: older programs call the same functions, which fail now where they changed nothing.
-- A change that is meant for a row and meets none is an error of ours, and undoes the transaction: the caller must not be told
-- that it was made. Row-level security hides rows without an error, from an owner too that is no superuser.
CREATE FUNCTION require_change(changed bigint, what text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF changed = 0 THEN
    RAISE EXCEPTION '% changed no row', what USING ERRCODE = 'TP001';
  END IF;
END
$$;
REVOKE ALL ON FUNCTION require_change(bigint, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION require_change(bigint, text) TO tradepost_app, tradepost_system;

CREATE OR REPLACE FUNCTION bind_principal(bound_id text, to_channel_partner text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE principal_grant g SET bound_to = to_channel_partner
    WHERE g.organization_id = current_organization() AND g.principal_id = bound_id;
  IF NOT FOUND THEN PERFORM require_change(0, 'bind_principal'); END IF;
END
$$;

CREATE OR REPLACE FUNCTION change_member_role(member_id text, new_role text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE principal_grant g SET role = new_role
    WHERE g.organization_id = current_organization() AND g.principal_id = member_id AND g.principal_type = 'USER';
  IF NOT FOUND THEN PERFORM require_change(0, 'change_member_role'); END IF;
END
$$;

CREATE OR REPLACE FUNCTION end_membership(member_id text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM principal_grant g
    WHERE g.organization_id = current_organization() AND g.principal_id = member_id AND g.principal_type = 'USER';
  IF NOT FOUND THEN PERFORM require_change(0, 'end_membership'); END IF;
END
$$;

-- The name and the description are changed at the client's home only, the grant wherever it has one.
CREATE OR REPLACE FUNCTION change_api_client(id text, name text, description text, role text, at timestamptz)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  UPDATE api_client c SET name = $2, description = $3, last_update_time = $5
    WHERE c.id = $1 AND c.home_organization_id = current_organization();
  UPDATE principal_grant g SET role = $4, last_update_time = $5
    WHERE g.organization_id = current_organization() AND g.principal_id = $1 AND g.principal_type = 'API_CLIENT';
  IF NOT FOUND THEN PERFORM require_change(0, 'change_api_client'); END IF;
END
$$;

CREATE OR REPLACE FUNCTION rotate_api_client(id text, secret_hash bytea, overlap interval, at timestamptz)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  UPDATE api_client c SET
    previous_secret_hash = CASE WHEN $3 > interval '0' THEN c.secret_hash END,
    previous_version = CASE WHEN $3 > interval '0' THEN c.version END,
    previous_until = CASE WHEN $3 > interval '0' THEN clock_timestamp() + $3 END,
    secret_hash = $2, version = c.version + 1, last_update_time = $4
  WHERE c.id = $1 AND c.home_organization_id = current_organization();
  IF NOT FOUND THEN PERFORM require_change(0, 'rotate_api_client'); END IF;
END
$$;

CREATE OR REPLACE FUNCTION delete_api_client(id text)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  DELETE FROM api_client c WHERE c.id = $1 AND c.home_organization_id = current_organization();
  IF NOT FOUND THEN PERFORM require_change(0, 'delete_api_client'); END IF;
END
$$;

CREATE OR REPLACE FUNCTION revoke_api_client(id text)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  DELETE FROM principal_grant g USING api_client c
  WHERE g.organization_id = current_organization() AND g.principal_id = $1 AND c.id = $1
    AND c.home_organization_id <> g.organization_id;
  IF NOT FOUND THEN PERFORM require_change(0, 'revoke_api_client'); END IF;
END
$$;
