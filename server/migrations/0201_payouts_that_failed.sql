-- Compatible: an older program neither reads nor writes the new column.
-- The payout that did not reach the seller, where a line of the feed says so: what went with it is not paid out.
ALTER TABLE revenue_detail ADD COLUMN failed_payout_id text COLLATE "C";
CREATE INDEX revenue_detail_by_failed_payout ON revenue_detail (organization_id, partner, failed_payout_id)
  WHERE failed_payout_id IS NOT NULL;
