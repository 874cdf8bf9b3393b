-- Compatible: an older program meets fewer renewed revisions, and each that it has to meet.
-- The revisions of grants are renewed when what a process remembers of them has changed, and not already when a
-- statement names the column: a new name of an organization closed the gate of every request that was under way in it.
DROP TRIGGER organization_revises_grants ON organization;
CREATE TRIGGER organization_revises_grants AFTER UPDATE OF status, clock_offset_ms, environment ON organization
  FOR EACH ROW WHEN ((OLD.status, OLD.clock_offset_ms, OLD.environment)
    IS DISTINCT FROM (NEW.status, NEW.clock_offset_ms, NEW.environment))
  EXECUTE FUNCTION organization_revises_grants();

DROP TRIGGER methods_revise_grants ON organization;
CREATE TRIGGER methods_revise_grants AFTER UPDATE OF allowed_auth_methods ON organization
  FOR EACH ROW WHEN (OLD.allowed_auth_methods IS DISTINCT FROM NEW.allowed_auth_methods)
  EXECUTE FUNCTION organization_revises_grants();

DROP TRIGGER custom_role_revises_grants ON custom_role;
CREATE TRIGGER custom_role_revises_grants AFTER UPDATE OF permissions, name ON custom_role
  FOR EACH ROW WHEN ((OLD.permissions, OLD.name) IS DISTINCT FROM (NEW.permissions, NEW.name))
  EXECUTE FUNCTION custom_role_revises_grants();
CREATE TRIGGER custom_role_ends_grants AFTER DELETE ON custom_role
  FOR EACH ROW EXECUTE FUNCTION custom_role_revises_grants();

DROP TRIGGER api_client_revises_grants ON api_client;
CREATE TRIGGER api_client_revises_grants AFTER UPDATE OF version, name ON api_client
  FOR EACH ROW WHEN ((OLD.version, OLD.name) IS DISTINCT FROM (NEW.version, NEW.name))
  EXECUTE FUNCTION api_client_revises_grants();
CREATE TRIGGER api_client_ends_grants AFTER DELETE ON api_client
  FOR EACH ROW EXECUTE FUNCTION api_client_revises_grants();
