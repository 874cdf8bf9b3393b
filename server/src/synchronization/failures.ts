import {
  type AdapterRegistry,
  MarketplaceError,
  tryAgain,
  waitsForIntegration,
} from '../marketplaces/index.ts';
import { notePass } from '../organizations/index.ts';
import { JobCancelled, type JobRun } from '../platform/jobs/queue.ts';
import type { PassName } from './pass-store.ts';

/** The failure that is stored on the integration if the service caused the failure. The log contains the cause. */
export const failedHere =
  'The service could not process the marketplace’s list and will retry. The log of the service contains the cause.';

type FailureDeps = {
  registry: AdapterRegistry;
  pass: PassName;
  /** Ends the run because the marketplace rejects the request. */
  refused: (error: MarketplaceError) => Promise<void>;
};

/** The minimum wait in milliseconds after a marketplace has reported too many calls. */
const leastWaitMs = 1000;

/**
 * Ends a run in which a call to the marketplace failed. Throttled: the run continues after the marketplace's wait.
 * Unauthorized: the run waits until the integration is verified again. Rejected: the run is not retried automatically.
 * A failure in the service is recorded on the integration, like calls without a response.
 * @throws the error if the job's regular retry applies
 */
export async function endFailedRun(
  job: JobRun<{ partner: string }>,
  { registry, pass, refused }: FailureDeps,
  thrown: unknown,
): Promise<void> {
  const error = thrown as Error;
  const { partner } = job.payload;
  if (await waitsForIntegration(job, registry, partner, error)) return;
  if (!(error instanceof MarketplaceError)) {
    if (!(error instanceof JobCancelled) && !job.signal.aborted)
      await job.leasedTransaction((scope) => notePass(scope, { partner, stream: pass, failure: failedHere }));
    throw error;
  }
  if (error.kind === 'refused') return refused(error);
  if (error.kind !== 'throttled') throw tryAgain(error);
  const waitMs = Math.max(leastWaitMs, error.retryAfterMs ?? leastWaitMs);
  return job.repeat('continues later', async (scope) => ({
    at: new Date(scope.now.getTime() + waitMs),
    payload: job.payload,
  }));
}
