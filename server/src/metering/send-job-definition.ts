import { z } from 'zod';
import { backoff, type JobDefinition } from '../platform/jobs/queue.ts';

/**
 * Sends the pending lines of an organization to one marketplace. The jobs of a marketplace run one at a time,
 * so that its rate limit is respected.
 */
export const sendJob: JobDefinition<{ partner: string }> = {
  kind: 'metering.send',
  payload: z.object({ partner: z.string() }),
  lane: ({ partner }) => `usage-send:${partner}`,
  retry: backoff({ tries: 20 }),
};
