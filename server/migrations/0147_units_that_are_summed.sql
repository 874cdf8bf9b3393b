-- Compatible: the database fills these columns itself, also of what an older program writes.
-- What a report keeps for invoices, so that it is summed by places and not by names: drafts sum that of all reports of a month.
-- Both are null where that is long: the index below has room for a third of a page.
CREATE FUNCTION has_short_sums(billable jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN octet_length(billable::text) <= 1000 AND (SELECT count(*) <= 8 FROM jsonb_object_keys(billable));
-- "<price of a unit> <dimension>" of each, as a JSON list: the same text wherever they are the same.
CREATE FUNCTION billable_keys(billable jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN has_short_sums(billable) THEN coalesce((
    SELECT jsonb_agg(to_jsonb(b.key) ORDER BY b.place)::text FROM jsonb_each(billable) WITH ORDINALITY AS b (key, units, place)
  ), '[]') END;
-- The units of each, in the same order.
CREATE FUNCTION billable_units(billable jsonb) RETURNS numeric[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN has_short_sums(billable) THEN coalesce((
    SELECT array_agg(b.units::numeric ORDER BY b.place) FROM jsonb_each(billable) WITH ORDINALITY AS b (key, units, place)
  ), '{}') END;

ALTER TABLE usage_report
  ADD COLUMN billable_keys text COLLATE "C" GENERATED ALWAYS AS (billable_keys(billable)) STORED,
  ADD COLUMN billable_units numeric[] GENERATED ALWAYS AS (billable_units(billable)) STORED;

-- All that a sum needs lies in it, entry by entry: reports themselves are ten times as large, and scattered.
DROP INDEX usage_report_to_bill;
CREATE INDEX usage_report_to_bill ON usage_report (organization_id, entitlement_id, generation, usage_from)
  INCLUDE (id, billable_keys, billable_units);
