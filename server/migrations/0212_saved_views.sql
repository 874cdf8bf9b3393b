-- Compatible: an older program does not use this table.
-- The saved views of a member: for each list of the console, names of queries. `name_key` is the name in lower case.
CREATE TABLE saved_view (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  member_id text COLLATE "C" NOT NULL,
  list text COLLATE "C" NOT NULL,
  name text NOT NULL,
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(name)) STORED,
  query jsonb NOT NULL,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX saved_view_by_name ON saved_view (organization_id, member_id, list, name_key);
CREATE INDEX saved_view_in_order ON saved_view (organization_id, member_id, creation_time, id);
CALL protect_tenant_table('saved_view');
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_view TO tradepost_app, tradepost_system;
-- A membership ends in functions that run as the owner, in the organization of the transaction.
CREATE POLICY owner_scope ON saved_view TO CURRENT_USER USING (organization_id = current_organization())
  WITH CHECK (organization_id = current_organization());

-- The row of a former member remains as its event counter, so a foreign key would not delete the views.
CREATE FUNCTION removed_member_has_no_views() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM saved_view v WHERE v.organization_id = NEW.organization_id AND v.member_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER removed_member_has_no_views AFTER UPDATE OF status ON member
  FOR EACH ROW WHEN (NEW.status = 'REMOVED') EXECUTE FUNCTION removed_member_has_no_views();
