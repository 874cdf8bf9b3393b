import { z } from 'zod';
import { type AdapterRegistry, observeJob } from '../marketplaces/index.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../platform/queue.ts';
import { reach } from './marketplace-job.ts';
import { synchronizeOffer } from './observe.ts';

type Payload = { offerId: string };

/** Reads an offer again at its marketplace, because a caller asks for it (R33). */
export const syncJob: JobDefinition<Payload> = {
  kind: 'offers.sync',
  payload: z.object({ offerId: z.string() }),
  lane: ({ offerId }) => `offer:${offerId}`,
  retry: backoff({ tries: 5, firstMs: 2000, longestMs: 600_000 }),
  operation: { name: 'Read an offer at its marketplace', subject: ({ offerId }) => ({ offerId }) },
};

export const syncJobHandler = (registry: AdapterRegistry): JobHandler<Payload> => ({
  definition: syncJob,
  run: async (job) => {
    const reached = await reach(job, registry, ({ status }) => status !== 'DELETED');
    if (typeof reached === 'string') return job.finish(reached);
    const snapshot = await reached.adapter.readOffer(reached.externalId);
    if (!snapshot) return job.finish('nothing to do: the marketplace has no such offer');
    const { offer, partner, adapter, externalId } = reached;
    // The notification of its agreement was lost: an acceptance comes with the agreement, and with nothing else.
    const isNews = snapshot.status === 'ACCEPTED' && !['ACCEPTED', 'USED'].includes(offer.status);
    const agreement = isNews ? await adapter.findAgreement?.(externalId) : undefined;
    return job.finish('read again', async (scope) => {
      await synchronizeOffer(scope, partner, snapshot);
      if (!agreement) return;
      const subject = { kind: 'AGREEMENT', externalId: agreement } as const;
      await scope.query(enqueue(scope, observeJob, { partner, ...subject }));
    });
  },
});
