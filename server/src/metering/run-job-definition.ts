import { z } from 'zod';
import { backoff, type JobDefinition } from '../platform/jobs/queue.ts';

export type RunPayload = {
  /**
   * The hour of the organization’s clock whose calls requested the run, RFC 3339; absent if the run was
   * requested in a different way.
   */
  hour?: string | undefined;
};

/** Settles all pending calls of an organization. A duplicate job has no effect. */
export const runJob: JobDefinition<RunPayload> = {
  kind: 'metering.run',
  payload: z.object({ hour: z.string().optional() }),
  lane: () => 'metering',
  slow: true,
  retry: backoff({ tries: 1000, longestMs: 300_000 }),
};
