-- Compatible: a generated column and indexes, which an older program does not need.
-- Lists of offers can be sorted. `name_key` is the name in lower case, at most 200 characters, so that the index can hold
-- it; lower() in the index itself would not be used under row-level security. The status has an index already.
ALTER TABLE offer
  ADD COLUMN name_key text COLLATE "C" GENERATED ALWAYS AS (nullif(left(lower(name), 200), '')) STORED;
CREATE INDEX offer_by_name ON offer (organization_id, name_key, creation_time, id);
CREATE INDEX offer_by_expiry ON offer (organization_id, expire_time, creation_time, id);
