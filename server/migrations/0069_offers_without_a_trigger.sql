-- Compatible: version 0.2.0 gives each offer that waits its job itself, and does not name the index.
-- What made these jobs for version 0.1.0 goes: at each step of an offer it looked whether there was one. The next
-- migration does the same for jobs: each locks one of the busy tables.
DROP TRIGGER offer_made_owes_reread ON offer;
DROP TRIGGER offer_moved_owes_reread ON offer;
DROP FUNCTION offer_owes_reread();

-- offer_by_status has the same order for any status.
DROP INDEX offer_to_accept;

-- Records name one buyer, or a few: a function in SQL is planned anew for each record that is written.
CREATE OR REPLACE FUNCTION named_buyers(buyer_id text, meta_info jsonb) RETURNS SETOF text
  LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF octet_length(buyer_id) <= 800 THEN
    RETURN NEXT buyer_id;
  END IF;
  IF jsonb_typeof(meta_info -> 'buyerIds') = 'array' THEN
    RETURN QUERY SELECT DISTINCT named FROM jsonb_array_elements_text(meta_info -> 'buyerIds') listed (named)
      WHERE octet_length(named) <= 800 AND named IS DISTINCT FROM buyer_id;
  END IF;
END
$$;
