-- Compatible: columns more, which an older program neither reads nor writes; it publishes offers of sets one by one.
ALTER TABLE offer_set
  -- What the marketplace makes of the set, and the job that follows it; and when its buyer was shown it there.
  ADD COLUMN change_handle text COLLATE "C",
  ADD COLUMN change_job text COLLATE "C",
  ADD COLUMN released_time timestamptz;
CREATE INDEX offer_set_change ON offer_set (organization_id, change_handle) WHERE change_handle IS NOT NULL;
