-- Compatible: older programs let sessions without a second factor in; replace all of them before a factor is required.
-- Whether people need a session with a second factor to use the organization.
ALTER TABLE organization ADD COLUMN require_second_factor boolean NOT NULL DEFAULT false;
CREATE TRIGGER second_factor_revises_grants AFTER UPDATE OF require_second_factor ON organization
  FOR EACH ROW WHEN (OLD.require_second_factor IS DISTINCT FROM NEW.require_second_factor)
  EXECUTE FUNCTION organization_revises_grants();

-- The view of 0126 with the column at its end.
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
    g.bound_to AS channel_partner_id, o.require_second_factor
  FROM principal_grant g JOIN organization o ON o.organization_id = g.organization_id
  WHERE g.principal_id = current_principal();
