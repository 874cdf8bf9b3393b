import { z } from 'zod';
import { backoff, type JobDefinition } from '../platform/jobs/queue.ts';

/**
 * Sends the lines of an organization that wait to one marketplace. One after the other, so that the rate which the
 * marketplace allows is kept.
 */
export const sendJob: JobDefinition<{ partner: string }> = {
  kind: 'metering.send',
  payload: z.object({ partner: z.string() }),
  lane: ({ partner }) => `usage-send:${partner}`,
  retry: backoff({ tries: 20 }),
};
