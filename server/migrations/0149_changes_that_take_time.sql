-- Compatible: an older program neither reads nor writes the columns, and what it asks of a marketplace it takes for done.
-- A change that the marketplace works on: its name for it, and the job that follows it.
ALTER TABLE offer ADD COLUMN change_handle text COLLATE "C";
ALTER TABLE offer ADD COLUMN change_job text COLLATE "C";
ALTER TABLE entitlement ADD COLUMN change_handle text COLLATE "C";
ALTER TABLE entitlement ADD COLUMN change_job text COLLATE "C";
CREATE INDEX offer_change ON offer (organization_id, change_handle) WHERE change_handle IS NOT NULL;
CREATE INDEX entitlement_change ON entitlement (organization_id, change_handle) WHERE change_handle IS NOT NULL;
-- Since when it is not known, by the wall clock, whether the marketplace has made the offer.
ALTER TABLE offer ADD COLUMN creation_unknown_since timestamptz;
