import { type MarketplaceAdapter, observeJob } from '../marketplaces/index.ts';
import { enqueue, type JobRun } from '../platform/jobs/queue.ts';
import { findUnlisted, noteMissing } from './listed-store.ts';
import type { KnownRecord, Stream } from './streams.ts';

/** The number of stored records that are compared with the list per batch. */
const portion = 500;
/**
 * The maximum number of unlisted records that are read from the marketplace in one night. Further records are read in
 * the next night.
 */
const mostAsked = 200;

/**
 * Finds stored records that have not been listed since a time. Because lists may lag behind, each record is looked up
 * at the marketplace: an existing record is read again, and a missing record is reported once.
 */
export async function lookForMissing(
  job: JobRun<{ partner: string }>,
  adapter: MarketplaceAdapter,
  stream: Stream,
  since: Date,
): Promise<void> {
  const { partner } = job.payload;
  const place = { partner, stream: stream.name };
  let after = '';
  let asked = 0;
  for (;;) {
    const { held, unlisted } = await job.transaction(async (scope) => {
      const held = await stream.held(scope, partner, { after, before: since, most: portion });
      return { held, unlisted: held.length > 0 ? await findUnlisted(scope, place, held, since) : [] };
    });
    for (const one of unlisted) {
      if (asked++ >= mostAsked)
        return job.log.warn({ partner, stream: stream.name }, 'many records are missing from the list');
      job.signal.throwIfAborted();
      await settle(job, adapter, stream, one);
    }
    const last = held.at(-1);
    if (held.length < portion || !last) return;
    after = last.id;
  }
}

async function settle(
  job: JobRun<{ partner: string }>,
  adapter: MarketplaceAdapter,
  stream: Stream,
  held: KnownRecord,
): Promise<void> {
  const { partner } = job.payload;
  const isThere = await stream.has(adapter, held.externalId);
  await job.leasedTransaction(async (scope) => {
    if (isThere)
      scope.send(enqueue(scope, observeJob, { partner, kind: stream.subject, externalId: held.externalId }));
    else if (await noteMissing(scope, { partner, stream: stream.name }, held.externalId))
      await stream.alert(scope, held);
  });
}
