-- Compatible: a program that knows nothing of it writes jobs into the line, and the trigger ends its jobs as well.
-- Where an unfinished job stands, so that a claim reads only what it may take: in its organization's line; waiting for
-- a time, that of the job or the end of its lease; or behind another of its lane. Only claims move jobs out of the
-- line, one after the other, and they look again at what they take. A program that knows nothing of it writes jobs into
-- the line, and leaves those that it runs where they stand; claims set them aside when they meet them, as they do with
-- the jobs that are there already.
ALTER TABLE job ADD COLUMN stands text COLLATE "C" NOT NULL DEFAULT 'LINE'
  CHECK (stands IN ('LINE', 'TIME', 'LANE'));
CREATE INDEX job_line ON job (organization_id, kind, ready_at, position) WHERE finished_at IS NULL AND stands = 'LINE';
CREATE INDEX job_time ON job (greatest(ready_at, lease_until)) WHERE finished_at IS NULL AND stands = 'TIME';
CREATE INDEX job_behind ON job (lane, organization_id, position) WHERE finished_at IS NULL AND stands = 'LANE';

-- When a job has ended, the next of its lane is in the line again. A claim puts a job behind another only while it holds
-- that other one, so the end of that one comes later and finds it. It waits for nobody: a next job that is locked is
-- left, and put into the line by the look that workers take now and then.
CREATE FUNCTION job_end_moves_lane() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET jit = off AS $$
DECLARE next_row tid; next_stands text;
BEGIN
  SELECT j.ctid, j.stands INTO next_row, next_stands FROM job j
  WHERE j.organization_id = NEW.organization_id AND j.lane = NEW.lane AND j.finished_at IS NULL
  ORDER BY j.position LIMIT 1;
  IF next_stands = 'LANE' THEN
    UPDATE job j SET stands = 'LINE'
    WHERE j.ctid = (SELECT n.ctid FROM job n WHERE n.ctid = next_row FOR UPDATE SKIP LOCKED);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER job_end_moves_lane AFTER UPDATE OF finished_at ON job
  FOR EACH ROW WHEN (OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL) EXECUTE FUNCTION job_end_moves_lane();
