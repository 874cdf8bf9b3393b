import { z } from 'zod';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { JobDefinition, JobHandler, JobRun } from '../platform/jobs/queue.ts';
import type { AdapterRegistry } from './adapter.ts';
import type { Change } from './changes.ts';
import {
  type Failure,
  type MarketplaceSteps,
  marketplaceJobHandler,
  type WithAdapter,
} from './marketplace-job.ts';

/** Payload fields of a job that requests a change: `round` counts failures of the marketplace. */
export const askedPayload = { round: z.int().optional() };
export type PollPayload = { round?: number | undefined };

/** Payload fields of a job that polls a change; `handle` identifies the change at the marketplace. */
export const followedPayload = { ...askedPayload, handle: z.string() };
export type ChangePayload = PollPayload & { handle: string };

/** Returns the idempotency key of a change: the job id, with a suffix after a marketplace failure. */
export const keyOfChange = ({ jobId, payload }: JobRun<PollPayload>): string =>
  payload.round ? `${jobId}.${payload.round}` : jobId;

export type RunningChange = Extract<Change, { state: 'RUNNING' }>;
export type FailedChange = Extract<Change, { state: 'FAILED' }>;

/** Stores the handle of a running change with the record; a null handle means that no change is running. */
export type StoreHandle<P> = (
  scope: OrgTransaction,
  payload: P,
  change: { handle: string | null; jobId: string | null; externalId?: string | undefined },
) => Promise<void>;

type Follow<P extends ChangePayload> = { definition: JobDefinition<P>; keep: StoreHandle<P> };

const [soonestMs, latestMs] = [1000, 3_600_000];

/** Ends a job run whose change is still running. Stores the handle; the same job then polls the change. */
export const followChange = <P extends ChangePayload>(
  job: JobRun<unknown>,
  { definition, keep }: Follow<P>,
  { askAgainMs, externalId }: RunningChange,
  payload: P,
): Promise<void> =>
  job.repeat('', async (scope) => {
    await keep(scope, payload, { handle: payload.handle, jobId: job.jobId, externalId });
    const waitMs = Math.min(latestMs, Math.max(soonestMs, askAgainMs));
    return { at: new Date(scope.now.getTime() + waitMs), payload, kind: definition.kind };
  });

export const failureOf = ({ code, readable }: FailedChange): Failure => ({ raw: code, readable });

const [firstRoundMs, mostRounds] = [60_000, 5];

/**
 * Requests a change again with a new key after a pause if the marketplace failed. Returns false if the round
 * limit is reached or the seller must fix the cause.
 */
export async function askedAgain(
  job: JobRun<PollPayload>,
  { again }: FailedChange,
  ask: Pick<JobDefinition<never>, 'kind'>,
  work?: (scope: OrgTransaction) => Promise<void>,
): Promise<boolean> {
  const round = (job.payload.round ?? 0) + 1;
  if (!again || round > mostRounds) return false;
  await job.repeat('', async (scope) => {
    await work?.(scope);
    const waitMs = firstRoundMs * 2 ** (round - 1);
    const at = new Date(scope.now.getTime() + waitMs);
    return { at, payload: { ...job.payload, round }, kind: ask.kind };
  });
  return true;
}

/** Creates the handler of a job that polls a change until it ends. */
export function followJobHandler<P extends ChangePayload, Loaded extends { partner: string }>(
  registry: AdapterRegistry,
  steps: Follow<P> &
    Pick<MarketplaceSteps<P, Loaded, Change>, 'load'> & {
      /** The kind of the job that requests the change again after a marketplace failure. */
      ask: Pick<JobDefinition<never>, 'kind'>;
      done: (job: JobRun<P>, change: Change, asked: WithAdapter<Loaded>) => Promise<void>;
      fail: (job: JobRun<P>, failure: Failure, asked?: WithAdapter<Loaded>) => Promise<void>;
      /**
       * Ends the job if the marketplace no longer has the change. If absent, an unknown change is a failure.
       */
      lose?: (job: JobRun<P>, failure: Failure) => Promise<void>;
      /**
       * True if requesting the change twice is harmless. A change that the marketplace no longer has is then
       * requested again.
       */
      isRepeatable?: true;
    },
): JobHandler<P> {
  const { definition, keep, load, ask, done, fail, lose, isRepeatable = false } = steps;
  const forget = (scope: OrgTransaction, payload: P) => keep(scope, payload, { handle: null, jobId: null });
  /** Returns the job with a `finish` function that also clears the handle. */
  const ending = (job: JobRun<P>): JobRun<P> => ({
    ...job,
    finish: (outcome, work, endedAs, first) =>
      job.finish(
        outcome,
        async (scope, found) => {
          await forget(scope, job.payload);
          await work?.(scope, found);
        },
        endedAs,
        first,
      ),
  });
  return marketplaceJobHandler(registry, {
    definition,
    load,
    call: async ({ adapter }, { payload }) => (await adapter.readChange?.(payload.handle)) ?? unreadable,
    finish: async (job, change, asked) => {
      if (change.state === 'RUNNING')
        return followChange(job, { definition, keep }, change, { ...job.payload, handle: change.handle });
      if (change.state === 'DONE') return done(ending(job), change, asked);
      if (change.isUnknown && lose) return lose(ending(job), failureOf(change));
      const again = change.again || (change.isUnknown && isRepeatable);
      if (await askedAgain(job, { ...change, again }, ask, (scope) => forget(scope, job.payload))) return;
      return fail(ending(job), failureOf(change), asked);
    },
    onFailure: (job, failure, asked) => fail(ending(job), failure, asked),
  });
}

const unreadable: Change = {
  state: 'FAILED',
  code: 'CHANGE_NOT_READABLE',
  readable:
    'The marketplace no longer reports the outcome of the change. Synchronize the record to see its current status.',
};
