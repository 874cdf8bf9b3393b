import type { JsonObject, MarketplaceAdapter } from '../../marketplaces/index.ts';
import type { JobRun } from '../../platform/jobs/queue.ts';
import { changeOffer } from '../change/index.ts';
import { withMaps } from '../row-conversion.ts';
import { lockOffer } from '../store.ts';
import type { DocumentDeps } from './obtain.ts';
import { keepAgreements, makeAgreements, type Terms, unsettled } from './settle.ts';

/**
 * Merges the license agreements that consist of several documents, for a marketplace that is about to create the offer,
 * and writes on the offer where they are: another try of the job does not merge them again.
 */
export async function mergeBeforeCreation(
  deps: DocumentDeps,
  job: JobRun<{ offerId: string }>,
  adapter: MarketplaceAdapter,
  terms: Terms,
): Promise<JsonObject> {
  if (unsettled(deps, terms).length === 0) return {};
  const { organizationId, transaction } = job;
  const context = { organizationId, offerId: job.payload.offerId, transaction, adapter };
  const made = await makeAgreements(deps, context, terms);
  let info: JsonObject = {};
  await job.note(async (scope) => {
    const offer = await lockOffer(scope, job.payload.offerId);
    if (offer?.status !== 'PENDING_CREATE') return;
    const kept = await keepAgreements(deps, scope, withMaps(offer), made);
    await changeOffer(scope, offer, 'UPDATE', kept);
    info = kept.info;
  });
  return info;
}
