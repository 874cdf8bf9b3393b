-- Compatible: what an older program keeps was posted, without a query.
ALTER TABLE inbound_notification
  -- How it came: by an HTTP method, or PULL from the seller's queue.
  ADD COLUMN method text COLLATE "C" NOT NULL DEFAULT 'POST',
  ADD COLUMN query text NOT NULL DEFAULT '';
