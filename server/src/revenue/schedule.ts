import { z } from 'zod';
import type { AdapterRegistry, RevenueCapabilities } from '../marketplaces/index.ts';
import { isImport, type Notification, type Schedule } from '../notifications/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../platform/jobs/queue.ts';
import { findUnmatched, findUnread, hasSoldThere } from './cursor-store.ts';
import { directJob } from './direct-job.ts';
import { syncJob } from './sync-job.ts';

type Payload = { partner: string };

/**
 * Has the feed of a marketplace read when there is something new, as long as something is sold there. It waits for its
 * time where nobody sees it: what callers follow is each reading.
 */
export const lookJob: JobDefinition<Payload> = {
  kind: 'revenue.look',
  payload: z.object({ partner: z.string() }),
  lane: ({ partner }) => `revenue-look:${partner}`,
  retry: backoff({ tries: Number.POSITIVE_INFINITY }),
};

export const lookJobHandler = (registry: AdapterRegistry): JobHandler<Payload> => ({
  definition: lookJob,
  run: async (job) => {
    const { partner } = job.payload;
    const revenue = registry.find(job, partner)?.describe().revenue;
    await job.repeat('nothing is sold there any more', async (scope) => {
      if (!revenue || !(await hasSoldThere(scope, partner))) return undefined;
      await scope.query(enqueue(scope, syncJob, { partner }));
      return { at: nextReading(revenue, scope.now), payload: { partner } };
    });
  },
});

/** The next time at which a marketplace shows something new. */
export function nextReading({ dayOfMonth, hour }: RevenueCapabilities, now: Date): Date {
  const [year, month, today] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const at = (further: number) =>
    dayOfMonth === undefined
      ? new Date(Date.UTC(year, month, today + further, hour))
      : new Date(Date.UTC(year, month + further, dayOfMonth, hour));
  return at(0) > now ? at(0) : at(1);
}

const begun = (notification: Notification): string[] => {
  const { entityType, action, partner } = notification;
  const isNew = (entityType === 'ENTITLEMENT' && action === 'CREATE') || isImport(notification);
  return isNew && partner ? [partner] : [];
};

/** The direct sale of which an invoice has changed: a draft says nothing of it. */
const invoiced = ({ entityType, entityStatus, info }: Notification): string[] =>
  entityType === 'INVOICE' && entityStatus !== 'DRAFT' && typeof info.entitlementID === 'string'
    ? [info.entitlementID]
    : [];

/** The marketplaces of which a reading, or another look at what was read, is due because of new entitlements. */
async function findDue(scope: OrgTransaction, partners: readonly string[]) {
  const distinct = [...new Set(partners)];
  if (distinct.length === 0) return { unread: [], unmatched: [] };
  const unread = await findUnread(scope, distinct);
  const unmatched = await findUnmatched(
    scope,
    distinct.filter((partner) => !unread.includes(partner)),
  );
  return { unread, unmatched };
}

/**
 * Begins the readings of a marketplace with its first entitlement, and looks for the lines of a new one among those that
 * were of none. An organization that sells nothing has no job.
 */
export const revenueSchedule: Schedule = {
  kind: 'revenue.begin',
  nextTime: async (scope, notifications) => {
    const { unread, unmatched } = await findDue(scope, notifications.flatMap(begun));
    for (const partner of unread) await scope.query(enqueue(scope, lookJob, { partner }));
    for (const partner of unmatched) await scope.query(enqueue(scope, syncJob, { partner }));
    for (const entitlementId of new Set(notifications.flatMap(invoiced)))
      await scope.query(enqueue(scope, directJob, { entitlementId }));
    return undefined;
  },
  recordDue: async () => undefined,
};
