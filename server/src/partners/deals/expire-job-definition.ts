import { z } from 'zod';
import { backoff, type JobDefinition } from '../../platform/jobs/queue.ts';

type Payload = { dealRegistrationId: string; protectionEndTime: string };

/** Ends a protection at its time. In a lane of its own: what waits for its time holds up its lane. */
export const expireJob: JobDefinition<Payload> = {
  kind: 'partners.expireDeal',
  payload: z.object({ dealRegistrationId: z.string(), protectionEndTime: z.string() }),
  lane: ({ dealRegistrationId, protectionEndTime }) =>
    `dealExpiry:${dealRegistrationId}:${protectionEndTime}`,
  retry: backoff({ tries: 20 }),
};
