-- Notices that were given are kept for a time, by the organization's clock.
CREATE INDEX notice_sent_by_creation ON notice_sent (organization_id, creation_time);

-- Schedules look when something happens. Where they were switched on before there were schedules nothing may happen for
-- long: they look once, reports at the usual time. The owner of the tables sees no row; the system role sees all.
SET LOCAL ROLE tradepost_system;
INSERT INTO job (organization_id, id, kind, lane, payload, clock, due_at, ready_at, creation_time, started_by_type,
  started_by_id, cancellable)
SELECT o.organization_id, 'job_arm_' || look.kind, look.kind, look.kind || ':' || told.at,
  jsonb_build_object('at', told.at), 'organization', look.at, look.at - o.clock_offset_ms * interval '1 millisecond',
  clock.now, 'SERVICE', 'tradepost', false
FROM organization o,
  LATERAL (
    SELECT date_trunc('milliseconds', now() + o.clock_offset_ms * interval '1 millisecond') AS now) clock,
  LATERAL (
    SELECT 'offers.expireSoon' AS kind, clock.now AS at
    WHERE o.info #> '{notificationConfigInfo,enableExpireSoonOfferWorkflowNotification}' = 'true' AND EXISTS (
      SELECT FROM offer f WHERE f.organization_id = o.organization_id AND f.status = 'PENDING_ACCEPTANCE'
        AND f.expire_time > clock.now)
    UNION ALL
    SELECT 'offers.unpurchased', (date_trunc('week', clock.now AT TIME ZONE 'UTC') + interval '7 days') AT TIME ZONE 'UTC'
    WHERE o.info #> '{notificationConfigInfo,emailNotificationScopeEventConfigs,NOTIFY.UNPURCHASED_OFFERS,enabled}'
        = 'true' AND EXISTS (
      SELECT FROM offer f WHERE f.organization_id = o.organization_id AND f.status = 'PENDING_ACCEPTANCE')
    UNION ALL
    SELECT 'entitlements.headless', (date_trunc('day', clock.now AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC'
    WHERE o.info #> '{clientSignupPageConfigInfo,enableHeadlessEntitlementsReport}' = 'true' AND EXISTS (
      SELECT FROM entitlement e WHERE e.organization_id = o.organization_id
        AND e.creation_time > clock.now - interval '72 hours')
    UNION ALL
    SELECT 'entitlements.endSoon', clock.now
    WHERE EXISTS (
      SELECT FROM entitlement e WHERE e.organization_id = o.organization_id AND e.alert_time IS NOT NULL
        AND e.end_time > clock.now AND e.status IN ('PENDING_START', 'ACTIVE', 'SUSPENDED', 'PENDING_CANCEL'))) look,
  LATERAL (SELECT to_char(look.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at) told
WHERE o.status <> 'DELETED' AND NOT EXISTS (
  SELECT FROM job j WHERE j.organization_id = o.organization_id AND j.kind = look.kind AND j.finished_at IS NULL);
RESET ROLE;
