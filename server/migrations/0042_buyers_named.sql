-- Every buyer that a record names: the one of its column, and those that metaInfo.buyerIds lists. An id longer than an
-- index can hold is none of ours.
CREATE FUNCTION named_buyers(buyer_id text, meta_info jsonb) RETURNS SETOF text
  LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT named FROM (
    SELECT buyer_id UNION
    SELECT jsonb_array_elements_text(
      CASE jsonb_typeof(meta_info -> 'buyerIds') WHEN 'array' THEN meta_info -> 'buyerIds' ELSE '[]' END)) of_record (named)
  WHERE octet_length(named) <= 800
$$;

-- A meta info that lists one buyer instead of some that became part of it: once, where the first of them stood.
CREATE FUNCTION with_merged_buyers(meta_info jsonb, merged text[], survivor text) RETURNS jsonb
  LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN jsonb_typeof(meta_info -> 'buyerIds') = 'array' AND meta_info -> 'buyerIds' ?| merged THEN
    jsonb_set(meta_info, '{buyerIds}', (
      SELECT jsonb_agg(id ORDER BY place) FROM (
        SELECT CASE WHEN named = ANY (merged) THEN survivor ELSE named END AS id, min(n) AS place
        FROM jsonb_array_elements_text(meta_info -> 'buyerIds') WITH ORDINALITY listed (named, n) GROUP BY 1) kept))
    ELSE meta_info END
$$;

-- To find offers by buyer. The creation time is the offer's and never changes: pages are read in its order.
CREATE TABLE offer_buyer (
  organization_id text COLLATE "C" NOT NULL,
  offer_id text COLLATE "C" NOT NULL,
  buyer_id text COLLATE "C" NOT NULL,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, offer_id, buyer_id)
);
CREATE INDEX offer_buyer_by_buyer ON offer_buyer (organization_id, buyer_id, creation_time, offer_id);
CALL protect_tenant_table('offer_buyer');
GRANT SELECT, INSERT, DELETE ON offer_buyer TO tradepost_app, tradepost_system;

CREATE TABLE entitlement_buyer (
  organization_id text COLLATE "C" NOT NULL,
  entitlement_id text COLLATE "C" NOT NULL,
  buyer_id text COLLATE "C" NOT NULL,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, entitlement_id, buyer_id)
);
CREATE INDEX entitlement_buyer_by_buyer ON entitlement_buyer (organization_id, buyer_id, creation_time, entitlement_id);
CALL protect_tenant_table('entitlement_buyer');
GRANT SELECT, INSERT, DELETE ON entitlement_buyer TO tradepost_app, tradepost_system;

-- In the database, so that no way of writing either record can forget it.
CREATE FUNCTION offer_keeps_buyers() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM offer_buyer l WHERE l.organization_id = NEW.organization_id AND l.offer_id = NEW.id
      AND l.buyer_id NOT IN (SELECT named_buyers(NEW.buyer_id, NEW.meta_info));
  END IF;
  INSERT INTO offer_buyer (organization_id, offer_id, buyer_id, creation_time)
    SELECT NEW.organization_id, NEW.id, named, NEW.creation_time FROM named_buyers(NEW.buyer_id, NEW.meta_info) named
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER offer_buyers_made AFTER INSERT ON offer
  FOR EACH ROW WHEN (NEW.buyer_id IS NOT NULL OR NEW.meta_info -> 'buyerIds' IS NOT NULL)
  EXECUTE FUNCTION offer_keeps_buyers();
CREATE TRIGGER offer_buyers_changed AFTER UPDATE OF buyer_id, meta_info ON offer
  FOR EACH ROW WHEN (NEW.buyer_id IS DISTINCT FROM OLD.buyer_id
    OR NEW.meta_info -> 'buyerIds' IS DISTINCT FROM OLD.meta_info -> 'buyerIds')
  EXECUTE FUNCTION offer_keeps_buyers();

CREATE FUNCTION entitlement_keeps_buyers() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM entitlement_buyer l WHERE l.organization_id = NEW.organization_id AND l.entitlement_id = NEW.id
      AND l.buyer_id NOT IN (SELECT named_buyers(NEW.buyer_id, NEW.meta_info));
  END IF;
  INSERT INTO entitlement_buyer (organization_id, entitlement_id, buyer_id, creation_time)
    SELECT NEW.organization_id, NEW.id, named, NEW.creation_time FROM named_buyers(NEW.buyer_id, NEW.meta_info) named
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER entitlement_buyers_made AFTER INSERT ON entitlement
  FOR EACH ROW WHEN (NEW.buyer_id IS NOT NULL OR NEW.meta_info -> 'buyerIds' IS NOT NULL)
  EXECUTE FUNCTION entitlement_keeps_buyers();
CREATE TRIGGER entitlement_buyers_changed AFTER UPDATE OF buyer_id, meta_info ON entitlement
  FOR EACH ROW WHEN (NEW.buyer_id IS DISTINCT FROM OLD.buyer_id
    OR NEW.meta_info -> 'buyerIds' IS DISTINCT FROM OLD.meta_info -> 'buyerIds')
  EXECUTE FUNCTION entitlement_keeps_buyers();

-- The owner sees no row of a tenant table; the system role sees all.
SET LOCAL ROLE tradepost_system;
INSERT INTO offer_buyer (organization_id, offer_id, buyer_id, creation_time)
  SELECT organization_id, id, named, creation_time FROM offer, named_buyers(buyer_id, meta_info) named
  ON CONFLICT DO NOTHING;
INSERT INTO entitlement_buyer (organization_id, entitlement_id, buyer_id, creation_time)
  SELECT organization_id, id, named, creation_time FROM entitlement, named_buyers(buyer_id, meta_info) named
  ON CONFLICT DO NOTHING;
RESET ROLE;
