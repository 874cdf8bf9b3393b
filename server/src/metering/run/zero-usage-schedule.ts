import { z } from 'zod';
import type { AdapterRegistry } from '../../marketplaces/index.ts';
import { isConfiguration, type Notification, type Schedule } from '../../notifications/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { backoff, enqueue, type JobDefinition } from '../../platform/jobs/queue.ts';
import { hourOf } from '../run-request.ts';

/** The hours of which those without usage are reported as zero: since the one, and before the other. */
export type ZeroUsagePayload = { since: string; until: string };

/** Reports hours without usage as zero, in the lane of the runs: it settles what waits before it. */
export const zeroUsageJob: JobDefinition<ZeroUsagePayload> = {
  kind: 'metering.zeroUsage',
  payload: z.object({ since: z.string(), until: z.string() }),
  lane: () => 'metering',
  slow: true,
  retry: backoff({ tries: 20, longestMs: 300_000 }),
};

const hourMs = 3_600_000;
/** So long after its end usage of an hour is waited for: many report each hour what was used in the last one. */
const graceMs = hourMs;
/** The oldest hour that is made up for, when the program was away. */
const mostMs = 24 * hourMs;

const after = (time: Date, ms: number) => new Date(time.getTime() + ms);

const begins = ({ entityType, entityStatus, action }: Notification): boolean =>
  entityType === 'ENTITLEMENT' && entityStatus === 'ACTIVE' && action !== 'METER';

/**
 * Once an hour, in organizations that have hours without usage reported at a marketplace which takes zeros, and have an
 * active entitlement there; the others have no job for it. The first hour is the one in which it was switched on, or the
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

/** The partners for which the organization has it switched on. */
export const wantedPartners = `SELECT c ->> 'partner' FROM organization o, jsonb_array_elements(
    coalesce(o.info -> 'usageMeteringConfigInfo' -> 'partnerUsageMeteringConfigs', '[]')) c
  WHERE o.organization_id = $1 AND c -> 'enableZeroUsage' = 'true'::jsonb`;

/** Whether zeros are wanted of a marketplace that takes them. */
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
