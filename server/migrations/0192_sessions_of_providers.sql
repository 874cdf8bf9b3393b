-- Compatible: an older program that turns a provider off ends no session, as before.
-- Ends what the provider of the transaction's organization has opened, on every process. It runs as the owner, for the
-- application role sees no session.
CREATE FUNCTION end_provider_sessions(spared_person text) RETURNS bigint LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  WITH ended AS (
    DELETE FROM person_session s
      WHERE s.provider_organization_id = current_organization() AND s.person_id <> spared_person RETURNING s.id)
  SELECT count(*) FROM ended
$$;
REVOKE ALL ON FUNCTION end_provider_sessions(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_provider_sessions(text) TO tradepost_app;
