-- Compatible: programs of the version before see through the policies version_before what they saw.
-- What a principal sees of its organizations before it has chosen one, and nothing that is sealed.
CREATE POLICY owner_scope ON organization FOR SELECT TO CURRENT_USER USING (
  organization_id IN (SELECT g.organization_id FROM principal_grant g WHERE g.principal_id = current_principal()));
CREATE POLICY owner_scope ON integration FOR SELECT TO CURRENT_USER USING (
  organization_id IN (SELECT g.organization_id FROM principal_grant g WHERE g.principal_id = current_principal()));
CREATE VIEW principal_organization WITH (security_barrier) AS
  SELECT o.organization_id, g.principal_id, g.role, g.creation_time AS join_time, o.name, o.description, o.website,
    o.email_domain, o.environment, o.type, o.status, o.allowed_auth_methods, o.auth_id, o.created_by, o.expire_at,
    CASE WHEN o.info #> '{ssoConfigInfo,clientSecret}' IS NULL THEN o.info
      ELSE jsonb_set(o.info, '{ssoConfigInfo,clientSecret}', '"********"') END AS info,
    ARRAY(SELECT DISTINCT i.partner FROM integration i WHERE i.organization_id = o.organization_id ORDER BY 1)
      AS integrated,
    o.creation_time, o.last_update_time
  FROM principal_grant g JOIN organization o ON o.organization_id = g.organization_id
  WHERE g.principal_id = current_principal();
GRANT SELECT ON principal_organization TO tradepost_app, tradepost_system;

-- The version before reads both tables as the application role, and goes on so.
DROP POLICY principal_scope ON integration;
CREATE POLICY version_before ON integration FOR SELECT TO tradepost_app USING (version_before() AND
  organization_id IN (SELECT g.organization_id FROM principal_grant g WHERE g.principal_id = current_principal()));
DROP POLICY principal_scope ON organization;
CREATE POLICY version_before ON organization FOR SELECT TO tradepost_app USING (version_before() AND
  organization_id IN (SELECT g.organization_id FROM principal_grant g WHERE g.principal_id = current_principal()));

-- A client is let in only by a transaction that has counted the change in the client's home: the application role can
-- do that nowhere but in the organization of its scope.
CREATE POLICY owner_scope ON api_client_sequence FOR SELECT TO CURRENT_USER USING (true);
CREATE OR REPLACE FUNCTION grant_api_client(id text, role text, at timestamptz)
  RETURNS boolean LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH granted AS (
    INSERT INTO principal_grant (organization_id, principal_id, principal_type, role, creation_time, last_update_time)
    SELECT current_organization(), c.id, 'API_CLIENT', $2, $3, $3 FROM api_client c
      JOIN api_client_sequence s ON s.organization_id = c.home_organization_id AND s.api_client_id = c.id
    WHERE c.id = $1 AND c.home_organization_id <> current_organization() AND s.xmin = pg_current_xact_id()::xid
    ON CONFLICT (organization_id, principal_id) DO NOTHING RETURNING principal_id)
  SELECT EXISTS (SELECT FROM granted);
$$;
