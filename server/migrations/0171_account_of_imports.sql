-- Compatible: an older program imports without it, and what it imports is of an account that is not known.
-- The account at the marketplace of which was imported. Where another one is connected, its records are imported as well.
ALTER TABLE marketplace_import ADD COLUMN account text COLLATE "C";
UPDATE marketplace_import m SET account = i.account FROM integration i
WHERE i.organization_id = m.organization_id AND i.id = m.integration_id;
