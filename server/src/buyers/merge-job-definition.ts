import { z } from 'zod';
import { backoff, type JobDefinition } from '../platform/jobs/queue.ts';

/**
 * Makes the buyer that came to be with an account part of the one that accepted an offer with it. It is a job, as a merge
 * waits for all purchases, which the purchase that finds this out is one of.
 */
export const mergeAccountJob: JobDefinition<{ buyerId: string; accountBuyerId: string }> = {
  kind: 'buyers.mergeAccount',
  payload: z.object({ buyerId: z.string(), accountBuyerId: z.string() }),
  lane: () => 'mergeAccounts',
  retry: backoff({ tries: 20 }),
};
