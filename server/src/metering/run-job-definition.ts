import { z } from 'zod';
import { backoff, type JobDefinition } from '../platform/jobs/queue.ts';

export type RunPayload = {
  /** The hour of the organization's clock whose calls asked for it, RFC 3339; none where something else did. */
  hour?: string | undefined;
};

/** The job that settles all calls of an organization that wait. A second one finds nothing, and is no harm. */
export const runJob: JobDefinition<RunPayload> = {
  kind: 'metering.run',
  payload: z.object({ hour: z.string().optional() }),
  lane: () => 'metering',
  slow: true,
  retry: backoff({ tries: 1000, longestMs: 300_000 }),
};
