import type { JobHandler } from '../platform/jobs/queue.ts';
import { acquireBuyersLock } from './accounts.ts';
import { mergeBuyers } from './merge.ts';
import { mergeAccountJob } from './merge-job-definition.ts';
import type { BuyerReferences } from './references.ts';
import { findBuyer } from './store.ts';

/** Merges as a person would; what was merged or deleted meanwhile is followed, or left. */
export const mergeAccountJobHandler = (
  references: readonly BuyerReferences[],
): JobHandler<{ buyerId: string; accountBuyerId: string }> => ({
  definition: mergeAccountJob,
  run: (job) =>
    job.finish('one buyer', async (scope) => {
      const { buyerId, accountBuyerId } = job.payload;
      await acquireBuyersLock(scope);
      const into = await findBuyer(scope, buyerId);
      const from = await findBuyer(scope, accountBuyerId);
      if (into && from && into.id !== from.id) await mergeBuyers(scope, references, into.id, [from.id]);
    }),
});
