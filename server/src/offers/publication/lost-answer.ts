import {
  type Asked,
  type Change,
  keyOfChange,
  type MarketplaceAdapter,
  MarketplaceError,
} from '../../marketplaces/index.ts';
import type { JobRun } from '../../platform/jobs/queue.ts';
import { changeOffer } from '../change/index.ts';
import { lockOffer } from '../store.ts';
import type { Waiting } from './creation.ts';
import type { CreationPayload } from './creation-jobs.ts';
import type { Specified } from './specification.ts';
import { knownToFail, unknownFrom } from './under-way.ts';

type Job = JobRun<CreationPayload>;

/** How long it has not been known whether the offer was made; undefined where that is known. In milliseconds. */
type Lost = Waiting & Specified & { unknownForMs: number | undefined };

/** Whether an earlier try, or an earlier job, may have made the offer. */
export const mayBeMade = ({ mayHaveActed, payload }: Job): boolean => mayHaveActed || payload.again === true;

/** Whether the marketplace can be asked what it has made of an offer. */
const looksUp = (adapter: MarketplaceAdapter): boolean =>
  adapter.findOffer !== undefined && adapter.describe().createIdempotency !== 'none';

/**
 * Finds what an earlier try has made of an offer. Nothing where there was none, where the same call may be sent again, and
 * where a look-up shows nothing that would have to show it by now.
 * @throws MarketplaceError where that is not known, or not yet
 */
export async function findMade(
  { adapter, spec, unknownForMs }: Asked<Lost>,
  job: Job,
): Promise<Change | undefined> {
  if (!mayBeMade(job)) return undefined;
  const { createIdempotency, lookupSettlesMs } = adapter.describe();
  if (job.mayHaveActed && createIdempotency === 'token') return undefined;
  if (!looksUp(adapter)) {
    if (job.mayHaveActed) throw notKnown(undefined);
    return undefined;
  }
  const found = await adapter.findOffer?.(spec.key);
  if (found && found.state !== 'FAILED') return found;
  const lostForMs = unknownForMs ?? (job.mayHaveActed ? 0 : Number.POSITIVE_INFINITY);
  if (lostForMs < lookupSettlesMs) throw notKnown(lookupSettlesMs - lostForMs);
  // What the next call does is not known anew, should its answer be lost.
  if (unknownForMs !== undefined)
    await job.note(async (scope) => scope.send(unknownFrom(scope, spec.key, 'anew')));
  return undefined;
}

/** Keeps since when it is not known whether the offer was made, where only a look-up tells, and not at once. */
export async function noteLoss(job: Job, error: Error, { adapter }: Asked<Waiting>): Promise<void> {
  if (error instanceof MarketplaceError && error.hadNoEffect) return;
  const { createIdempotency, lookupSettlesMs } = adapter.describe();
  if (createIdempotency !== 'lookup' || lookupSettlesMs === 0) return;
  await job.note(async (scope) => scope.send(unknownFrom(scope, job.payload.offerId, 'unless known')));
}

/**
 * Creates the offer. After an answer that was lost, a refusal may be about the repeat only, which says in other words what was
 * taken, and which no list shows yet: nothing is known until a look-up has to show it. Then the offer is created by another key,
 * whose refusal counts.
 */
export async function createAgain({ adapter, spec, unknownForMs }: Asked<Lost>, job: Job): Promise<Change> {
  try {
    return await adapter.createOffer(spec, keyOfChange(job));
  } catch (error) {
    const isRefused = error instanceof MarketplaceError && error.kind === 'refused';
    if (!isRefused || !job.mayHaveActed || !looksUp(adapter)) throw error;
    const leftMs = adapter.describe().lookupSettlesMs - (unknownForMs ?? 0);
    const isOpen = leftMs > 0;
    await job.note(async (scope) =>
      scope.send(isOpen ? unknownFrom(scope, spec.key, 'unless known') : knownToFail(scope, spec.key)),
    );
    if (isOpen) throw notKnown(leftMs);
    return { state: 'FAILED', code: error.message, readable: error.readable, again: true };
  }
}

const notKnown = (retryAfterMs: number | undefined) =>
  new MarketplaceError('it is not known whether the marketplace has made the offer', {
    kind: 'unknown',
    retryAfterMs,
  });

/**
 * Leaves a creation to a person of which the answer was lost, where the marketplace can neither be asked for what it has
 * made nor be sent the same call again. Answers whether that is so.
 */
export async function loseCreation(job: Job, error: Error, { adapter }: Asked<Waiting>): Promise<boolean> {
  if (error instanceof MarketplaceError && error.hadNoEffect) return false;
  if (adapter.describe().createIdempotency === 'token' || looksUp(adapter)) return false;
  await leaveToPerson(job, error.message, readableLoss);
  return true;
}

/** Ends a creation of which a person has to say what became of it: the offer stays as it is, with an alert. */
export const leaveToPerson = (job: JobRun<CreationPayload>, raw: string, readable: string): Promise<void> =>
  job.finish(
    readable,
    async (scope) => {
      const offer = await lockOffer(scope, job.payload.offerId);
      if (offer?.status !== 'PENDING_CREATE') return;
      await changeOffer(scope, offer, 'ABNORMAL_ALERT', {
        metaInfo: { errorMessages: [raw], prettifiedErrorMessages: [readable] },
        removeMetaInfo: ['nextCreateRetryAt'],
      });
      scope.send(unknownFrom(scope, offer.id, 'anew'));
    },
    'FAILED',
  );

const readableLoss =
  'The answer of the marketplace was lost, and it cannot be asked for the offer. Look there: then name the offer’s id at ' +
  'the marketplace, or say that it has none, by resolveCreation.';
