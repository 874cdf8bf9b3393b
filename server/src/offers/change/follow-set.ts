import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { backoff, enqueue, type JobDefinition } from '../../platform/jobs/queue.ts';
import { offerSetOf } from './membership.ts';

/** Puts a set into the state that follows from its offers. */
export const followJob: JobDefinition<{ offerSetId: string }> = {
  kind: 'offers.followSet',
  payload: z.object({ offerSetId: z.string() }),
  lane: ({ offerSetId }) => `offerSet:${offerSetId}`,
  retry: backoff({ tries: 10 }),
};

/**
 * Enqueues the update of an offer's set, if it is in one. A job does it because a set is locked before its offers,
 * and here the offer is locked already.
 */
export async function letSetFollow(scope: OrgTransaction, offerId: string): Promise<void> {
  const offerSetId = await offerSetOf(scope, offerId);
  if (offerSetId) scope.send(enqueue(scope, followJob, { offerSetId }));
}
