import { z } from 'zod';
import { backoff, type JobDefinition } from '../../platform/jobs/queue.ts';

/** What remains to be done of an entitlement that has ended; slices that come later say what that is. */
export const endedJob: JobDefinition<{ entitlementId: string; closes?: boolean | undefined }> = {
  kind: 'entitlements.ended',
  payload: z.object({ entitlementId: z.string(), closes: z.boolean().optional() }),
  lane: ({ entitlementId, closes }) => `ended:${entitlementId}${closes ? ':closes' : ''}`,
  retry: backoff({ tries: 1000, longestMs: 300_000 }),
};
