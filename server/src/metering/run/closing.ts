import { endedJob, type UsageEntitlement } from '../../entitlements/index.ts';
import type { AdapterRegistry } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { readStanding } from './standing-store.ts';

const minuteMs = 60_000;

/**
 * Schedules the write-off of an ended entitlement’s carried fractions for the time after which its usage is
 * no longer accepted.
 */
export async function scheduleClosing(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  { id, partner, status, end_time: end, terms }: UsageEntitlement,
): Promise<void> {
  if (status !== 'CANCELLED' || !partner) return;
  const { carry } = await readStanding(
    scope,
    terms.map((term) => term.id),
  );
  if (carry.size === 0) return;
  const { organizationId, environment } = scope;
  const usage = registry.find({ organizationId, environment }, partner)?.describe().usage;
  const ended = end === null ? scope.now.getTime() : Date.parse(end);
  const at = new Date(Math.max(scope.now.getTime(), ended + ((usage?.finalMinutes ?? 0) + 1) * minuteMs));
  await scope.query(enqueue(scope, endedJob, { entitlementId: id, closes: true }, { at }));
}
