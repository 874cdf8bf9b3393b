-- Compatible: an older program invites nobody for a channel partner, and whoever takes up such an invitation there is bound
-- all the same.
ALTER TABLE member ADD COLUMN channel_partner_id text COLLATE "C";
CREATE INDEX member_by_channel_partner ON member (organization_id, channel_partner_id)
  WHERE channel_partner_id IS NOT NULL;

-- Whoever was invited for a channel partner is bound to it, by whichever way it comes in.
CREATE FUNCTION invitation_binds_grant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.bound_to := coalesce(NEW.bound_to, (
    SELECT m.channel_partner_id FROM person p
      JOIN member m ON m.organization_id = NEW.organization_id AND m.email = p.email AND m.status = 'INVITED'
    WHERE p.id = NEW.principal_id));
  RETURN NEW;
END
$$;
CREATE TRIGGER invitation_binds_grant BEFORE INSERT ON principal_grant
  FOR EACH ROW WHEN (NEW.principal_type = 'USER') EXECUTE FUNCTION invitation_binds_grant();

CREATE OR REPLACE FUNCTION grant_makes_member() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  invited text;
BEGIN
  INSERT INTO member AS m (organization_id, id, status, email, name, role, channel_partner_id, join_time, creation_time,
      last_update_time)
    SELECT NEW.organization_id, NEW.principal_id, 'ACTIVE', p.email, p.name, NEW.role, NEW.bound_to,
      NEW.creation_time, NEW.creation_time, NEW.creation_time
    FROM person p WHERE p.id = NEW.principal_id
  ON CONFLICT (organization_id, id) DO UPDATE SET status = 'ACTIVE', email = EXCLUDED.email, name = EXCLUDED.name,
    role = EXCLUDED.role, channel_partner_id = EXCLUDED.channel_partner_id, join_time = EXCLUDED.join_time,
    last_update_time = EXCLUDED.last_update_time
  RETURNING m.email INTO invited;
  DELETE FROM member m WHERE m.organization_id = NEW.organization_id AND m.email = invited AND m.status = 'INVITED';
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION grant_changes_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE member m SET role = NEW.role, channel_partner_id = NEW.bound_to
    WHERE m.organization_id = NEW.organization_id AND m.id = NEW.principal_id;
  RETURN NULL;
END
$$;
DROP TRIGGER grant_changes_member ON principal_grant;
CREATE TRIGGER grant_changes_member AFTER UPDATE OF role, bound_to ON principal_grant
  FOR EACH ROW WHEN (NEW.principal_type = 'USER' AND (NEW.role IS DISTINCT FROM OLD.role
    OR NEW.bound_to IS DISTINCT FROM OLD.bound_to))
  EXECUTE FUNCTION grant_changes_member();

-- Runs as the owner, for the application role may not write grants: in the organization of the transaction, and to a
-- channel partner of it only.
CREATE FUNCTION bind_principal(bound_id text, to_channel_partner text) RETURNS void LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  UPDATE principal_grant g SET bound_to = to_channel_partner
    WHERE g.organization_id = current_organization() AND g.principal_id = bound_id
$$;
REVOKE ALL ON FUNCTION bind_principal(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION bind_principal(text, text) TO tradepost_app, tradepost_system;

-- What its people may do is remembered: a channel partner that is not active any more has it loaded anew.
CREATE FUNCTION channel_partner_revises_grants() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE principal_grant g SET role = g.role
    WHERE g.organization_id = NEW.organization_id AND g.bound_to = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER channel_partner_revises_grants AFTER UPDATE OF status ON channel_partner
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION channel_partner_revises_grants();

CREATE OR REPLACE VIEW organization_client WITH (security_barrier) AS
  SELECT g.organization_id, c.id, c.name, c.description, g.role, c.home_organization_id, c.created_by,
    CASE WHEN c.previous_until > clock_timestamp() THEN c.previous_until END AS previous_until,
    -- Where else a client may act is for its home to know.
    CASE WHEN c.home_organization_id = g.organization_id THEN ARRAY(
      SELECT o.organization_id FROM principal_grant o WHERE o.principal_id = c.id ORDER BY o.organization_id)
    ELSE ARRAY[g.organization_id] END AS organization_ids,
    g.creation_time, greatest(c.last_update_time, g.last_update_time) AS last_update_time, g.bound_to AS channel_partner_id
  FROM principal_grant g JOIN api_client c ON c.id = g.principal_id
  WHERE g.organization_id = current_organization();

-- People of channel partners see that the organization is there, and nothing of what it is.
CREATE OR REPLACE VIEW principal_organization WITH (security_barrier) AS
  SELECT o.organization_id, g.principal_id, g.role, g.creation_time AS join_time, o.name,
    CASE WHEN g.bound_to IS NULL THEN o.description END AS description,
    CASE WHEN g.bound_to IS NULL THEN o.website END AS website,
    CASE WHEN g.bound_to IS NULL THEN o.email_domain END AS email_domain,
    o.environment, CASE WHEN g.bound_to IS NULL THEN o.type END AS type, o.status,
    CASE WHEN g.bound_to IS NULL THEN o.allowed_auth_methods ELSE '{}' END AS allowed_auth_methods,
    CASE WHEN g.bound_to IS NULL THEN o.auth_id END AS auth_id,
    CASE WHEN g.bound_to IS NULL THEN o.created_by END AS created_by,
    CASE WHEN g.bound_to IS NULL THEN o.expire_at END AS expire_at,
    CASE WHEN g.bound_to IS NOT NULL THEN '{}'
      WHEN o.info #> '{ssoConfigInfo,clientSecret}' IS NULL THEN o.info
      ELSE jsonb_set(o.info, '{ssoConfigInfo,clientSecret}', '"********"') END AS info,
    CASE WHEN g.bound_to IS NOT NULL THEN '{}' ELSE
      ARRAY(SELECT DISTINCT i.partner FROM integration i WHERE i.organization_id = o.organization_id ORDER BY 1)
    END AS integrated,
    o.creation_time, o.last_update_time,
    CASE WHEN g.bound_to IS NULL THEN
      (SELECT r.permissions FROM custom_role r WHERE r.organization_id = g.organization_id AND r.name = g.role)
    END AS role_permissions,
    g.bound_to AS channel_partner_id
  FROM principal_grant g JOIN organization o ON o.organization_id = g.organization_id
  WHERE g.principal_id = current_principal();
