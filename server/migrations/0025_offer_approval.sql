-- Who asked for the approval of an offer: another person decides. The approval itself stands in the meta info.
ALTER TABLE offer ADD COLUMN approval_requested_by text COLLATE "C";
