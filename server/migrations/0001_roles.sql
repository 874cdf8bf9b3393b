-- Two roles that cannot log in. The program connects as the owner and takes one of them at once: rows are then
-- seen through row-level security only. Roles belong to the whole cluster, so another database may have made
-- them already, also at this very moment.
DO $$
DECLARE
  wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['tradepost_app', 'tradepost_system'] LOOP
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
        EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS', wanted);
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL;
    END;
    -- From version 16 on, who makes a role may administer it but not take it, until it grants itself that.
    IF NOT pg_has_role(current_user, wanted,
      CASE WHEN current_setting('server_version_num')::integer >= 160000 THEN 'SET' ELSE 'MEMBER' END) THEN
      EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
    END IF;
  END LOOP;
END
$$;

GRANT USAGE ON SCHEMA public TO tradepost_app, tradepost_system;

-- The setting reads '' and not NULL once a session has set it in an earlier transaction.
CREATE FUNCTION current_organization() RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.organization_id', true), '');

CREATE FUNCTION current_principal() RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.principal_id', true), '');

-- Called once for each tenant table: nobody sees a row outside the organization of the transaction, the owner
-- included; the system role sees all.
CREATE PROCEDURE protect_tenant_table(relation regclass)
  LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', relation);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', relation);
  EXECUTE format(
    'CREATE POLICY organization_scope ON %s TO tradepost_app USING (organization_id = current_organization()) '
    'WITH CHECK (organization_id = current_organization())', relation);
  EXECUTE format('CREATE POLICY system_scope ON %s TO tradepost_system USING (true) WITH CHECK (true)', relation);
END
$$;
