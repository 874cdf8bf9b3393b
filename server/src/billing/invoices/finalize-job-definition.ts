import { z } from 'zod';
import { backoff, type JobDefinition } from '../../platform/jobs/queue.ts';

/** Issues a draft at the end of the days in which it may be changed. */
export const finalizeJob: JobDefinition<{ invoiceId: string }> = {
  kind: 'billing.finalize',
  payload: z.object({ invoiceId: z.string() }),
  lane: ({ invoiceId }) => `finalize:${invoiceId}`,
  retry: backoff({ tries: 1000, longestMs: 300_000 }),
};
