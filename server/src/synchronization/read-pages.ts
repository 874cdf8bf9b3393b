import { type MarketplaceAdapter, MarketplaceError, type Page } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { JobRun } from '../platform/jobs/queue.ts';
import { failPass, forgetCursor, keepPage, type Pass, type Place } from './pass-store.ts';
import type { Stream } from './streams.ts';

/** What was done with a page. */
export type Taken = { made: number; reconciled: number };

/** How far a pass over a list came: to its end, as far as one run goes, or to where somebody stopped it. */
export type Reached = 'END' | 'PAUSE' | 'STOP';

/** How many pages a run may still take, so that other organizations have their turn. */
export type Budget = { pages: number };

/** So many pages a run takes. */
export const pagesOfRun = 100;

/**
 * Reads a list page by page from where its pass stopped. Each page is taken in one short transaction with the cursor of
 * the next, so that whoever goes on after a crash takes none twice that was taken.
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
  take: (scope: OrgTransaction, page: readonly unknown[]) => Promise<Taken>,
): Promise<Reached> {
  if (begun.ended_at !== null) return 'END';
  let cursor = begun.cursor ?? undefined;
  do {
    if (budget.pages-- <= 0) return 'PAUSE';
    job.signal.throwIfAborted();
    const page = await readPage(job, { adapter, stream, place }, { cursor, since: begun.since ?? undefined });
    let isStopped = false;
    await job.note(async (scope) => {
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

/** Reads a list, and notes on its pass why the marketplace refuses it, where it does. @throws MarketplaceError */
export async function failing<Result>(
  job: JobRun<unknown>,
  place: Place,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof MarketplaceError && error.permanent)
      await job.note((scope) => failPass(scope, place, error.readable));
    throw error;
  }
}

/** Reads a page; none where the marketplace has no such list. A cursor that it does not take any more is forgotten, once. */
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
    await job.note(async (scope) => {
      isForgotten = await forgetCursor(scope, place);
    });
    if (!isForgotten) throw error;
    return (await stream.read(adapter, { since: query.since })) ?? { items: [] };
  }
}
