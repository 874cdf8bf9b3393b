import { z } from 'zod';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { backoff, enqueue, type JobDefinition } from '../../platform/jobs/queue.ts';
import type { WorkloadMetaInfo } from '../../products/records/index.ts';
import { sourceOf } from '../row-conversion.ts';
import { beforePublication, justPublished, type OfferStatus } from '../states.ts';

type Payload = { offerId: string };

/** Takes back the offer that a published one was copied from (R29). The payload names the copy. */
export const cancelSourceJob: JobDefinition<Payload> = {
  kind: 'offers.cancelSource',
  payload: z.object({ offerId: z.string() }),
  lane: ({ offerId }) => `source:${offerId}`,
  retry: backoff({ tries: 8, firstMs: 2000, longestMs: 600_000 }),
};

type Moved = { id: string; status: OfferStatus; meta_info: string };

/**
 * The statement that enqueues the cancellation of the source, when the offer was published as a copy that replaces
 * it.
 */
export function cancelsSource(
  scope: OrgScope,
  before: { status: OfferStatus },
  { id, status, meta_info }: Moved,
): Statement | undefined {
  if (!beforePublication.includes(before.status) || !justPublished.includes(status)) return undefined;
  const metaInfo = JSON.parse(meta_info) as WorkloadMetaInfo;
  return sourceOf(metaInfo) && !metaInfo.sourceOfferCancelAfterPublishStatus
    ? enqueue(scope, cancelSourceJob, { offerId: id })
    : undefined;
}
