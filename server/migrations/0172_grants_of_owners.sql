-- Compatible: the roles of the programs see the same grants as before.
-- A policy for tradepost_app holds for its members too, and an owner that is no superuser is one: the functions that run
-- as the owner saw no bound grant and changed none. What the restrictive policy said is now part of each policy of
-- tradepost_app, beside which the owner's own shows it every grant.
ALTER POLICY organization_scope ON principal_grant
  USING (organization_id = current_organization() AND (bound_to IS NULL OR bound_to = current_binding()));
ALTER POLICY principal_scope ON principal_grant
  USING (principal_id = current_principal() AND (bound_to IS NULL OR bound_to = current_binding()));
ALTER POLICY gate_scope ON principal_grant
  USING (current_organization() IS NULL AND current_principal() IS NULL
    AND (bound_to IS NULL OR bound_to = current_binding()));
DROP POLICY channel_partner_scope ON principal_grant;
