-- Compatible: an older program reads the view by its columns of before, and leaves the new columns of jobs empty: its
-- operations are found by the opportunity of CRM C, as before.
-- What a principal may do in each of its organizations by a role of the organization's own.
CREATE POLICY owner_scope ON custom_role FOR SELECT TO CURRENT_USER USING (
  organization_id IN (SELECT g.organization_id FROM principal_grant g WHERE g.principal_id = current_principal()));
CREATE OR REPLACE VIEW principal_organization WITH (security_barrier) AS
  SELECT o.organization_id, g.principal_id, g.role, g.creation_time AS join_time, o.name, o.description, o.website,
    o.email_domain, o.environment, o.type, o.status, o.allowed_auth_methods, o.auth_id, o.created_by, o.expire_at,
    CASE WHEN o.info #> '{ssoConfigInfo,clientSecret}' IS NULL THEN o.info
      ELSE jsonb_set(o.info, '{ssoConfigInfo,clientSecret}', '"********"') END AS info,
    ARRAY(SELECT DISTINCT i.partner FROM integration i WHERE i.organization_id = o.organization_id ORDER BY 1)
      AS integrated,
    o.creation_time, o.last_update_time,
    (SELECT r.permissions FROM custom_role r WHERE r.organization_id = g.organization_id AND r.name = g.role)
      AS role_permissions
  FROM principal_grant g JOIN organization o ON o.organization_id = g.organization_id
  WHERE g.principal_id = current_principal();

-- An operation about an offer is found by the opportunity of each CRM: crm_opportunity_id is that of CRM C.
ALTER TABLE job
  ADD COLUMN crm_a_opportunity_id text COLLATE "C",
  ADD COLUMN crm_b_deal_id text COLLATE "C";
CREATE INDEX job_by_crm_a_opportunity ON job (organization_id, crm_a_opportunity_id)
  WHERE operation IS NOT NULL AND crm_a_opportunity_id IS NOT NULL;
CREATE INDEX job_by_crm_b_deal ON job (organization_id, crm_b_deal_id)
  WHERE operation IS NOT NULL AND crm_b_deal_id IS NOT NULL;

SET LOCAL ROLE tradepost_system;
UPDATE job j SET crm_a_opportunity_id = o.crm_a_opportunity_id, crm_b_deal_id = o.crm_b_deal_id
FROM offer o
WHERE o.organization_id = j.organization_id AND o.id = j.offer_id AND j.kind = 'offers.create'
  AND (o.crm_a_opportunity_id IS NOT NULL OR o.crm_b_deal_id IS NOT NULL);
RESET ROLE;
