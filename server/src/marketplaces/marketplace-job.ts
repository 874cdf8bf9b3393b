import type { OrgTransaction } from '../platform/access/scope.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import { backoff, type JobDefinition, type JobHandler, type JobRun } from '../platform/jobs/queue.ts';
import { type AdapterRegistry, type MarketplaceAdapter, MarketplaceError } from './adapter.ts';

/** The retries of a call that changes something at a marketplace: for some minutes. */
export const marketplaceRetry = backoff({ tries: 8, firstMs: 2000, longestMs: 600_000 });

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
  /** Notes that a call failed that is tried again. */
  noteRetry?: (job: JobRun<P>, error: Error, asked: Asked<Loaded>) => Promise<void>;
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
    const loaded = steps.complete ? await steps.complete(reached, job) : reached;
    if (typeof loaded === 'string') return skip(job, loaded);
    const asked = { ...loaded, adapter: reached.adapter };
    const refusal = steps.refuse?.(asked);
    if (refusal && fail) return fail(job, refusal);
    let answered = false;
    try {
      const answer = await steps.call(asked, job);
      answered = true;
      await steps.finish(job, answer, asked);
    } catch (thrown) {
      const error = thrown as Error;
      const said = error instanceof MarketplaceError ? error : steps.explain?.(error);
      if (fail && said?.permanent && !answered)
        return fail(job, { raw: error.message, readable: said.readable }, asked);
      await steps.noteRetry?.(job, error, asked);
      throw error;
    }
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
