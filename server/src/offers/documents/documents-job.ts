import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isDirect } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import {
  backoff,
  enqueue,
  type JobDefinition,
  type JobHandler,
  type JobRun,
} from '../../platform/jobs/queue.ts';
import { changeOffer } from '../change.ts';
import type { OfferRow } from '../columns.ts';
import { withMaps } from '../columns.ts';
import { scheduleExpiry } from '../jobs.ts';
import { findOffer, lockOffer } from '../store.ts';
import { DocumentError } from './merge.ts';
import type { DocumentDeps } from './obtain.ts';
import { keepAgreements, makeAgreements, needsAgreements } from './settle.ts';
import { type Party, sourcesOf } from './sources.ts';

type Payload = { offerId: string };

/**
 * Merges the license agreements of a direct sale. The license agreements of other offers are merged by a job
 * before the offer is created at its marketplace.
 */
export const documentsJob: JobDefinition<Payload> = {
  kind: 'offers.documents',
  payload: z.object({ offerId: z.string() }),
  lane: ({ offerId }) => `offer:${offerId}`,
  slow: true,
  retry: backoff({ tries: 8, firstMs: 2000, longestMs: 600_000 }),
  operation: {
    name: 'Merge the license agreements of an offer',
    subject: ({ offerId }) => ({ offer_id: offerId }),
  },
};

/** Returns whether this job has to merge the license agreements of an offer. */
const needsDocuments = (
  deps: Pick<DocumentDeps, 'files'>,
  offer: Pick<OfferRow, 'partner' | 'status' | 'info' | 'meta_info'>,
): boolean =>
  isDirect(offer.partner ?? undefined) && offer.status !== 'DRAFT' && needsAgreements(deps, offer);

/** Enqueues a merge of the license agreements if the offer requires a merge. */
export async function enqueueDocuments(
  scope: OrgTransaction,
  deps: Pick<DocumentDeps, 'files'>,
  offer: OfferRow,
): Promise<void> {
  if (needsDocuments(deps, offer)) await scope.query(enqueue(scope, documentsJob, { offerId: offer.id }));
}

export const documentsJobHandler = (deps: DocumentDeps): JobHandler<Payload> => ({
  definition: documentsJob,
  run: async (job) => {
    const offer = await job.transaction((scope) => findOffer(scope, job.payload.offerId));
    if (!offer || offer.status === 'DELETED') return job.finish('nothing to do: the offer does not exist');
    const { organizationId, transaction } = job;
    const context = { organizationId, offerId: offer.id, transaction, adapter: undefined };
    try {
      const made = await makeAgreements(deps, context, withMaps(offer));
      await job.finish('license agreements merged', async (scope) => {
        const current = await lockOffer(scope, offer.id);
        if (!current) return;
        // Skip agreements whose documents have changed since: that change enqueued its own job.
        const wanted = made.filter(({ party }) => isOfSameDocuments(offer, current, party));
        const kept = await keepAgreements(deps, scope, withMaps(current), wanted);
        const removeMetaInfo = ['errorMessages', 'prettifiedErrorMessages'];
        if (wanted.length > 0) await changeOffer(scope, current, 'UPDATE', { ...kept, removeMetaInfo });
        await enqueueExpiry(scope, current);
      });
    } catch (error) {
      if (!(error instanceof DocumentError && error.permanent)) throw error;
      await fail(job, error);
    }
  },
  giveUp: fail,
});

const isOfSameDocuments = (merged: OfferRow, current: OfferRow, party: Party): boolean =>
  isDeepStrictEqual(sourcesOf(withMaps(merged), party), sourcesOf(withMaps(current), party));

/** The creation of the offer enqueued only this job, so the expiry is enqueued here. */
async function enqueueExpiry(scope: OrgTransaction, offer: OfferRow): Promise<void> {
  const expiry = scheduleExpiry(scope, offer);
  if (expiry) await scope.query(expiry);
}

/**
 * Records the failure on the offer, which stays open: the buyer and the seller can see that the agreement is
 * missing.
 */
function fail(job: JobRun<Payload>, error: Error): Promise<void> {
  const readable =
    error instanceof DocumentError ? error.message : 'The license agreements could not be merged.';
  return job.finish(
    `merging failed: ${readable}`,
    async (scope) => {
      const offer = await lockOffer(scope, job.payload.offerId);
      if (!offer) return;
      const metaInfo = { errorMessages: [error.message], prettifiedErrorMessages: [readable] };
      await changeOffer(scope, offer, 'UPDATE', { metaInfo });
      await enqueueExpiry(scope, offer);
    },
    'FAILED',
  );
}
