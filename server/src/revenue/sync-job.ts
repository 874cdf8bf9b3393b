import { z } from 'zod';
import { markRevenueRead, setRevenueAmounts } from '../entitlements/index.ts';
import {
  type AdapterRegistry,
  MarketplaceError,
  marketplaceRetry,
  type RevenuePage,
  tryAgain,
  waitsForIntegration,
} from '../marketplaces/index.ts';
import { setBilledUsage } from '../metering/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { JobDefinition, JobHandler, JobRun } from '../platform/jobs/queue.ts';
import { readAmounts } from './amount-store.ts';
import { findCursor, findToReadAnew, keepCursor } from './cursor-store.ts';
import { keepLines, type Slot } from './detail-store.ts';
import { matchLines } from './match.ts';
import { announcePayouts } from './payouts.ts';
import { renewRecords } from './record-store.ts';

type Payload = { partner: string };

/** Reads the feed of revenue of one marketplace, one such job after the other. */
export const syncJob: JobDefinition<Payload> = {
  kind: 'revenue.sync',
  payload: z.object({ partner: z.string() }),
  lane: ({ partner }) => `revenue:${partner}`,
  slow: true,
  retry: marketplaceRetry,
  operation: { name: 'Synchronize revenue', subject: () => ({}), cancellable: true },
};

/**
 * Reads what is new, a page at a time: each is kept, matched and reckoned in one transaction with its cursor. All of it is
 * read where an entitlement says that its history is still to be read.
 */
export const syncJobHandler = (registry: AdapterRegistry): JobHandler<Payload> => ({
  definition: syncJob,
  run: async (job) => {
    const { partner } = job.payload;
    const adapter = registry.find(job, partner);
    if (!adapter?.readRevenue) return job.finish('there is no revenue to read');
    const begin = await job.transaction(async (scope) => ({
      cursor: await findCursor(scope, partner),
      anew: await findToReadAnew(scope, partner),
    }));
    let cursor = begin.anew.length > 0 ? undefined : begin.cursor;
    for (let hasMore = true; hasMore; ) {
      job.signal.throwIfAborted();
      const page = await readPage(job, registry, () => adapter.readRevenue?.(cursor));
      if (!page) return;
      if (await takePage(job, page)) return job.finish('stopped before its end', undefined, 'CANCELED');
      ({ cursor, hasMore } = page);
    }
    await job.finish('read', async (scope) => {
      await reckon(scope, partner, await matchLines(scope, partner));
      for (const id of begin.anew) await markRevenueRead(scope, id);
      await announcePayouts(scope, partner);
    });
  },
});

/** Reads a page; nothing where the job waits until the marketplace lets us in again. */
async function readPage(
  job: JobRun<Payload>,
  registry: AdapterRegistry,
  read: () => Promise<RevenuePage> | undefined,
): Promise<RevenuePage | undefined> {
  try {
    const page = await read();
    if (!page) throw new MarketplaceError('no feed of revenue', { kind: 'refused' });
    return page;
  } catch (error) {
    if (await waitsForIntegration(job, registry, job.payload.partner, error as Error)) return undefined;
    throw tryAgain(error as Error);
  }
}

/** Takes a page; true when somebody cancelled the job meanwhile. */
async function takePage(job: JobRun<Payload>, page: RevenuePage): Promise<boolean> {
  const { partner } = job.payload;
  let isCancelled = false;
  await job.note(async (scope) => {
    isCancelled = (await job.cancelledBy(scope)) !== undefined;
    if (isCancelled) return;
    const { ids, replaced } = await keepLines(scope, partner, page.lines);
    await reckon(scope, partner, [...replaced, ...(await matchLines(scope, partner, ids))]);
    await setBilledUsage(scope, partner, page.usage);
    await keepCursor(scope, partner, page.cursor);
  });
  return isCancelled;
}

/** Brings records, and the amounts of their entitlements, up to what their lines say. */
export async function reckon(scope: OrgTransaction, partner: string, slots: readonly Slot[]): Promise<void> {
  await renewRecords(scope, partner, slots);
  const ids = [...new Set(slots.map(({ entitlement_id: id }) => id))].sort();
  for (const id of ids) await setRevenueAmounts(scope, id, (currency) => readAmounts(scope, id, currency));
}
