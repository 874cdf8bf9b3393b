import { type MarketplaceAdapter, MarketplaceError, type Page } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { JobRun } from '../platform/jobs/queue.ts';
import { failPass, forgetCursor, keepPage, type Pass, type Place } from './pass-store.ts';
import type { Stream } from './streams.ts';

/** The counts of a processed page. */
export type PageCounts = { made: number; reconciled: number };

/** The point at which a pass over a list stopped: at its end, at the limit of one run, or on request. */
export type PassEnd = 'END' | 'PAUSE' | 'STOP';

/** The number of pages that a run may still read. The limit prevents delays for other organizations. */
export type Budget = { pages: number };

/** The number of pages that one run reads. */
export const pagesOfRun = 100;

/**
 * Reads a list page by page from the point at which its pass stopped. Each page is processed in one short transaction
 * that also stores the cursor for the next page, so that a run after a crash never processes a page twice.
 * @throws MarketplaceError
 */
export async function readPages(
  job: JobRun<unknown>,
  {
    adapter,
    stream,
    place,
    budget,
  }: { adapter: MarketplaceAdapter; stream: Stream; place: Place; budget: Budget },
  begun: Pass,
  take: (scope: OrgTransaction, page: readonly unknown[]) => Promise<PageCounts>,
): Promise<PassEnd> {
  if (begun.ended_at !== null) return 'END';
  let cursor = begun.cursor ?? undefined;
  do {
    if (budget.pages-- <= 0) return 'PAUSE';
    job.signal.throwIfAborted();
    const page = await readPage(job, { adapter, stream, place }, { cursor, since: begun.since ?? undefined });
    let isStopped = false;
    await job.leasedTransaction(async (scope) => {
      isStopped = (await job.cancelledBy(scope)) !== undefined;
      if (isStopped) return;
      const taken = await take(scope, page.items);
      const { cursor: next, items, refused = [] } = page;
      await keepPage(scope, place, { cursor: next, listed: items.length, refused, ...taken });
    });
    if (isStopped) return 'STOP';
    cursor = page.cursor;
  } while (cursor !== undefined);
  return 'END';
}

/**
 * Reads a list. If the marketplace rejects the request, records the reason on the pass.
 * @throws MarketplaceError
 */
export async function recordRejections<Result>(
  job: JobRun<unknown>,
  place: Place,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof MarketplaceError && error.permanent)
      await job.leasedTransaction((scope) => failPass(scope, place, error.readable));
    throw error;
  }
}

/**
 * Reads a page, which is empty if the marketplace does not have the list. If the marketplace rejects the cursor, the
 * pass is restarted once.
 */
async function readPage(
  job: JobRun<unknown>,
  { adapter, stream, place }: { adapter: MarketplaceAdapter; stream: Stream; place: Place },
  query: { cursor: string | undefined; since: string | undefined },
): Promise<Page<unknown>> {
  try {
    return (await stream.read(adapter, query)) ?? { items: [] };
  } catch (error) {
    if (!(error instanceof MarketplaceError && error.permanent && query.cursor !== undefined)) throw error;
    let isForgotten = false;
    await job.leasedTransaction(async (scope) => {
      isForgotten = await forgetCursor(scope, place);
    });
    if (!isForgotten) throw error;
    return (await stream.read(adapter, { since: query.since })) ?? { items: [] };
  }
}
