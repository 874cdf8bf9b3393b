-- Compatible: new columns, which an older program leaves as they are.
ALTER TABLE marketplace_pass
  -- When it began again with the first page, as the marketplace did not take its cursor any more: it does so once.
  ADD COLUMN begun_again_at timestamptz,
  -- What of the list the marketplace refuses to read, in words for people; the rest was read.
  ADD COLUMN refused text,
  -- Why it failed as a whole, in words for people.
  ADD COLUMN failure text;
