import { type MarketplaceAdapter, MarketplaceError, type Page } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { JobRun } from '../platform/jobs/queue.ts';
import { forgetCursor, keepPage, type Pass, type Place } from './pass-store.ts';
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
      await keepPage(scope, place, { cursor: page.cursor, listed: page.items.length, ...taken });
    });
    if (isStopped) return 'STOP';
    cursor = page.cursor;
  } while (cursor !== undefined);
  return 'END';
}

/** Reads a page; none where the marketplace has no such list. A cursor that it does not know any more is forgotten. */
async function readPage(
  job: JobRun<unknown>,
  { adapter, stream, place }: { adapter: MarketplaceAdapter; stream: Stream; place: Place },
  query: { cursor: string | undefined; since: string | undefined },
): Promise<Page<unknown>> {
  try {
    return (await stream.read(adapter, query)) ?? { items: [] };
  } catch (error) {
    if (!(error instanceof MarketplaceError && error.permanent && query.cursor !== undefined)) throw error;
    await job.note((scope) => forgetCursor(scope, place));
    return (await stream.read(adapter, { since: query.since })) ?? { items: [] };
  }
}
