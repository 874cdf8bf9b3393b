import type { Asked } from '../../marketplaces/index.ts';
import type { JobRun } from '../../platform/jobs/queue.ts';
import { changeOffer } from '../change/index.ts';
import { lockOffer } from '../store.ts';
import type { Waiting } from './creation.ts';
import { type CreationPayload, createJob } from './creation-jobs.ts';

/**
 * Records on the offer how often its creation was tried and when it will be again, where the marketplace wants that
 * (R26).
 */
export async function noteRetry(
  job: JobRun<CreationPayload>,
  error: Error,
  { adapter }: Asked<Waiting>,
  afterMs: number,
): Promise<void> {
  const recorded = adapter.describe().recordedCreateRetries;
  if (recorded === 0) return;
  const waitMs = Math.max(createJob.retry(job.attempts + 1, 0) ?? 0, afterMs);
  await job.note(async (scope) => {
    const offer = await lockOffer(scope, job.payload.offerId);
    if (offer?.status !== 'PENDING_CREATE') return;
    await changeOffer(scope, offer, 'UPDATE', {
      metaInfo: {
        createRetryAttempts: Math.min(job.attempts + 1, recorded),
        nextCreateRetryAt: new Date(scope.now.getTime() + waitMs).toISOString(),
        errorMessages: [error.message],
      },
    });
  });
}
