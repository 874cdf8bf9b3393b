import {
  type AdapterRegistry,
  MarketplaceError,
  tryAgain,
  waitsForIntegration,
} from '../marketplaces/index.ts';
import { notePass } from '../organizations/index.ts';
import { JobCancelled, type JobRun } from '../platform/jobs/queue.ts';
import type { PassName } from './pass-store.ts';

/** What is said where the fault is the service's own: the log has the cause. */
export const failedHere =
  'The service failed at what the marketplace lists. It is tried again; its operator finds the cause in the log.';

type Failing = {
  registry: AdapterRegistry;
  pass: PassName;
  /** Ends the run where the marketplace refuses what it is asked. */
  refused: (error: MarketplaceError) => Promise<void>;
};

/** The least time after which a marketplace that had too many calls is asked again, in milliseconds. */
const leastWaitMs = 1000;

/**
 * Ends a run in which a marketplace could not be asked. Too many calls: it goes on when the marketplace says. Not let in:
 * it waits until the integration is verified again. What the marketplace refuses is not tried again by itself. What fails here
 * says so on the integration, as calls that are not answered do by themselves.
 * @throws the error where it is tried again as every job is
 */
export async function endFailedRun(
  job: JobRun<{ partner: string }>,
  { registry, pass, refused }: Failing,
  thrown: unknown,
): Promise<void> {
  const error = thrown as Error;
  const { partner } = job.payload;
  if (await waitsForIntegration(job, registry, partner, error)) return;
  if (!(error instanceof MarketplaceError)) {
    if (!(error instanceof JobCancelled) && !job.signal.aborted)
      await job.note((scope) => notePass(scope, { partner, stream: pass, failure: failedHere }));
    throw error;
  }
  if (error.kind === 'refused') return refused(error);
  if (error.kind !== 'throttled') throw tryAgain(error);
  const waitMs = Math.max(leastWaitMs, error.retryAfterMs ?? leastWaitMs);
  return job.repeat('goes on later', async (scope) => ({
    at: new Date(scope.now.getTime() + waitMs),
    payload: job.payload,
  }));
}
