import {
  type AdapterRegistry,
  MarketplaceError,
  tryAgain,
  waitsForIntegration,
} from '../marketplaces/index.ts';
import type { JobRun } from '../platform/jobs/queue.ts';

/** The least time after which a marketplace that had too many calls is asked again, in milliseconds. */
const leastWaitMs = 1000;

/**
 * Ends a run in which a marketplace could not be asked. Too many calls: it goes on when the marketplace says. Not let in:
 * it waits until the integration is verified again. What the marketplace refuses is not tried again by itself.
 * @throws the error where it is tried again as every job is
 */
export async function endFailedRun(
  job: JobRun<{ partner: string }>,
  registry: AdapterRegistry,
  thrown: unknown,
  refused: (error: MarketplaceError) => Promise<void>,
): Promise<void> {
  const error = thrown as Error;
  if (await waitsForIntegration(job, registry, job.payload.partner, error)) return;
  if (!(error instanceof MarketplaceError)) throw error;
  if (error.kind === 'refused') return refused(error);
  if (error.kind !== 'throttled') throw tryAgain(error);
  const waitMs = Math.max(leastWaitMs, error.retryAfterMs ?? leastWaitMs);
  return job.repeat('goes on later', async (scope) => ({
    at: new Date(scope.now.getTime() + waitMs),
    payload: job.payload,
  }));
}
