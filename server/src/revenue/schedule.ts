import { z } from 'zod';
import type { AdapterRegistry, RevenueCapabilities } from '../marketplaces/index.ts';
import { isImport, type Notification, type Schedule } from '../notifications/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../platform/jobs/queue.ts';
import { expediteInvoices } from './agreement-store.ts';
import { findUnmatched, findUnread, hasSales } from './cursor-store.ts';
import { directJob } from './direct-job.ts';
import { syncJob } from './sync-job.ts';

type Payload = { partner: string };

/**
 * Reads a marketplace's feed whenever new data is expected, while the organization sells at the marketplace. The job is
 * not listed as an operation; each reading is a separate operation.
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
    await job.repeat('no sales at the marketplace', async (scope) => {
      if (!revenue || !(await hasSales(scope, partner))) return undefined;
      await scope.query(enqueue(scope, syncJob, { partner }));
      return { at: nextReading(revenue, scope.now), payload: { partner } };
    });
  },
});

/** Computes the next time at which a marketplace publishes new data. */
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

/** Finds the direct sales with a changed invoice, ignoring drafts. */
const invoiced = ({ entityType, entityStatus, info }: Notification): string[] =>
  entityType === 'INVOICE' && entityStatus !== 'DRAFT' && typeof info.entitlementID === 'string'
    ? [info.entitlementID]
    : [];

/** Finds the agreements with a completed refund, whose credit memos are due for reading. */
const refunded = ({ entityType, info, partner, record }: Notification) =>
  entityType === 'ENTITLEMENT' &&
  info.change === 'REFUNDED' &&
  partner &&
  typeof record.externalID === 'string'
    ? [{ partner, externalId: record.externalID }]
    : [];

/** Finds the marketplaces to read, or to match again, because of new entitlements. */
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
 * Starts the reading of a marketplace's feed with the first entitlement, and matches stored lines with new
 * entitlements. Organizations without sales need no job.
 */
export const revenueSchedule: Schedule = {
  kind: 'revenue.begin',
  nextTime: async (scope, notifications) => {
    const { unread, unmatched } = await findDue(scope, notifications.flatMap(begun));
    for (const partner of unread) await scope.query(enqueue(scope, lookJob, { partner }));
    for (const partner of unmatched) await scope.query(enqueue(scope, syncJob, { partner }));
    const credited = notifications.flatMap(refunded);
    for (const { partner, externalId } of credited) await expediteInvoices(scope, partner, externalId);
    for (const partner of new Set(credited.map((one) => one.partner)))
      await scope.query(enqueue(scope, syncJob, { partner }));
    for (const entitlementId of new Set(notifications.flatMap(invoiced)))
      await scope.query(enqueue(scope, directJob, { entitlementId }));
    return undefined;
  },
  recordDue: async () => undefined,
};
