-- The end of a job that asks a marketplace to create or to cancel an offer begins the wait for its word.
CREATE FUNCTION asking_owes_reread() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM owe_reread(NEW.organization_id, NEW.payload ->> 'offerId', 1);
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER asking_owes_reread AFTER UPDATE OF finished_at ON job DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL
    AND NEW.kind IN ('offers.create', 'offers.cancel'))
  EXECUTE FUNCTION asking_owes_reread();

-- Offers that came to wait while there was neither this nor a program that does it by itself. Those that a job has yet to
-- create or cancel are seen to by the end of that job. The owner of the tables sees no row; the system role sees all.
SET LOCAL ROLE tradepost_system;
SELECT owe_reread(f.organization_id, f.id, abs(hashtext(f.id) % 1000) / 1000.0) FROM offer f
WHERE f.status IN ('PENDING_CREATE', 'PENDING_CANCEL', 'PENDING_ACCEPTANCE', 'PENDING_PARTNER_ACTION', 'PENDING_UPDATE',
    'UPDATE_FAILED', 'CANCEL_FAILED')
  AND NOT EXISTS (
    SELECT FROM job j WHERE j.organization_id = f.organization_id AND j.lane = 'reread:' || f.id
      AND j.finished_at IS NULL)
  AND NOT EXISTS (
    SELECT FROM job j WHERE j.organization_id = f.organization_id AND j.lane = 'offer:' || f.id
      AND j.finished_at IS NULL AND j.kind IN ('offers.create', 'offers.cancel'));
RESET ROLE;
