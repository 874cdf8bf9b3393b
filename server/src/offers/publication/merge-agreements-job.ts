import type { AdapterRegistry } from '../../marketplaces/index.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import { changeOffer } from '../change/index.ts';
import { type DocumentDeps, keepAgreements, makeAgreements, needsAgreements } from '../documents/index.ts';
import { withMaps } from '../row-conversion.ts';
import { lockOffer } from '../store.ts';
import { noteRetry } from './create-retries.ts';
import { creationJobHandler, findWaiting, requireNotCancelled } from './creation.ts';
import { type CreationPayload, createJob, enqueueCreationJob, mergeAgreementsJob } from './creation-jobs.ts';

/**
 * Merges the license agreements that consist of several documents and writes on the offer where they are; the job that
 * it enqueues with that finds them there, however often it is tried.
 */
export const mergeAgreementsJobHandler = (
  registry: AdapterRegistry,
  documents: DocumentDeps,
): JobHandler<CreationPayload> =>
  creationJobHandler(registry, {
    definition: mergeAgreementsJob,
    load: (scope, { offerId }) => findWaiting(scope, offerId),
    call: async ({ adapter, offer }, job) => {
      // What the marketplace has is as it is.
      const made = job.payload.again ? await adapter.findOffer?.(offer.id) : undefined;
      if (made && made.state !== 'FAILED') return [];
      const { organizationId, transaction } = job;
      const context = { organizationId, offerId: offer.id, transaction, adapter };
      return makeAgreements(documents, context, withMaps(offer));
    },
    finish: (job, made, { offer: { id } }) =>
      job.finish(
        made.length > 0 ? 'the license agreements are merged' : 'nothing to merge',
        async (scope) => {
          await requireNotCancelled(job, scope);
          const offer = await lockOffer(scope, id);
          if (offer?.status !== 'PENDING_CREATE') return;
          if (made.length > 0) {
            const kept = await keepAgreements(documents, scope, withMaps(offer), made);
            const merged = await changeOffer(scope, offer, 'UPDATE', kept);
            // The job that creates the offer would leave it to another one like this, for ever.
            if (needsAgreements(documents, merged))
              throw new Error(`agreements of offer ${id} are not merged`);
          }
          await enqueueCreationJob(scope, createJob, offer, job.payload);
        },
      ),
    noteRetry,
    mayBeMade: ({ payload }) => payload.again === true,
  });
