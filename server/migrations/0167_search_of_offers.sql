-- Compatible: an index and functions that an older program does not know.
-- What lists are searched by: names and addresses by their trigrams, for which no operator is leakproof, so that behind
-- row-level security none uses an index. The first of the two migrations makes the index of offers, which are busy.

-- The indexes, as far as the extensions are there: prepare_knowledge_search() makes them where they can be made. It may be
-- called again when they can. The organization has another collation in them than in other indexes, as there. What waits to be
-- put into an index is little, so that nobody who writes waits long for that.
CREATE PROCEDURE prepare_list_search(only_of text DEFAULT NULL) LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  searched record;
BEGIN
  IF (SELECT count(*) FROM pg_extension WHERE extname IN ('btree_gin', 'pg_trgm')) < 2 THEN
    RETURN;
  END IF;
  FOR searched IN
    SELECT * FROM (VALUES
      ('offer', 'lower(name) gin_trgm_ops'),
      ('entitlement', 'lower(name) gin_trgm_ops'),
      ('product', 'lower(name) gin_trgm_ops'),
      ('buyer', 'lower(name) gin_trgm_ops, email_key gin_trgm_ops'),
      ('contact', 'lower(name) gin_trgm_ops, email_key gin_trgm_ops')) AS s (noun, texts)
    WHERE only_of IS NULL OR s.noun = only_of
  LOOP
    EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I USING gin (organization_id COLLATE "POSIX", %s)
      WITH (gin_pending_list_limit = 256)', searched.noun || '_by_trigrams', searched.noun, searched.texts);
  END LOOP;
END
$$;
REVOKE EXECUTE ON PROCEDURE prepare_list_search(text) FROM PUBLIC;
CALL prepare_list_search('offer');

-- The ids of the rows of the organization of the transaction that have a text in a name or an address, or whose own id or
-- that of another system begins with it; null where it is for the caller to compare row by row: there is no index, the text
-- has no three letters or digits in a row to look up in it, or there are as many as `most`. It acts as the owner of the tables,
-- and the organization is in the condition of each part. The caller reads the rows themselves as before, behind row-level
-- security. An owner that has not the rights of the system role by itself sees nothing, and leaves it to the caller.
CREATE FUNCTION search_list(noun text, asked text, most integer) RETURNS text[]
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off AS $$
DECLARE
  own text COLLATE "C" := current_organization();
  small text := lower(asked);
  within text := '%' || replace(replace(replace(small, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  small_end text := small || chr(1114111);
  asked_end text := asked || chr(1114111);
  found text[];
BEGIN
  IF own IS NULL OR asked !~ '[[:alnum:]]{3}' OR to_regclass(noun || '_by_trigrams') IS NULL
    OR NOT pg_has_role(current_user, 'tradepost_system', 'USAGE') THEN
    RETURN NULL;
  END IF;
  CASE noun
    WHEN 'offer' THEN
      found := ARRAY(
        (SELECT o.id FROM offer o WHERE o.organization_id COLLATE "POSIX" = own AND lower(o.name) LIKE within LIMIT most)
        UNION (SELECT o.id FROM offer o WHERE o.organization_id = own AND o.id >= small AND o.id < small_end LIMIT most)
        UNION (SELECT o.id FROM offer o
          WHERE o.organization_id = own AND o.external_id >= asked AND o.external_id < asked_end LIMIT most));
    WHEN 'entitlement' THEN
      found := ARRAY(
        (SELECT e.id FROM entitlement e
          WHERE e.organization_id COLLATE "POSIX" = own AND lower(e.name) LIKE within LIMIT most)
        UNION (SELECT e.id FROM entitlement e
          WHERE e.organization_id = own AND e.id >= small AND e.id < small_end LIMIT most)
        UNION (SELECT e.id FROM entitlement e
          WHERE e.organization_id = own AND e.external_id >= asked AND e.external_id < asked_end LIMIT most));
    WHEN 'product' THEN
      found := ARRAY(
        (SELECT p.id FROM product p WHERE p.organization_id COLLATE "POSIX" = own AND lower(p.name) LIKE within LIMIT most)
        UNION (SELECT p.id FROM product p WHERE p.organization_id = own AND p.id >= small AND p.id < small_end LIMIT most)
        UNION (SELECT p.id FROM product p
          WHERE p.organization_id = own AND p.external_id >= asked AND p.external_id < asked_end LIMIT most));
    WHEN 'buyer' THEN
      found := ARRAY(
        (SELECT b.id FROM buyer b WHERE b.organization_id COLLATE "POSIX" = own AND lower(b.name) LIKE within LIMIT most)
        UNION (SELECT b.id FROM buyer b
          WHERE b.organization_id COLLATE "POSIX" = own AND b.email_key LIKE within LIMIT most)
        UNION (SELECT b.id FROM buyer b WHERE b.organization_id = own AND b.id >= small AND b.id < small_end LIMIT most)
        UNION (SELECT b.id FROM buyer b
          WHERE b.organization_id = own AND b.customer_id >= asked AND b.customer_id < asked_end LIMIT most)
        UNION (SELECT a.buyer_id FROM buyer_account a
          WHERE a.organization_id = own AND a.external_id >= asked AND a.external_id < asked_end LIMIT most));
    WHEN 'contact' THEN
      found := ARRAY(
        (SELECT c.id FROM contact c WHERE c.organization_id COLLATE "POSIX" = own AND lower(c.name) LIKE within LIMIT most)
        UNION (SELECT c.id FROM contact c
          WHERE c.organization_id COLLATE "POSIX" = own AND c.email_key LIKE within LIMIT most)
        UNION (SELECT c.id FROM contact c
          WHERE c.organization_id = own AND c.id >= small AND c.id < small_end LIMIT most));
  END CASE;
  RETURN CASE WHEN cardinality(found) < most THEN found END;
END
$$;
REVOKE EXECUTE ON FUNCTION search_list(text, text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_list(text, text, integer) TO tradepost_app, tradepost_system;
