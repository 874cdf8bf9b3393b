-- Compatible: functions that an older program does not call; unused words it finds without their index, too.
-- Passages and words are removed one by one, by their keys. A join with what is to be removed is planned by how large
-- organizations are in the middle: of one that is larger, or has grown since, it would read all.

-- Removes passages, and answers what their words are made of.
CREATE FUNCTION remove_passages(organization text, kind text, ids text[], parts integer[])
  RETURNS TABLE (needs text, part integer, title text, headings text[])
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  FOR place IN 1 .. cardinality(ids) LOOP
    RETURN QUERY DELETE FROM knowledge_passage p
      WHERE p.organization_id = organization AND p.type = kind AND p.id = ids[place] AND p.part = parts[place]
      RETURNING p.needs, p.part, p.title, p.headings;
  END LOOP;
END
$$;
REVOKE EXECUTE ON FUNCTION remove_passages(text, text, text[], integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_passages(text, text, text[], integer[]) TO tradepost_app, tradepost_system;

-- Removes those of these words that no passage uses any more.
CREATE FUNCTION remove_unused_words(organization text, permissions text[], given text[]) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  FOR place IN 1 .. cardinality(given) LOOP
    DELETE FROM knowledge_word k
    WHERE k.organization_id = organization AND k.needs = permissions[place] AND k.word = given[place] AND k.uses <= 0;
  END LOOP;
END
$$;
REVOKE EXECUTE ON FUNCTION remove_unused_words(text, text[], text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_unused_words(text, text[], text[]) TO tradepost_app, tradepost_system;

-- With the index, each change of how often a word is used would write the word into all other indexes anew, that of its
-- trigrams first of all. Now a change stays on its page, which has room for it.
DROP INDEX knowledge_word_unused;
ALTER TABLE knowledge_word SET (fillfactor = 70);
