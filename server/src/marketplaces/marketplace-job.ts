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

/** The tries of a call to a marketplace: for a day, so that one that is away for some hours fails nothing. */
export const marketplaceRetry = persist({ forMs: dayMs, firstMs: 2000, longestMs: 600_000 });

/** The reason why a marketplace does not do what it is asked: in its words, and for people. */
export type Failure = { raw: string; readable: string };

/** The record that was loaded, and the adapter that is asked about it. */
export type Asked<Loaded> = Loaded & { adapter: MarketplaceAdapter };

type Load<P, Loaded> = (
  scope: OrgTransaction,
  payload: P,
  found: readonly Row[][],
) => Promise<Loaded | string>;
/** The payload says all that the call is about. */
type FromPayload<P, Loaded> = { fromPayload: (payload: P) => Loaded };

/** The steps of a job that calls a marketplace, in the order in which it does it. */
export type MarketplaceSteps<P, Loaded extends { partner: string }, Answer> = {
  definition: JobDefinition<P>;
  /** Reads in a short transaction what the call is about. A text says why there is nothing to do. */
  load: Load<P, Loaded> | FromPayload<P, Loaded>;
  /** Statements that need nothing of a scope: they go with the beginning of that transaction, and `load` has their rows. */
  first?: (job: JobRun<P>) => readonly Statement[];
  /** Ends the job where there is nothing to do. Without it, the reason is the outcome. */
  skip?: (job: JobRun<P>, reason: string) => Promise<void>;
  /** Ends the job where the organization has no integration with the partner. Without it, it is tried again. */
  notConnected?: (job: JobRun<P>, loaded: Loaded) => Promise<void>;
  /** Asks the marketplace for what is missing to call it. What is refused here is tried again. */
  complete?: (asked: Asked<Loaded>, job: JobRun<P>) => Promise<Loaded | string>;
  /** The reason why the marketplace is not even called. */
  refuse?: (asked: Asked<Loaded>) => Failure | undefined;
  /** Calls the marketplace, outside of every transaction. */
  call: (asked: Asked<Loaded>, job: JobRun<P>) => Promise<Answer>;
  /** Ends the job in one transaction with what follows from the answer. */
  finish: (job: JobRun<P>, answer: Answer, asked: Asked<Loaded>) => Promise<void>;
  /**
   * Ends the job after a permanent refusal, or after the last try. Without it, refusals are tried again, too.
   * @param asked what the marketplace refused; absent where it was not called, or kept failing
   */
  fail?: (job: JobRun<P>, failure: Failure, asked?: Asked<Loaded>) => Promise<void>;
  /** What an error of another kind says to people, and whether another try is of no use. */
  explain?: (error: Error) => { readable: string; permanent: boolean } | undefined;
  /** Notes that a call failed that is tried again, after so many milliseconds at least. */
  noteRetry?: (job: JobRun<P>, error: Error, asked: Asked<Loaded>, afterMs: number) => Promise<void>;
  /** Ends the job where the answer to a call was lost and nothing can be looked up. Answers whether that is so. */
  lose?: (job: JobRun<P>, error: Error, asked: Asked<Loaded>) => Promise<boolean>;
};

/** Creates the handler of a job that calls a marketplace: it loads, finds the adapter, calls, finishes, gives up. */
export function marketplaceJobHandler<P, Loaded extends { partner: string }, Answer>(
  registry: AdapterRegistry,
  steps: MarketplaceSteps<P, Loaded, Answer>,
): JobHandler<P> {
  const { fail } = steps;
  const skip = steps.skip ?? ((job: JobRun<P>, reason: string) => job.finish(reason));
  return {
    definition: steps.definition,
    run: async (job) => {
      const loaded = await loadOf(job, steps);
      if (typeof loaded === 'string') return skip(job, loaded);
      const adapter = registry.find(job, loaded.partner);
      if (adapter) return ask(job, { ...loaded, adapter });
      if (!steps.notConnected) throw new Error(`no integration with ${loaded.partner}`);
      return steps.notConnected(job, loaded);
    },
    ...(fail ? { giveUp: (job, error) => fail(job, lastFailure(error)) } : {}),
  };

  async function ask(job: JobRun<P>, reached: Asked<Loaded>): Promise<void> {
    let asked = reached;
    let answer: Answer;
    try {
      const loaded = steps.complete ? await steps.complete(reached, job) : reached;
      if (typeof loaded === 'string') return skip(job, loaded);
      asked = { ...loaded, adapter: reached.adapter };
      const refusal = steps.refuse?.(asked);
      if (refusal && fail) return fail(job, refusal);
      answer = await steps.call(asked, job);
    } catch (error) {
      return failed(job, error as Error, asked);
    }
    await steps.finish(job, answer, asked);
  }

  async function failed(job: JobRun<P>, error: Error, asked: Asked<Loaded>): Promise<void> {
    const said = error instanceof MarketplaceError ? error : steps.explain?.(error);
    // What may have been done there is found out once there is an integration again.
    if (error instanceof NotConnected && steps.notConnected && !job.mayHaveActed)
      return steps.notConnected(job, asked);
    if (fail && said?.permanent) return fail(job, { raw: error.message, readable: said.readable }, asked);
    if (await waitsForIntegration(job, registry, asked.partner, error)) return;
    if (await steps.lose?.(job, error, asked)) return;
    const again = tryAgain(error);
    await steps.noteRetry?.(job, error, asked, again.afterMs);
    throw again;
  }

  /** What is said of a job whose last try failed. */
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

/** What is known of a failed call, for its next try. */
export const tryAgain = (error: Error): TryFailed =>
  error instanceof MarketplaceError
    ? new TryFailed(error, { afterMs: error.retryAfterMs, isHarmless: error.hadNoEffect })
    : new TryFailed(error, { isHarmless: false });

/** What the jobs wait for whose calls were not let in. */
export const integrationWith = (partner: string): string => `the integration with ${partner} to be verified`;

/**
 * Lets a job wait whose call was not let in, until the integration is verified again; tells who keeps the integration.
 * Answers whether it waits: it does not where the error is another one, or the settings have changed since the call.
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

/** Lets the jobs go on that wait for an integration which is verified now. Nobody has to know whether there are any. */
export const resumeJobs = (scope: OrgTransaction, partner: string): void =>
  scope.send(resume(scope, integrationWith(partner)));
