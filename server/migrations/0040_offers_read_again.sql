-- Offers that wait for word of their marketplace are read again by themselves, each by one job. Those that wait already
-- are read within a day, not all at once. The owner of the tables sees no row; the system role sees all.
SET LOCAL ROLE tradepost_system;
INSERT INTO job (organization_id, id, kind, lane, payload, clock, due_at, ready_at, creation_time, started_by_type,
  started_by_id, cancellable)
SELECT f.organization_id, 'job_' || substr(f.id, 5), 'offers.reread', 'reread:' || f.id,
  jsonb_build_object('offerId', f.id, 'status', f.status, 'waitMs', wait.ms,
    'wallAt', floor(extract(epoch FROM now()) * 1000)),
  'organization', clock.now + wait.delay, now() + wait.delay, clock.now, 'SERVICE', 'tradepost', false
FROM offer f JOIN organization o ON o.organization_id = f.organization_id,
  LATERAL (
    SELECT date_trunc('milliseconds', now() + o.clock_offset_ms * interval '1 millisecond') AS now) clock,
  LATERAL (
    SELECT w.ms, abs(hashtext(f.id) % 1000) / 1000.0 * w.ms * interval '1 millisecond' AS delay
    FROM (SELECT CASE WHEN f.status IN ('PENDING_CREATE', 'PENDING_CANCEL') THEN 300000 ELSE 86400000 END AS ms) w) wait
WHERE o.status <> 'DELETED' AND f.partner IN ('MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF')
  AND f.offer_type NOT IN ('DEFAULT', 'FREE_TRIAL')
  AND f.status IN ('PENDING_CREATE', 'PENDING_CANCEL', 'PENDING_ACCEPTANCE', 'PENDING_PARTNER_ACTION', 'PENDING_UPDATE',
    'UPDATE_FAILED', 'CANCEL_FAILED')
  AND NOT EXISTS (
    SELECT FROM job j WHERE j.organization_id = f.organization_id AND j.lane = 'reread:' || f.id
      AND j.finished_at IS NULL);
RESET ROLE;
