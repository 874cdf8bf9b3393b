-- Messages that nobody told how their delivery went, while there was no trigger for the program of the version before.
-- What was erased of a message stays erased. The owner of the tables sees no row; the system role sees all.
SET LOCAL ROLE tradepost_system;
UPDATE notification_message m SET status = d.status, attempts = d.attempts,
  last_error = CASE WHEN n.message IS DISTINCT FROM 'What it was about was erased.' THEN d.last_error END,
  last_update_time = clock_timestamp() + o.clock_offset_ms * interval '1 millisecond'
FROM webhook_delivery d
  JOIN organization o ON o.organization_id = d.organization_id
  JOIN notification_message t ON t.organization_id = d.organization_id AND t.id = d.id
  LEFT JOIN notification_event n ON n.organization_id = t.organization_id AND n.id = t.notification_event_id
WHERE m.organization_id = d.organization_id AND m.id = d.id
  AND (m.status <> d.status OR (d.status <> 'PENDING' AND m.attempts <> d.attempts));

-- A delivery is removed a while after its end, so one that is not there any more has ended.
UPDATE notification_message m SET status = 'FAILED', last_error = 'how it was delivered is not known any more',
  last_update_time = clock_timestamp() + o.clock_offset_ms * interval '1 millisecond'
FROM organization o
WHERE o.organization_id = m.organization_id AND m.type = 'WEBHOOK' AND m.status = 'PENDING' AND NOT EXISTS (
  SELECT FROM webhook_delivery d WHERE d.organization_id = m.organization_id AND d.id = m.id);
RESET ROLE;

-- Each offer that waits for word of its marketplace has a job that reads it again. The program of the version before makes
-- none: here that is done for it, once its transaction is whole, where none is there by then. Functions and triggers go
-- in the release after the one that brings them.
-- The share of the wait after which it is read for the first time keeps many from being read all at once.
CREATE FUNCTION owe_reread(organization text, offer text, share double precision) RETURNS void
  LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO job (organization_id, id, kind, lane, payload, clock, due_at, ready_at, creation_time, started_by_type,
    started_by_id, cancellable)
  SELECT f.organization_id, 'job_' || replace(gen_random_uuid()::text, '-', ''), 'offers.reread', 'reread:' || f.id,
    jsonb_build_object('offerId', f.id, 'status', f.status, 'waitMs', wait.ms,
      'wallAt', floor(extract(epoch FROM clock.wall) * 1000)),
    'organization', clock.now + wait.delay, clock.wall + wait.delay, clock.now, 'SERVICE', 'tradepost', false
  FROM offer f JOIN organization o ON o.organization_id = f.organization_id,
    LATERAL (
      SELECT w.wall, w.wall + o.clock_offset_ms * interval '1 millisecond' AS now
      FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS wall) w) clock,
    LATERAL (
      SELECT w.ms, w.ms * share * interval '1 millisecond' AS delay
      FROM (SELECT CASE WHEN f.status IN ('PENDING_CREATE', 'PENDING_CANCEL') THEN 300000 ELSE 86400000 END AS ms) w) wait
  WHERE f.organization_id = organization AND f.id = offer AND o.status <> 'DELETED'
    AND f.partner IN ('MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF') AND f.offer_type NOT IN ('DEFAULT', 'FREE_TRIAL')
    AND f.status IN ('PENDING_CREATE', 'PENDING_CANCEL', 'PENDING_ACCEPTANCE', 'PENDING_PARTNER_ACTION',
      'PENDING_UPDATE', 'UPDATE_FAILED', 'CANCEL_FAILED')
    AND NOT EXISTS (
      SELECT FROM job j WHERE j.organization_id = f.organization_id AND j.lane = 'reread:' || f.id
        AND j.finished_at IS NULL)
$$;

CREATE FUNCTION offer_owes_reread() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM owe_reread(NEW.organization_id, NEW.id, 1);
  RETURN NULL;
END
$$;
-- While an offer is created or cancelled, the job that asks the marketplace for it sees to what follows.
CREATE CONSTRAINT TRIGGER offer_made_owes_reread AFTER INSERT ON offer DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.status IN ('PENDING_ACCEPTANCE', 'PENDING_PARTNER_ACTION'))
  EXECUTE FUNCTION offer_owes_reread();
CREATE CONSTRAINT TRIGGER offer_moved_owes_reread AFTER UPDATE OF status ON offer DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND NEW.status IN ('PENDING_ACCEPTANCE', 'PENDING_PARTNER_ACTION',
    'PENDING_UPDATE', 'UPDATE_FAILED', 'CANCEL_FAILED'))
  EXECUTE FUNCTION offer_owes_reread();
