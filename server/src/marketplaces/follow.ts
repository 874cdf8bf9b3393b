import { z } from 'zod';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { JobDefinition, JobHandler, JobRun } from '../platform/jobs/queue.ts';
import type { AdapterRegistry } from './adapter.ts';
import type { Change } from './changes.ts';
import { type Asked, type Failure, type MarketplaceSteps, marketplaceJobHandler } from './marketplace-job.ts';

/** The part of the payload of a job that asks for changes: how often the marketplace failed at this one. */
export const askedPayload = { round: z.int().optional() };
export type AskedPayload = { round?: number | undefined };

/** The part of the payload of a job that follows a change: the marketplace's name for it. */
export const followedPayload = { ...askedPayload, handle: z.string() };
export type FollowedPayload = AskedPayload & { handle: string };

/** The key of a change: that of the job, and another one where the marketplace itself failed at it. */
export const keyOfChange = ({ jobId, payload }: JobRun<AskedPayload>): string =>
  payload.round ? `${jobId}.${payload.round}` : jobId;

export type Running = Extract<Change, { state: 'RUNNING' }>;
export type Failed = Extract<Change, { state: 'FAILED' }>;

/** Keeps what a marketplace works on where it is found by; without a handle, that it works on nothing any more. */
export type KeepChange<P> = (
  scope: OrgTransaction,
  payload: P,
  change: { handle: string | null; jobId: string | null; externalId?: string | undefined },
) => Promise<void>;

type Follow<P extends FollowedPayload> = { definition: JobDefinition<P>; keep: KeepChange<P> };

const [soonestMs, latestMs] = [1000, 3_600_000];

/**
 * Ends a run that has asked for a change, or looked at one: the handle is kept, and the same job follows the change from
 * then on. Nothing has waited before.
 */
export const followChange = <P extends FollowedPayload>(
  job: JobRun<unknown>,
  { definition, keep }: Follow<P>,
  { askAgainMs, externalId }: Running,
  payload: P,
): Promise<void> =>
  job.repeat('', async (scope) => {
    await keep(scope, payload, { handle: payload.handle, jobId: job.jobId, externalId });
    const waitMs = Math.min(latestMs, Math.max(soonestMs, askAgainMs));
    return { at: new Date(scope.now.getTime() + waitMs), payload, kind: definition.kind };
  });

export const failureOf = ({ code, readable }: Failed): Failure => ({ raw: code, readable });

const [firstRoundMs, mostRounds] = [60_000, 5];

/**
 * Asks for a change again at which the marketplace itself failed, by another key and a moment later. Answers whether it
 * does: not too often, and not where the seller has to mend something.
 */
export async function askedAgain(
  job: JobRun<AskedPayload>,
  { again }: Failed,
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

/** Creates the handler of a job that follows a change to its end. */
export function followJobHandler<P extends FollowedPayload, Loaded extends { partner: string }>(
  registry: AdapterRegistry,
  steps: Follow<P> &
    Pick<MarketplaceSteps<P, Loaded, Change>, 'load'> & {
      /** The kind of job that asks for the change again, where the marketplace itself failed at it. */
      ask: Pick<JobDefinition<never>, 'kind'>;
      done: (job: JobRun<P>, change: Change, asked: Asked<Loaded>) => Promise<void>;
      fail: (job: JobRun<P>, failure: Failure, asked?: Asked<Loaded>) => Promise<void>;
      /** Ends the job where the marketplace does not know the change any more. Without it, that is a failure. */
      lose?: (job: JobRun<P>, failure: Failure) => Promise<void>;
      /** To ask for the change once more adds nothing: one that the marketplace does not know any more is asked for again. */
      isRepeatable?: true;
    },
): JobHandler<P> {
  const { definition, keep, load, ask, done, fail, lose, isRepeatable = false } = steps;
  const forget = (scope: OrgTransaction, payload: P) => keep(scope, payload, { handle: null, jobId: null });
  /** The job, whose end also forgets the change. */
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
    fail: (job, failure, asked) => fail(ending(job), failure, asked),
  });
}

const unreadable: Change = {
  state: 'FAILED',
  code: 'CHANGE_NOT_READABLE',
  readable: 'The marketplace cannot be asked any more what became of the change. Read the record again.',
};
