-- Compatible: a generated column and indexes, which an older program does not need.
-- Lists of entitlements can be sorted, as those of offers.
ALTER TABLE entitlement
  ADD COLUMN name_key text COLLATE "C" GENERATED ALWAYS AS (nullif(left(lower(name), 200), '')) STORED;
CREATE INDEX entitlement_by_name ON entitlement (organization_id, name_key, creation_time, id);
CREATE INDEX entitlement_by_start ON entitlement (organization_id, start_time, creation_time, id);
CREATE INDEX entitlement_by_end ON entitlement (organization_id, end_time, creation_time, id);
