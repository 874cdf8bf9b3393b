import type { OrgScope } from '../platform/access/scope.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import { checklistSteps } from './records.ts';

/**
 * Selects which first steps are complete. The step of the integration is complete for a TEST organization,
 * because the sandbox simulates every marketplace. Mail to members completes the step of notifications only if the
 * operator has a mail server; otherwise an enabled webhook does.
 */
export const selectChecklist = (scope: OrgScope, hasMailServer: boolean): Statement => ({
  name: 'first_steps',
  text: `SELECT o.environment = 'TEST' OR EXISTS (
             SELECT FROM integration i WHERE i.organization_id = $1 AND i.status = 'VERIFIED') AS integration,
           EXISTS (SELECT FROM product p WHERE p.organization_id = $1 AND p.status <> 'DELETED') AS product,
           EXISTS (SELECT FROM offer f WHERE f.organization_id = $1 AND f.status <> 'DELETED') AS offer,
           EXISTS (SELECT FROM entitlement e WHERE e.organization_id = $1 AND e.status <> 'DELETED') AS entitlement,
           $2::boolean AND coalesce(o.info -> 'notificationConfigInfo' ->> 'enableEmailNotification', 'false') = 'true'
             OR EXISTS (SELECT FROM webhook_endpoint w
               WHERE w.organization_id = $1 AND w.status = 'ENABLED') AS notification,
           EXISTS (SELECT FROM integration i
             WHERE i.organization_id = $1 AND i.service = 'CRM' AND i.status = 'VERIFIED') AS crm,
           coalesce(o.info -> 'onboardingInfo' -> 'skippedSteps', '[]')::text AS skipped
         FROM organization o WHERE o.organization_id = $1`,
  values: [scope.organizationId, hasMailServer],
});

export function checklistOf([row = {}]: readonly Row[]) {
  const skipped = JSON.parse(String(row.skipped ?? '[]')) as string[];
  return checklistSteps.map((step) => ({ step, done: row[step] === true, skipped: skipped.includes(step) }));
}
