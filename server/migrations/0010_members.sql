-- Who belongs to an organization, and who was invited to. The grant says who may act, and as what; this is what the
-- organization may see of it, and the counter of a member's events. A row of somebody who left keeps the counter only.
CREATE TABLE member (
  organization_id text COLLATE "C" NOT NULL,
  -- The person's identifier, or one of the invitation's own: whether an invited address has an account is not told.
  id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('INVITED', 'ACTIVE', 'REMOVED')),
  email text COLLATE "C",
  name text,
  role text COLLATE "C" NOT NULL,
  join_time timestamptz,
  -- Of an invitation: what its mail holds is known by its hash.
  token_hash bytea,
  invitation_expire_time timestamptz,
  invited_by text,
  sequence integer NOT NULL DEFAULT 0,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX member_invited ON member (organization_id, email) WHERE status = 'INVITED';
CREATE INDEX member_in_order ON member (organization_id, creation_time, id);
CREATE INDEX member_by_role ON member (organization_id, role);
CREATE INDEX member_by_person ON member (id);
CREATE INDEX member_by_token ON member (token_hash) WHERE token_hash IS NOT NULL;
CALL protect_tenant_table('member');
GRANT SELECT, INSERT, UPDATE, DELETE ON member TO tradepost_app, tradepost_system;
-- The owner acts in the functions below, in the organization of the transaction only.
CREATE POLICY owner_scope ON member TO CURRENT_USER USING (organization_id = current_organization())
  WITH CHECK (organization_id = current_organization());

-- Whoever grants a person something makes it a member: an invitation taken up, a first sign-in, an operator.
CREATE FUNCTION grant_makes_member() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  invited text;
BEGIN
  INSERT INTO member AS m (organization_id, id, status, email, name, role, join_time, creation_time, last_update_time)
    SELECT NEW.organization_id, NEW.principal_id, 'ACTIVE', p.email, p.name, NEW.role, NEW.creation_time,
      NEW.creation_time, NEW.creation_time
    FROM person p WHERE p.id = NEW.principal_id
  ON CONFLICT (organization_id, id) DO UPDATE SET status = 'ACTIVE', email = EXCLUDED.email, name = EXCLUDED.name,
    role = EXCLUDED.role, join_time = EXCLUDED.join_time, last_update_time = EXCLUDED.last_update_time
  RETURNING m.email INTO invited;
  DELETE FROM member m WHERE m.organization_id = NEW.organization_id AND m.email = invited AND m.status = 'INVITED';
  RETURN NULL;
END
$$;
CREATE TRIGGER grant_makes_member AFTER INSERT ON principal_grant
  FOR EACH ROW WHEN (NEW.principal_type = 'USER') EXECUTE FUNCTION grant_makes_member();

CREATE FUNCTION grant_changes_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE member m SET role = NEW.role WHERE m.organization_id = NEW.organization_id AND m.id = NEW.principal_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER grant_changes_member AFTER UPDATE OF role ON principal_grant
  FOR EACH ROW WHEN (NEW.principal_type = 'USER' AND NEW.role IS DISTINCT FROM OLD.role)
  EXECUTE FUNCTION grant_changes_member();

CREATE FUNCTION grant_ends_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE member m SET status = 'REMOVED', email = NULL, name = NULL, join_time = NULL
    WHERE m.organization_id = OLD.organization_id AND m.id = OLD.principal_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER grant_ends_member AFTER DELETE ON principal_grant
  FOR EACH ROW WHEN (OLD.principal_type = 'USER') EXECUTE FUNCTION grant_ends_member();

CREATE FUNCTION person_renames_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE member m SET email = NEW.email, name = NEW.name WHERE m.id = NEW.id AND m.status = 'ACTIVE';
  RETURN NULL;
END
$$;
CREATE TRIGGER person_renames_members AFTER UPDATE OF email, name ON person
  FOR EACH ROW EXECUTE FUNCTION person_renames_members();

-- These two run as the owner, for the application role may not write grants: a member's own, in the organization of
-- the transaction.
CREATE FUNCTION change_member_role(member_id text, new_role text) RETURNS void LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  UPDATE principal_grant g SET role = new_role
    WHERE g.organization_id = current_organization() AND g.principal_id = member_id AND g.principal_type = 'USER'
$$;
CREATE FUNCTION end_membership(member_id text) RETURNS void LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  DELETE FROM principal_grant g
    WHERE g.organization_id = current_organization() AND g.principal_id = member_id AND g.principal_type = 'USER'
$$;
REVOKE ALL ON FUNCTION change_member_role(text, text), end_membership(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION change_member_role(text, text), end_membership(text) TO tradepost_app, tradepost_system;

-- A member may now end its organization, or say how people come in: the grants are renewed as the owner.
ALTER FUNCTION organization_revises_grants() SECURITY DEFINER SET search_path = public, pg_temp;

CREATE INDEX custom_role_in_order ON custom_role (organization_id, creation_time, id);
