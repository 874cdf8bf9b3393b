import { z } from 'zod';
import { backoff, type JobDefinition } from '../platform/jobs/queue.ts';

/**
 * Merges the buyer that was created for an account into the buyer of the offer that the account accepted. The merge is
 * a job, because it waits for all purchases in progress, including the purchase that enqueues the job.
 */
export const mergeAccountJob: JobDefinition<{ buyerId: string; accountBuyerId: string }> = {
  kind: 'buyers.mergeAccount',
  payload: z.object({ buyerId: z.string(), accountBuyerId: z.string() }),
  lane: () => 'mergeAccounts',
  retry: backoff({ tries: 20 }),
};
