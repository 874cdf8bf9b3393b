import type { JobHandler } from '../platform/jobs/queue.ts';
import { acquireBuyersLock } from './accounts.ts';
import { mergeBuyers } from './merge.ts';
import { mergeAccountJob } from './merge-job-definition.ts';
import type { BuyerReferences } from './references.ts';
import { findBuyer } from './store.ts';

/**
 * Merges two buyers like the API. For buyers that were merged in the meantime, the survivor is used; deleted buyers are
 * ignored.
 */
export const mergeAccountJobHandler = (
  references: readonly BuyerReferences[],
): JobHandler<{ buyerId: string; accountBuyerId: string }> => ({
  definition: mergeAccountJob,
  run: (job) =>
    job.finish('the duplicate buyer was merged or no longer exists', async (scope) => {
      const { buyerId, accountBuyerId } = job.payload;
      await acquireBuyersLock(scope);
      const into = await findBuyer(scope, buyerId);
      const from = await findBuyer(scope, accountBuyerId);
      if (into && from && into.id !== from.id) await mergeBuyers(scope, references, into.id, [from.id]);
    }),
});
