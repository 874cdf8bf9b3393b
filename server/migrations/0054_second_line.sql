-- Compatible: programs of the version before see through the policies version_before what they saw.
-- Grants stand behind row-level security too: within an organization its own are seen, for a principal its own. The gate
-- of a transaction reads them before there is a scope, and it alone: where neither is set, nothing else is to be seen.
-- The owner acts in the functions and views that say what may be done to grants.
ALTER TABLE principal_grant ENABLE ROW LEVEL SECURITY;
ALTER TABLE principal_grant FORCE ROW LEVEL SECURITY;
CREATE POLICY organization_scope ON principal_grant FOR SELECT TO tradepost_app
  USING (organization_id = current_organization());
CREATE POLICY principal_scope ON principal_grant FOR SELECT TO tradepost_app
  USING (principal_id = current_principal());
CREATE POLICY gate_scope ON principal_grant FOR SELECT TO tradepost_app
  USING (current_organization() IS NULL AND current_principal() IS NULL);
CREATE POLICY system_scope ON principal_grant TO tradepost_system USING (true) WITH CHECK (true);
CREATE POLICY owner_scope ON principal_grant TO CURRENT_USER USING (true) WITH CHECK (true);

-- Programs of the version before do not say in their connections that they know of this: their second gate, of
-- allowApiClientInOrganization, reads a grant of another organization than the one that the transaction has entered. This
-- function, and the policies that are named after it, go in the next release.
CREATE FUNCTION version_before() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(current_setting('app.grants_are_secured', true), '') = '';
CREATE POLICY version_before ON principal_grant FOR SELECT TO tradepost_app USING (version_before());
