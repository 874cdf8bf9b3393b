import { z } from 'zod';
import type { AdapterRegistry } from '../../marketplaces/index.ts';
import { isConfiguration, type Notification, type Schedule } from '../../notifications/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { backoff, enqueue, type JobDefinition } from '../../platform/jobs/queue.ts';
import { hourOf } from '../run-request.ts';

/**
 * The range of hours in which hours without usage are reported as zero, from `since` to `until` (exclusive).
 */
export type ZeroUsagePayload = { since: string; until: string };

/**
 * Reports hours without usage as zero. The job has the same queue key as the runs and first settles pending
 * usage.
 */
export const zeroUsageJob: JobDefinition<ZeroUsagePayload> = {
  kind: 'metering.zeroUsage',
  payload: z.object({ since: z.string(), until: z.string() }),
  lane: () => 'metering',
  slow: true,
  retry: backoff({ tries: 20, longestMs: 300_000 }),
};

const hourMs = 3_600_000;
/**
 * Time after the end of an hour before its missing usage is reported as zero, because many callers report
 * hourly for the previous hour.
 */
const graceMs = hourMs;
/** Age of the oldest hour that is reported after a downtime. */
const mostMs = 24 * hourMs;

const after = (time: Date, ms: number) => new Date(time.getTime() + ms);

const begins = ({ entityType, entityStatus, action }: Notification): boolean =>
  entityType === 'ENTITLEMENT' && entityStatus === 'ACTIVE' && action !== 'METER';

/**
 * Schedules the job hourly for organizations that enabled zero usage on a marketplace that accepts zeros and
 * have an active entitlement there. The first hour is the hour in which zero usage was enabled or the
 * entitlement began.
 */
export const zeroUsageSchedule = (registry: AdapterRegistry): Schedule => ({
  kind: 'metering.zeroUsageDue',
  nextTime: async (scope, notifications) =>
    notifications.some((one) => begins(one) || isConfiguration(one)) && (await isWanted(scope, registry))
      ? after(hourOf(scope.now), hourMs + graceMs)
      : undefined,
  recordDue: async (scope, at) => {
    if (!(await isWanted(scope, registry))) return undefined;
    const until = after(hourOf(scope.now), -graceMs);
    const first = Math.max(at.getTime() - hourMs - graceMs, until.getTime() - mostMs);
    const payload = { since: new Date(first).toISOString(), until: until.toISOString() };
    await scope.query(enqueue(scope, zeroUsageJob, payload));
    return after(hourOf(scope.now), hourMs);
  },
});

/** Returns the partners for which the organization enabled zero usage. */
export const wantedPartners = `SELECT c ->> 'partner' FROM organization o, jsonb_array_elements(
    coalesce(o.info -> 'usageMeteringConfigInfo' -> 'partnerUsageMeteringConfigs', '[]')) c
  WHERE o.organization_id = $1 AND c -> 'enableZeroUsage' = 'true'::jsonb`;

/** Returns whether zeros are enabled for a marketplace that accepts zeros. */
async function isWanted(scope: OrgTransaction, registry: AdapterRegistry): Promise<boolean> {
  const rows = await scope.query<{ partner: string }>({
    name: 'partners_with_zero_usage',
    text: `SELECT w.partner FROM (${wantedPartners}) w (partner)
           WHERE EXISTS (SELECT FROM entitlement e WHERE e.organization_id = $1 AND e.partner = w.partner
             AND e.status IN ('ACTIVE', 'PENDING_CANCEL'))`,
    values: [scope.organizationId],
  });
  return rows.some(({ partner }) => registry.find(scope, partner)?.describe().usage?.heartbeat);
}
