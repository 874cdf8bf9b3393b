import { z } from 'zod';
import { markRevenueRead, setRevenueAmounts } from '../entitlements/index.ts';
import {
  type AdapterRegistry,
  type MarketplaceAdapter,
  marketplaceRetry,
  type RevenuePage,
  tryAgain,
  waitsForIntegration,
} from '../marketplaces/index.ts';
import { setBilledUsage } from '../metering/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { JobDefinition, JobHandler, JobRun } from '../platform/jobs/queue.ts';
import { expediteBilledInvoices, forgetInvoices, keepAgreementCursor, nextDue } from './agreement-store.ts';
import { readAmounts } from './amount-store.ts';
import { findCursor, findFullSyncRequests, keepCursor } from './cursor-store.ts';
import { keepLines, type Slot, withdrawAbsent } from './detail-store.ts';
import { matchLines } from './match.ts';
import { announcePayouts } from './payouts.ts';
import { renewRecords } from './record-store.ts';

type Payload = { partner: string };

/** A job that reads the revenue feed of one marketplace. Jobs for the same marketplace run sequentially. */
export const syncJob: JobDefinition<Payload> = {
  kind: 'revenue.sync',
  payload: z.object({ partner: z.string() }),
  lane: ({ partner }) => `revenue:${partner}`,
  slow: true,
  retry: marketplaceRetry,
  operation: { name: 'Synchronize revenue', subject: () => ({}), cancellable: true },
};

/**
 * Reads new lines by pages. One transaction stores a page, matches its lines, updates the records and advances the
 * cursor. If an entitlement requests its history, the feed is read from the beginning.
 */
export const syncJobHandler = (registry: AdapterRegistry): JobHandler<Payload> => ({
  definition: syncJob,
  run: async (job) => {
    const { partner } = job.payload;
    const adapter = registry.find(job, partner);
    if (!adapter?.readRevenue && !adapter?.readInvoices)
      return job.finish('the marketplace provides no revenue data');
    const begin = await job.transaction(async (scope) => ({
      cursor: await findCursor(scope, partner),
      anew: await findFullSyncRequests(scope, partner),
    }));
    const { readRevenue, readInvoices } = adapter;
    const read = { job, registry };
    const anew = begin.anew.length > 0;
    const feed: Feed | undefined = readRevenue && {
      read: (cursor) => readRevenue(cursor),
      keep: async (scope, { cursor }, ids) => {
        await keepCursor(scope, partner, cursor);
        if (readInvoices) await expediteBilledInvoices(scope, partner, ids);
      },
      cursor: anew ? undefined : begin.cursor,
    };
    const feedEnd = feed && (await readFeed(read, feed));
    const end =
      feedEnd === undefined || feedEnd === 'EARLY'
        ? readInvoices && (await readAll(read, begin.anew, readInvoices))
        : feedEnd;
    if (end === 'WAITS') return;
    if (end === 'CANCELED') return job.finish('stopped before its end', undefined, 'CANCELED');
    await job.finish('read', async (scope) => {
      await reckon(scope, partner, await matchLines(scope, partner));
      for (const id of begin.anew) await markRevenueRead(scope, id);
      // The amount of a partially read payout is not final.
      if (feedEnd !== 'EARLY') await announcePayouts(scope, partner);
    });
  },
});

type ReadContext = { job: JobRun<Payload>; registry: AdapterRegistry };

/** A list of lines that is read by pages. */
type Feed = {
  read: (cursor: string | undefined) => Promise<RevenuePage>;
  /** Stores the cursor for the list. `ids` are the new lines on the page. */
  keep: (scope: OrgTransaction, page: RevenuePage, ids: readonly string[]) => Promise<void>;
  cursor: string | undefined;
};

/** The reason why a reading ended early: the job waits for the integration, or a caller cancelled the job. */
type StopReason = 'WAITS' | 'CANCELED';

/** Reads a list to its end. The result EARLY means that the rest is left for the next reading. */
async function readFeed(
  { job, registry }: ReadContext,
  feed: Feed,
): Promise<StopReason | 'EARLY' | undefined> {
  let { cursor } = feed;
  for (;;) {
    job.signal.throwIfAborted();
    const page = await readPage(job, registry, () => feed.read(cursor));
    if (!page) return 'WAITS';
    if (await takePage(job, page, feed.keep)) return 'CANCELED';
    if (!page.hasMore) return page.refused === undefined ? undefined : 'EARLY';
    ({ cursor } = page);
  }
}

/** Reads the invoices of each due agreement. A retried job skips the agreements that have already been read. */
async function readAll(
  reading: ReadContext,
  anew: readonly string[],
  readInvoices: NonNullable<MarketplaceAdapter['readInvoices']>,
): Promise<StopReason | undefined> {
  const { job } = reading;
  const { partner } = job.payload;
  if (anew.length > 0) await job.leasedTransaction((scope) => forgetInvoices(scope, partner, anew));
  for (let after = ''; ; ) {
    const due = await job.transaction((scope) => nextDue(scope, partner, after));
    if (!due) return undefined;
    const { externalId, cursor } = due;
    const stopped = await readFeed(reading, {
      read: (from) => readInvoices(externalId, from),
      keep: (scope, page) =>
        keepAgreementCursor(scope, partner, { externalId, cursor: page.cursor, isRead: !page.hasMore }),
      cursor,
    });
    if (stopped && stopped !== 'EARLY') return stopped;
    after = externalId;
  }
}

/**
 * Reads a page.
 * @returns undefined if the job waits until the marketplace grants access again
 */
async function readPage(
  job: JobRun<Payload>,
  registry: AdapterRegistry,
  read: () => Promise<RevenuePage>,
): Promise<RevenuePage | undefined> {
  try {
    return await read();
  } catch (error) {
    if (await waitsForIntegration(job, registry, job.payload.partner, error as Error)) return undefined;
    throw tryAgain(error as Error);
  }
}

/**
 * Stores a page.
 * @returns whether a caller has cancelled the job
 */
async function takePage(job: JobRun<Payload>, page: RevenuePage, keep: Feed['keep']): Promise<boolean> {
  const { partner } = job.payload;
  let isCancelled = false;
  await job.leasedTransaction(async (scope) => {
    isCancelled = (await job.cancelledBy(scope)) !== undefined;
    if (isCancelled) return;
    const { ids, replaced } = await keepLines(scope, partner, page.lines);
    const absent = page.lineIds ? await withdrawAbsent(scope, partner, page.lineIds) : [];
    await reckon(scope, partner, [...replaced, ...absent, ...(await matchLines(scope, partner, ids))]);
    await setBilledUsage(scope, partner, page.usage);
    await keep(scope, page, ids);
  });
  return isCancelled;
}

/** Updates records, and the amounts of their entitlements, from their lines. */
export async function reckon(scope: OrgTransaction, partner: string, slots: readonly Slot[]): Promise<void> {
  await renewRecords(scope, partner, slots);
  const ids = [...new Set(slots.map(({ entitlement_id: id }) => id))].sort();
  for (const id of ids) await setRevenueAmounts(scope, id, (currency) => readAmounts(scope, id, currency));
}
