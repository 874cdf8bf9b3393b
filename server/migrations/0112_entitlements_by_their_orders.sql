-- Compatible: a column that the database fills by itself, and an index.
-- Lines of revenue find their entitlement by the order: behind row-level security no index serves an operator of JSON.
ALTER TABLE entitlement ADD COLUMN mk_b_asset_id text COLLATE "C" GENERATED ALWAYS AS (info ->> 'mkBAssetID') STORED;
CREATE INDEX entitlement_by_mk_b_asset ON entitlement (organization_id, mk_b_asset_id) WHERE mk_b_asset_id IS NOT NULL;
