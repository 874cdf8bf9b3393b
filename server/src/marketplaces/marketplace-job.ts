import type { OrgTransaction } from '../platform/access/scope.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import { resume } from '../platform/jobs/job-again.ts';
import {
  type JobDefinition,
  type JobHandler,
  type JobRun,
  persist,
  TryFailed,
} from '../platform/jobs/queue.ts';
import type { AdapterRegistry, MarketplaceAdapter } from './adapter.ts';
import { NotConnected } from './connections/not-connected.ts';
import { MarketplaceError } from './errors.ts';

const dayMs = 24 * 3_600_000;

/** Retry policy for marketplace calls: one day, so that jobs survive an outage of several hours. */
export const marketplaceRetry = persist({ forMs: dayMs, firstMs: 2000, longestMs: 600_000 });

/** Reason for a rejection: the marketplace's own text, and a human-readable explanation. */
export type Failure = { raw: string; readable: string };

/** The loaded record together with the adapter of its marketplace. */
export type WithAdapter<Loaded> = Loaded & { adapter: MarketplaceAdapter };

type Load<P, Loaded> = (
  scope: OrgTransaction,
  payload: P,
  found: readonly Row[][],
) => Promise<Loaded | string>;
/** Job whose payload contains all data for the call. */
type FromPayload<P, Loaded> = { fromPayload: (payload: P) => Loaded };

/** The steps of a job that calls a marketplace, in execution order. */
export type MarketplaceSteps<P, Loaded extends { partner: string }, Answer> = {
  definition: JobDefinition<P>;
  /**
   * Loads the record in a short transaction. A returned string is the reason to end the job without a call.
   */
  load: Load<P, Loaded> | FromPayload<P, Loaded>;
  /**
   * Statements that do not depend on the scope. The statements are sent with the start of the transaction;
   * `load` receives their rows.
   */
  first?: (job: JobRun<P>) => readonly Statement[];
  /** Ends the job if no call is needed. If absent, the job finishes with the reason as its outcome. */
  onSkip?: (job: JobRun<P>, reason: string) => Promise<void>;
  /** Ends the job if the organization has no integration with the partner. If absent, the job is retried. */
  onNotConnected?: (job: JobRun<P>, loaded: Loaded) => Promise<void>;
  /** Reads further data for the call from the marketplace. A rejection in this step is retried. */
  readMore?: (asked: WithAdapter<Loaded>, job: JobRun<P>) => Promise<Loaded | string>;
  /** Returns a reason to fail the job without calling the marketplace. */
  findRefusal?: (asked: WithAdapter<Loaded>) => Failure | undefined;
  /** Calls the marketplace, outside of every transaction. */
  call: (asked: WithAdapter<Loaded>, job: JobRun<P>) => Promise<Answer>;
  /** Applies the response and ends the job, in one transaction. */
  finish: (job: JobRun<P>, answer: Answer, asked: WithAdapter<Loaded>) => Promise<void>;
  /**
   * Ends the job after a permanent rejection or the last attempt. If absent, rejections are retried too.
   * @param asked the record and adapter of a rejected call; absent without a call, or after the last attempt
   */
  onFailure?: (job: JobRun<P>, failure: Failure, asked?: WithAdapter<Loaded>) => Promise<void>;
  /** Explains an error that is not a MarketplaceError, and returns whether it is permanent. */
  explain?: (error: Error) => { readable: string; permanent: boolean } | undefined;
  /** Records a failed call that will be retried after at least this many milliseconds. */
  onRetry?: (job: JobRun<P>, error: Error, asked: WithAdapter<Loaded>, afterMs: number) => Promise<void>;
  /**
   * Ends the job if the response to a call was lost and cannot be looked up. Returns whether the job was
   * ended.
   */
  onLostResponse?: (job: JobRun<P>, error: Error, asked: WithAdapter<Loaded>) => Promise<boolean>;
};

/**
 * Creates the handler of a job that calls a marketplace. The handler loads the record, finds the adapter,
 * calls the marketplace, and finishes or fails the job.
 */
