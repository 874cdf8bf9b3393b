-- Compatible: generated columns and indexes, which an older program does not need.
-- Lists of products, buyers, contacts and invoices can be sorted, as those of offers.
ALTER TABLE product
  ADD COLUMN name_key text COLLATE "C" GENERATED ALWAYS AS (nullif(left(lower(name), 200), '')) STORED;
CREATE INDEX product_by_name ON product (organization_id, name_key, creation_time, id);

-- The list contains the buyers with the status ACTIVE only.
ALTER TABLE buyer
  ADD COLUMN name_key text COLLATE "C" GENERATED ALWAYS AS (nullif(left(lower(name), 200), '')) STORED;
CREATE INDEX buyer_by_name ON buyer (organization_id, status, name_key, creation_time, id);

ALTER TABLE contact
  ADD COLUMN name_key text COLLATE "C" GENERATED ALWAYS AS (nullif(left(lower(name), 200), '')) STORED;
CREATE INDEX contact_by_name ON contact (organization_id, name_key, creation_time, id);
CREATE INDEX contact_by_email_order ON contact (organization_id, email_key, creation_time, id);

-- Comparisons of numeric are not leakproof, so that row-level security keeps them from using an index. Responses contain
-- the same double.
ALTER TABLE invoice
  ADD COLUMN due_value double precision GENERATED ALWAYS AS (due_amount::double precision) STORED;
CREATE INDEX invoice_by_issue_date ON invoice (organization_id, issue_date, creation_time, id);
CREATE INDEX invoice_by_due_date ON invoice (organization_id, due_date, creation_time, id);
CREATE INDEX invoice_by_due_value ON invoice (organization_id, due_value, creation_time, id);
