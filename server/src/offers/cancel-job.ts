import { z } from 'zod';
import {
  type AdapterRegistry,
  type MarketplaceAdapter,
  MarketplaceError,
  observeJob,
} from '../marketplaces/index.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler, type JobRun } from '../platform/queue.ts';
import { reach } from './marketplace-job.ts';
import { observeOffer } from './observe.ts';
import { changeOffer, lockOffer } from './store.ts';

type Payload = { offerId: string };

/** Takes an offer back at its marketplace. */
export const cancelJob: JobDefinition<Payload> = {
  kind: 'offers.cancel',
  payload: z.object({ offerId: z.string() }),
  lane: ({ offerId }) => `offer:${offerId}`,
  retry: backoff({ tries: 8, firstMs: 2000, longestMs: 600_000 }),
  operation: { name: 'Cancel an offer at its marketplace', subject: ({ offerId }) => ({ offerId }) },
};

export const cancelJobHandler = (registry: AdapterRegistry): JobHandler<Payload> => ({
  definition: cancelJob,
  run: async (job) => {
    const reached = await reach(job, registry, ({ status }) => status === 'PENDING_CANCEL');
    if (typeof reached === 'string') return job.finish(reached);
    const { adapter, partner, externalId } = reached;
    if (adapter.describe().cancelOffer === 'none')
      return fail(job, 'no cancellation', `The marketplace ${partner} takes no offer back: let it expire.`);
    try {
      await adapter.cancelOffer(externalId);
    } catch (error) {
      if (!(error instanceof MarketplaceError && error.permanent)) throw error;
      return refused(job, adapter, externalId, error);
    }
    return job.finish('handed to the marketplace to be cancelled', async (scope) => {
      await scope.query(enqueue(scope, observeJob, { partner, kind: 'OFFER', externalId }));
    });
  },
  giveUp: (job, error) =>
    fail(job, error.message, `The marketplace could not be reached or kept failing: ${error.message}`),
});

/** A refusal may mean that the offer has ended already: who accepted it in time has it. */
async function refused(
  job: JobRun<Payload>,
  adapter: MarketplaceAdapter,
  externalId: string,
  { message, readable }: MarketplaceError,
): Promise<void> {
  const snapshot = await adapter.readOffer(externalId);
  if (snapshot?.status === 'ACCEPTED') return job.finish('not cancelled: the buyer has accepted the offer');
  if (snapshot && ['CANCELLED', 'EXPIRED', 'REJECTED'].includes(snapshot.status))
    return job.finish('nothing to cancel: the offer had ended', async (scope) => {
      await observeOffer(scope, snapshot);
    });
  return fail(job, message, readable);
}

const fail = (job: JobRun<Payload>, raw: string, readable: string): Promise<void> =>
  job.finish(
    `cancel failed: ${readable}`,
    async (scope) => {
      const offer = await lockOffer(scope, job.payload.offerId);
      if (offer?.status !== 'PENDING_CANCEL') return;
      await changeOffer(scope, offer, 'UPDATE', {
        status: 'CANCEL_FAILED',
        metaInfo: { errorMessages: [raw], prettifiedErrorMessages: [readable] },
      });
    },
    'FAILED',
  );