export function marketplaceJobHandler<P, Loaded extends { partner: string }, Answer>(
  registry: AdapterRegistry,
  steps: MarketplaceSteps<P, Loaded, Answer>,
): JobHandler<P> {
  const { onFailure } = steps;
  const skip = steps.onSkip ?? ((job: JobRun<P>, reason: string) => job.finish(reason));
  return {
    definition: steps.definition,
    run: async (job) => {
      const loaded = await loadOf(job, steps);
      if (typeof loaded === 'string') return skip(job, loaded);
      const adapter = registry.find(job, loaded.partner);
      if (adapter) return ask(job, { ...loaded, adapter });
      if (!steps.onNotConnected) throw new Error(`no integration with ${loaded.partner}`);
      return steps.onNotConnected(job, loaded);
    },
    ...(onFailure ? { giveUp: (job, error) => onFailure(job, lastFailure(error)) } : {}),
  };

  async function ask(job: JobRun<P>, reached: WithAdapter<Loaded>): Promise<void> {
    let asked = reached;
    let answer: Answer;
    try {
      const loaded = steps.readMore ? await steps.readMore(reached, job) : reached;
      if (typeof loaded === 'string') return skip(job, loaded);
      asked = { ...loaded, adapter: reached.adapter };
      const refusal = steps.findRefusal?.(asked);
      if (refusal && onFailure) return onFailure(job, refusal);
      answer = await steps.call(asked, job);
    } catch (error) {
      return failed(job, error as Error, asked);
    }
    await steps.finish(job, answer, asked);
  }

  async function failed(job: JobRun<P>, error: Error, asked: WithAdapter<Loaded>): Promise<void> {
    const said = error instanceof MarketplaceError ? error : steps.explain?.(error);
    // An earlier attempt may have taken effect, so the job waits for a new integration to look up the
    // outcome.
    if (error instanceof NotConnected && steps.onNotConnected && !job.mayHaveActed)
      return steps.onNotConnected(job, asked);
    if (onFailure && said?.permanent)
      return onFailure(job, { raw: error.message, readable: said.readable }, asked);
    if (await waitsForIntegration(job, registry, asked.partner, error)) return;
    if (await steps.onLostResponse?.(job, error, asked)) return;
    const again = tryAgain(error);
    await steps.onRetry?.(job, error, asked, again.afterMs);
    throw again;
  }

  /** Returns the failure to record after the last attempt. */
  function lastFailure(error: Error): Failure {
    const kept = `The marketplace could not be reached or kept failing: ${error.message}`;
    return { raw: error.message, readable: steps.explain?.(error)?.readable ?? kept };
  }
}

const loadOf = async <P, Loaded>(
  job: JobRun<P>,
  {
    load,
    first,
  }: { load: Load<P, Loaded> | FromPayload<P, Loaded>; first?: (job: JobRun<P>) => readonly Statement[] },
): Promise<Loaded | string> =>
  'fromPayload' in load
    ? load.fromPayload(job.payload)
    : job.transaction((scope, found) => load(scope, job.payload, found), first?.(job));

/** Wraps the error of a failed call for the queue, with the retry time and whether the call had no effect. */
export const tryAgain = (error: Error): TryFailed =>
  error instanceof MarketplaceError
    ? new TryFailed(error, { afterMs: error.retryAfterMs, isHarmless: error.hadNoEffect })
    : new TryFailed(error, { isHarmless: false });

/** Returns the name of the condition that jobs wait for after a marketplace rejected the credentials. */
export const integrationWith = (partner: string): string => `the integration with ${partner} to be verified`;

/**
 * Suspends a job whose call was rejected as unauthorized until the integration is verified again, and alerts
 * the members who manage the integration. Returns false for any other error, or if the settings have changed
 * since the call.
 */
export async function waitsForIntegration(
  job: Pick<JobRun<unknown>, 'waitFor'>,
  { onUnauthorized }: AdapterRegistry,
  partner: string,
  error: Error,
): Promise<boolean> {
  if (!(error instanceof MarketplaceError) || error.kind !== 'unauthorized') return false;
  return job.waitFor(
    integrationWith(partner),
    async (scope) => (await onUnauthorized?.(scope, partner, error)) ?? true,
  );
}

/** Resumes the jobs that wait for an integration after it was verified. No effect without a waiting job. */
export const resumeJobs = (scope: OrgTransaction, partner: string): void =>
  scope.send(resume(scope, integrationWith(partner)));
