import { type AdapterRegistry, followJobHandler, observeJob } from '../../marketplaces/index.ts';
import { enqueue, type JobHandler } from '../../platform/jobs/queue.ts';
import { findOffer } from '../store.ts';
import { failCreation, finishCreation } from './creation.ts';
import { createJob, type FollowCreation, followCreationJob } from './creation-jobs.ts';
import { leaveToPerson } from './lost-answer.ts';
import { keepChange } from './under-way.ts';

/** Follows the creation of an offer to its end; what was made is read at once. */
export const followCreationJobHandler = (registry: AdapterRegistry): JobHandler<FollowCreation> =>
  followJobHandler(registry, {
    definition: followCreationJob,
    keep: keepChange,
    ask: createJob,
    load: async (scope, { offerId }) => {
      const offer = await findOffer(scope, offerId);
      return offer ? { offer, partner: offer.partner ?? '' } : 'nothing to do: the offer is not there';
    },
    done: (job, { externalId, warnings = [] }, { offer, partner }) => {
      const made = externalId ?? offer.external_id ?? undefined;
      return finishCreation(job, [...job.payload.warnings, ...warnings], made, async (scope) => {
        if (made === undefined) return;
        await scope.query(enqueue(scope, observeJob, { partner, kind: 'OFFER', externalId: made }));
      });
    },
    fail: (job, failure) => failCreation(job, failure),
    lose: (job, { raw }) => leaveToPerson(job, raw, readableUnknown),
  });

/** So it is, too, where another account of the seller is connected meanwhile: the one that was asked may have made it. */
const readableUnknown =
  'The marketplace does not know any more that it was asked for the offer, which it may have made, or another account of yours ' +
  'has. Look there: then name the offer’s id at the marketplace, or say that it has none, by resolveCreation.';
