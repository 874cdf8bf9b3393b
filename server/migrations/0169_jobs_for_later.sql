-- Compatible: an older program reads and writes the table as before; the index follows by itself.
-- What falls due next by the clock of an organization. A job that is to run at once is not in it: that has the time at
-- which it was written, and its index entry would be one more for each offer.
CREATE INDEX job_upcoming ON job (organization_id, due_at, id)
  WHERE finished_at IS NULL AND clock = 'organization' AND due_at > creation_time;
