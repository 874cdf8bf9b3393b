import { z } from 'zod';
import { backoff, type JobDefinition } from '../../platform/jobs/queue.ts';

type Payload = { offerSetId: string; expireTime: string };

/** Ends a set whose time of acceptance is over. In a lane of its own: what waits for its time holds up its lane. */
export const expireJob: JobDefinition<Payload> = {
  kind: 'offers.expireSet',
  payload: z.object({ offerSetId: z.string(), expireTime: z.string() }),
  lane: ({ offerSetId }) => `offerSetExpiry:${offerSetId}`,
  retry: backoff({ tries: 10 }),
};
