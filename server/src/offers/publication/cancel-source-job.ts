import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { JobHandler, JobRun } from '../../platform/jobs/queue.ts';
import type { WorkloadMetaInfo } from '../../products/records/index.ts';
import { cancelSourceJob } from '../change/index.ts';
import type { OfferRow } from '../columns.ts';
import { isAtMarketplace, sourceOf } from '../row-conversion.ts';
import { inMarketplaceWork, offerOperations } from '../states.ts';
import { findOffer, lockOffers } from '../store.ts';
import { takeBack } from './cancel-job.ts';
import { recordSourceOutcome } from './source-outcome.ts';

export const cancelSourceJobHandler: JobHandler<{ offerId: string }> = {
  definition: cancelSourceJob,
  run: (job) =>
    job.finish('the source is handed over', async (scope) => {
      const pair = await lockPair(scope, job.payload.offerId);
      if (!pair) return;
      const { clone, source } = pair;
      // It can be taken back a moment later.
      if (source && inMarketplaceWork.includes(source.status))
        throw new Error(`the offer ${source.id} is ${source.status}`);
      if (!source || !offerOperations.cancel.includes(source.status) || !isAtMarketplace(source))
        return recordSourceOutcome(scope, clone.id, 'SKIPPED', whyNot(source));
      await takeBack(scope, source, clone.id);
      await recordSourceOutcome(scope, clone.id, 'PENDING');
    }),
  giveUp: (job: JobRun<{ offerId: string }>, error) =>
    job.finish(
      `given up: ${error.message}`,
      (scope) => recordSourceOutcome(scope, job.payload.offerId, 'FAILED', error.message),
      'FAILED',
    ),
};

const whyNot = (source: OfferRow | undefined): string =>
  source ? `The source offer is ${source.status}: there is nothing to cancel.` : 'There is no such offer.';

/** Locks the copy and its source in the order of their ids; nothing when the source was handled before. */
async function lockPair(
  scope: OrgTransaction,
  cloneId: string,
): Promise<{ clone: OfferRow; source: OfferRow | undefined } | undefined> {
  const found = await findOffer(scope, cloneId);
  const sourceId = found && sourceOf(JSON.parse(found.meta_info));
  if (!sourceId) return undefined;
  const locked = await lockOffers(scope, [cloneId, sourceId]);
  const clone = locked.find(({ id }) => id === cloneId) as OfferRow;
  const { sourceOfferCancelAfterPublishStatus } = JSON.parse(clone.meta_info) as WorkloadMetaInfo;
  if (sourceOfferCancelAfterPublishStatus) return undefined;
  return { clone, source: locked.find(({ id }) => id === sourceId) };
}
