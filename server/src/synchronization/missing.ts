import { type MarketplaceAdapter, observeJob } from '../marketplaces/index.ts';
import { enqueue, type JobRun } from '../platform/jobs/queue.ts';
import { findUnlisted, noteMissing } from './listed-store.ts';
import type { Held, Stream } from './streams.ts';

/** How many things that are held are looked for among what was listed at once. */
const portion = 500;
/** How many that were not listed are asked for in a night: the others in the next one. */
const mostAsked = 200;

/**
 * Looks for what is held and was not listed since a time. Each is asked for, as a list may lag behind: what its marketplace
 * has all the same is read again, and what it does not have is told, once.
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
        return job.log.warn({ partner, stream: stream.name }, 'much is not listed any more');
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
  held: Held,
): Promise<void> {
  const { partner } = job.payload;
  const isThere = await stream.has(adapter, held.externalId);
  await job.note(async (scope) => {
    if (isThere)
      scope.send(enqueue(scope, observeJob, { partner, kind: stream.subject, externalId: held.externalId }));
    else if (await noteMissing(scope, { partner, stream: stream.name }, held.externalId))
      await stream.alert(scope, held);
  });
}
