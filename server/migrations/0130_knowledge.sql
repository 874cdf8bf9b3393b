-- Compatible: new tables and functions, none of which an older program knows.
-- What may be searched, in passages, and how far each organization's trail was followed to make them.

-- The stemmed and the plain words of a text. What is one word to the first, such as the name of a file or an address, is
-- found by its parts as well.
CREATE FUNCTION knowledge_vector(said text, weight "char") RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN setweight(to_tsvector('pg_catalog.english', said)
    || to_tsvector('pg_catalog.simple', translate(said, './@:_-', '      ')), weight);
-- The headings above a text, as one: of texts it is immutable.
CREATE FUNCTION knowledge_headings(headings text[]) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN array_to_string(headings, ' ');
-- The words of a passage by which a mistyped one may be meant: of its headings, and of its record's name where it begins.
CREATE FUNCTION knowledge_vocabulary(part integer, title text, headings text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
    SELECT coalesce(array_agg(word), '{}') FROM unnest(tsvector_to_array(to_tsvector('pg_catalog.simple',
      translate(CASE WHEN part = 0 THEN title ELSE '' END || ' ' || knowledge_headings(headings), './@:_-', '      ')))) AS word
    WHERE length(word) BETWEEN 4 AND 40 AND word ~ '^[[:alpha:]]'
  $$;

-- A passage has at most 2,000 characters, and the permission that the GET of its record needs.
CREATE TABLE knowledge_passage (
  organization_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- Its place in the record, from 0.
  part integer NOT NULL CHECK (part >= 0),
  needs text COLLATE "C" NOT NULL,
  title text NOT NULL,
  headings text[] NOT NULL,
  content text NOT NULL,
  -- Of the first passage of a record: what is found in a name comes first.
  names tsvector GENERATED ALWAYS AS (CASE WHEN part = 0 THEN knowledge_vector(title, 'A') END) STORED,
  words tsvector NOT NULL GENERATED ALWAYS AS (
    knowledge_vector(title, CASE WHEN part = 0 THEN 'A'::"char" ELSE 'C'::"char" END)
      || knowledge_vector(knowledge_headings(headings), 'B') || knowledge_vector(content, 'D')) STORED,
  PRIMARY KEY (organization_id, type, id, part)
);
COMMENT ON TABLE knowledge_passage IS 'derived';
CALL protect_tenant_table('knowledge_passage');
GRANT SELECT, INSERT, DELETE ON knowledge_passage TO tradepost_app, tradepost_system;

-- The vocabulary from which suggestions come: in how many passages with this permission each word is.
CREATE TABLE knowledge_word (
  organization_id text COLLATE "C" NOT NULL,
  needs text COLLATE "C" NOT NULL,
  word text COLLATE "C" NOT NULL,
  uses bigint NOT NULL,
  PRIMARY KEY (organization_id, needs, word)
);
CREATE INDEX knowledge_word_unused ON knowledge_word (organization_id) WHERE uses <= 0;
COMMENT ON TABLE knowledge_word IS 'derived';
CALL protect_tenant_table('knowledge_word');
GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge_word TO tradepost_app, tradepost_system;

-- The documentation of the builds of the program that are at work: the same for everybody.
CREATE TABLE documentation_build (
  id text COLLATE "C" PRIMARY KEY,
  creation_time timestamptz NOT NULL
);
COMMENT ON TABLE documentation_build IS 'derived';
GRANT SELECT, INSERT, DELETE ON documentation_build TO tradepost_system;
CREATE TABLE documentation_passage (
  build_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  part integer NOT NULL CHECK (part >= 0),
  link text NOT NULL,
  title text NOT NULL,
  headings text[] NOT NULL,
  content text NOT NULL,
  names tsvector GENERATED ALWAYS AS (CASE WHEN part = 0 THEN knowledge_vector(title, 'A') END) STORED,
  words tsvector NOT NULL GENERATED ALWAYS AS (
    knowledge_vector(title, CASE WHEN part = 0 THEN 'A'::"char" ELSE 'C'::"char" END)
      || knowledge_vector(knowledge_headings(headings), 'B') || knowledge_vector(content, 'D')) STORED,
  PRIMARY KEY (build_id, type, id, part)
);
CREATE INDEX documentation_passage_by_words ON documentation_passage USING gin (words);
COMMENT ON TABLE documentation_passage IS 'derived';
GRANT SELECT, INSERT, DELETE ON documentation_passage TO tradepost_system;
CREATE TABLE documentation_word (
  build_id text COLLATE "C" NOT NULL,
  word text COLLATE "C" NOT NULL,
  PRIMARY KEY (build_id, word)
);
COMMENT ON TABLE documentation_word IS 'derived';
GRANT SELECT, INSERT, DELETE ON documentation_word TO tradepost_system;

-- Articles that an organization writes itself.
CREATE TABLE knowledge_article (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  tags text[] NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  last_updated_by text COLLATE "C" NOT NULL,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  sequence integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX knowledge_article_by_creation ON knowledge_article (organization_id, creation_time, id);
CALL protect_tenant_table('knowledge_article');
GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge_article TO tradepost_app, tradepost_system;

-- The indexes of the search, as far as the extensions are there or can be made. It may be called again when they can.
-- The organization has another collation in them than in the primary key, with the same order: a condition in this one can
-- use no other index, so that a plan which knows nothing of an organization's size does not read all that it has.
CREATE PROCEDURE prepare_knowledge_search() LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  extension text;
BEGIN
  FOREACH extension IN ARRAY ARRAY['btree_gin', 'pg_trgm'] LOOP
    BEGIN
      EXECUTE format('CREATE EXTENSION IF NOT EXISTS %I', extension);
    EXCEPTION WHEN OTHERS THEN
      RAISE NOTICE 'the extension % cannot be made: %', extension, SQLERRM;
    END;
  END LOOP;
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'btree_gin') THEN
    CREATE INDEX IF NOT EXISTS knowledge_passage_by_words ON knowledge_passage
      USING gin (organization_id COLLATE "POSIX", words)
      WITH (gin_pending_list_limit = 1024);
    CREATE INDEX IF NOT EXISTS knowledge_passage_by_names ON knowledge_passage
      USING gin (organization_id COLLATE "POSIX", names)
      WITH (gin_pending_list_limit = 256) WHERE part = 0;
    DROP INDEX IF EXISTS knowledge_passage_by_words_alone;
  ELSE
    CREATE INDEX IF NOT EXISTS knowledge_passage_by_words_alone ON knowledge_passage USING gin (words)
      WITH (gin_pending_list_limit = 1024);
  END IF;
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX IF NOT EXISTS documentation_word_by_trigrams ON documentation_word USING gin (word gin_trgm_ops);
    IF EXISTS (SELECT FROM pg_extension WHERE extname = 'btree_gin') THEN
      CREATE INDEX IF NOT EXISTS knowledge_word_by_trigrams ON knowledge_word
        USING gin (organization_id COLLATE "POSIX", word gin_trgm_ops);
    END IF;
  END IF;
END
$$;
REVOKE EXECUTE ON PROCEDURE prepare_knowledge_search() FROM PUBLIC;
CALL prepare_knowledge_search();

-- What is asked for, in the words of both dictionaries; null where that names nothing: only stop words, or only what is
-- not to be there.
CREATE FUNCTION knowledge_query(asked text, excluded text) RETURNS tsquery
  LANGUAGE plpgsql STABLE SET search_path = public, pg_temp SET client_min_messages = warning AS $$
DECLARE
  stemmed tsquery := websearch_to_tsquery('pg_catalog.english', asked);
  unwanted tsquery;
  query tsquery;
BEGIN
  IF numnode(stemmed) = 0 OR querytree(stemmed) IN ('', 'T') THEN
    RETURN NULL;
  END IF;
  query := stemmed || websearch_to_tsquery('pg_catalog.simple', asked);
  IF excluded <> '' THEN
    unwanted := websearch_to_tsquery('pg_catalog.english', excluded) || websearch_to_tsquery('pg_catalog.simple', excluded);
    IF numnode(unwanted) > 0 THEN
      query := query && !!unwanted;
    END IF;
  END IF;
  RETURN CASE WHEN querytree(query) IN ('', 'T') THEN NULL ELSE query END;
END
$$;
REVOKE EXECUTE ON FUNCTION knowledge_query(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION knowledge_query(text, text) TO tradepost_app, tradepost_system;

-- The passages of the organization of the transaction, and of the documentation, that one with these permissions may read.
-- Behind row-level security itself, no operator of full text would use an index: none is leakproof. Its owner sees all of
-- the table; the organization and the permissions are in the conditions of each part. At most a thousand passages are
-- ranked; where there are more, a thousand of those that have the words in their names as well.
CREATE FUNCTION search_knowledge(
    asked text, excluded text, permissions text[], types text[], build text, of_each integer, most integer, skipped integer,
    is_marked boolean)
  RETURNS TABLE (total bigint, type text, id text, part integer, title text, headings text[], content text, link text,
    score real)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off AS $$
DECLARE
  own text COLLATE "C" := current_organization();
  query tsquery := knowledge_query(asked, excluded);
  candidates CONSTANT integer := 1000;
  -- Of content, headings in the middle, and names.
  weights CONSTANT real[] := '{0.1, 0.2, 0.4, 1}';
  -- Characters that no passage has.
  marks CONSTANT text := format('StartSel=%s, StopSel=%s, MaxWords=40, MinWords=20',
    chr(1), chr(2));
BEGIN
  IF query IS NULL THEN
    RETURN QUERY SELECT 0::bigint, NULL::text, NULL::text, NULL::integer, NULL::text, NULL::text[], NULL::text, NULL::text,
      NULL::real;
    RETURN;
  END IF;
  RETURN QUERY
  WITH by_words AS MATERIALIZED (
    SELECT p.type, p.id, p.part, p.part = 0 AND p.names @@ query AS is_named, ts_rank(weights, p.words, query, 33) AS score
    FROM knowledge_passage p
    WHERE p.organization_id COLLATE "POSIX" = own AND p.words @@ query AND p.needs = ANY (permissions)
      AND (types IS NULL OR p.type = ANY (types))
    LIMIT candidates
  ), many AS MATERIALIZED (
    SELECT count(*) >= candidates AS are_there FROM by_words
  ), found AS (
    SELECT w.type, w.id, w.part, w.score + CASE WHEN w.is_named THEN 1 ELSE 0 END AS score
    FROM by_words w WHERE NOT (w.is_named AND (SELECT m.are_there FROM many m))
    UNION ALL
    (SELECT p.type, p.id, p.part, ts_rank(weights, p.words, query, 33) + 1
     FROM knowledge_passage p
     WHERE (SELECT m.are_there FROM many m)
       AND p.organization_id COLLATE "POSIX" = own AND p.part = 0 AND p.names @@ query AND p.needs = ANY (permissions)
       AND (types IS NULL OR p.type = ANY (types))
     LIMIT candidates)
    UNION ALL
    (SELECT d.type, d.id, d.part,
       ts_rank(weights, d.words, query, 33) + CASE WHEN d.names @@ query THEN 1 ELSE 0 END
     FROM documentation_passage d
     WHERE d.build_id COLLATE "POSIX" = build AND d.words @@ query AND (types IS NULL OR d.type = ANY (types))
     LIMIT candidates)
  ), placed AS (
    SELECT f.*, row_number() OVER (PARTITION BY f.type, f.id ORDER BY f.score DESC, f.part) AS place FROM found f
  ), kept AS (
    SELECT * FROM placed WHERE place <= of_each
  ), page AS (
    SELECT * FROM kept k ORDER BY k.score DESC, k.type, k.id, k.part LIMIT most OFFSET skipped
  ), shown AS (
    SELECT g.*, w.title, w.headings, w.content, w.link FROM page g CROSS JOIN LATERAL (
      SELECT p.title, p.headings, p.content, NULL AS link FROM knowledge_passage p
      WHERE p.organization_id = own AND p.type = g.type AND p.id = g.id AND p.part = g.part
        AND p.needs = ANY (permissions)
      UNION ALL
      SELECT d.title, d.headings, d.content, d.link FROM documentation_passage d
      WHERE d.build_id = build AND d.type = g.type AND d.id = g.id AND d.part = g.part
      OFFSET 0) w
  )
  SELECT least(counted.total, candidates)::bigint, s.type, s.id, s.part, s.title, s.headings,
    CASE WHEN is_marked THEN ts_headline('pg_catalog.english', s.content, query, marks) ELSE s.content END,
    s.link, s.score::real
  FROM (SELECT count(*) AS total FROM kept) counted LEFT JOIN shown s ON true
  ORDER BY s.score DESC, s.type, s.id, s.part;
END
$$;
REVOKE EXECUTE ON FUNCTION search_knowledge(text, text, text[], text[], text, integer, integer, integer, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_knowledge(text, text, text[], text[], text, integer, integer, integer, boolean)
  TO tradepost_app, tradepost_system;

-- What each of these words may have meant, of the words that one with these permissions may read; nothing for words that
-- are there, and nothing at all without trigrams.
CREATE FUNCTION suggest_knowledge(asked text[], permissions text[], build text)
  RETURNS TABLE (word text, instead text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off AS $$
DECLARE
  own text COLLATE "C" := current_organization();
  least_alike CONSTANT real := 0.4;
BEGIN
  IF to_regprocedure('similarity(text, text)') IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY
  SELECT a.word, best.word FROM unnest(asked) AS a (word) CROSS JOIN LATERAL (
    SELECT w.word FROM (
      SELECT k.word FROM knowledge_word k
      WHERE k.organization_id COLLATE "POSIX" = own AND k.needs = ANY (permissions) AND k.uses > 0 AND k.word % a.word
      UNION ALL
      SELECT d.word FROM documentation_word d WHERE d.build_id = build AND d.word % a.word) w
    WHERE similarity(w.word, a.word) >= least_alike
    ORDER BY similarity(w.word, a.word) DESC, w.word LIMIT 1) best
  WHERE best.word <> a.word
    AND NOT EXISTS (
      SELECT FROM knowledge_passage p
      WHERE p.organization_id COLLATE "POSIX" = own AND p.words @@ plainto_tsquery('pg_catalog.simple', a.word)
        AND p.needs = ANY (permissions))
    AND NOT EXISTS (
      SELECT FROM documentation_passage d
      WHERE d.build_id COLLATE "POSIX" = build AND d.words @@ plainto_tsquery('pg_catalog.simple', a.word));
END
$$;
REVOKE EXECUTE ON FUNCTION suggest_knowledge(text[], text[], text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION suggest_knowledge(text[], text[], text) TO tradepost_app, tradepost_system;
