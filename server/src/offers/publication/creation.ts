import {
  type AdapterRegistry,
  askedAgain,
  type Change,
  type Failure,
  failureOf,
  followChange,
  type MarketplaceSteps,
  marketplaceJobHandler,
} from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type EndedAs, JobCancelled, type JobHandler, type JobRun } from '../../platform/jobs/queue.ts';
import { changeOffer, type Scheduled, scheduleBeside, scheduledReconciliation } from '../change/index.ts';
import type { OfferRow } from '../columns.ts';
import { explainDocumentError } from '../documents/index.ts';
import { withMaps } from '../row-conversion.ts';
import { lockOffer, lockOfferOf, selectOffer } from '../store.ts';
import { type CreationPayload, createJob, followCreationJob } from './creation-jobs.ts';
import { refusalsOf, type Specified, specify } from './specification.ts';
import { keepChange, knownToFail, lockMade } from './under-way.ts';

type Job = JobRun<CreationPayload>;

/** An offer that waits to be created at its marketplace. */
export type Waiting = { offer: OfferRow; partner: string };

export const notWaiting = 'nothing to do: the offer does not wait to be created';

/**
 * Reads an offer that is to be created, or says that it does not wait for that.
 * @param found it, where it was read already
 */
export async function findWaiting(
  scope: OrgTransaction,
  offerId: string,
  found?: readonly OfferRow[],
): Promise<Waiting | string> {
  const [offer] = found ?? (await scope.query<OfferRow>(selectOffer(scope, offerId)));
  if (offer?.status !== 'PENDING_CREATE') return notWaiting;
  return { offer, partner: offer.partner ?? '' };
}

type Steps<Loaded extends Waiting, Answer> = Omit<
  MarketplaceSteps<CreationPayload, Loaded, Answer>,
  'notConnected' | 'fail' | 'explain'
> & {
  /** Says whether the marketplace may have the offer when the job is cancelled. */
  mayBeMade: (job: Job) => boolean;
};

/** Creates the handler of a job of an offer's creation: whichever fails or is cancelled ends the creation. */
export function creationJobHandler<Loaded extends Waiting, Answer>(
  registry: AdapterRegistry,
  steps: Steps<Loaded, Answer>,
): JobHandler<CreationPayload> {
  const handler = marketplaceJobHandler(registry, {
    ...steps,
    notConnected: (job, { partner }) => failCreation(job, refusalsOf(partner, [], undefined)[0] as Failure),
    fail: (job, failure) => failCreation(job, failure),
    explain: explainDocumentError,
  });
  return {
    ...handler,
    giveUp: async (job, error) =>
      error instanceof JobCancelled
        ? cancelCreation(job, registry, error, steps.mayBeMade(job))
        : handler.giveUp?.(job, error),
  };
}

/**
 * Ends the creation where somebody has cancelled the job since it runs: it is not handed on to the next one.
 * @throws JobCancelled, by which the job is given up
 */
export async function requireNotCancelled(job: Job, scope: OrgTransaction): Promise<void> {
  const by = await job.cancelledBy(scope);
  if (by !== undefined) throw new JobCancelled(by);
}

/**
 * Gives up a creation that was cancelled. What a try that failed may have made at the marketplace goes on; otherwise
 * the offer ends here.
 */
async function cancelCreation(
  job: Job,
  registry: AdapterRegistry,
  { message }: JobCancelled,
  mayBeMade: boolean,
): Promise<void> {
  const waiting = await job.transaction((scope) => findSpecified(scope, job.payload.offerId));
  if (typeof waiting === 'string') return job.finish(waiting);
  if (mayBeMade) {
    const made = await registry.find(job, waiting.partner)?.findOffer?.(waiting.spec.key);
    if (made && made.state !== 'FAILED') return settleCreation(job, made, standIns(waiting));
  }
  const readable = `The creation of the offer was ${message} before the marketplace had it.`;
  return failCreation(job, { raw: message, readable }, 'CANCELED');
}

/** Reads an offer that is to be created, with its specification for the marketplace. */
export async function findSpecified(
  scope: OrgTransaction,
  offerId: string,
  found?: readonly OfferRow[],
): Promise<(Waiting & Specified) | string> {
  const waiting = await findWaiting(scope, offerId, found);
  if (typeof waiting === 'string') return waiting;
  return { ...waiting, ...(await specify(scope, withMaps(waiting.offer))) };
}

/** Warnings about what the sandbox has put in the place of what the offer refers to. */
export const standIns = ({ unresolved }: Specified): string[] =>
  unresolved.map((what) => `${what} The marketplace used a stand-in.`);

/** Goes on by how far the creation is at the marketplace. */
export async function settleCreation(job: Job, change: Change, before: readonly string[]): Promise<void> {
  const warnings = [...before, ...(change.warnings ?? [])];
  if (change.state === 'DONE') return finishCreation(job, warnings, change.externalId);
  if (change.state === 'FAILED') {
    if (await askedAgain(job, change, createJob)) return;
    return failCreation(job, failureOf(change));
  }
  const following = { definition: followCreationJob, keep: keepChange };
  return followChange(job, following, change, { ...job.payload, handle: change.handle, warnings });
}

/**
 * Ends a creation well: the marketplace has the offer, and is read when it does not report.
 * @param externalId the marketplace's id of it, where that is known: by it the offer is found in what is read there
 */
export const finishCreation = (
  job: Job,
  warnings: readonly string[],
  externalId: string | undefined,
  work?: (scope: OrgTransaction, offer: OfferRow) => Promise<void>,
): Promise<void> =>
  job.finish(
    'created at the marketplace',
    async (scope, [locked, scheduled]) => {
      const [current] = locked as OfferRow[];
      if (!current) return;
      scheduleBeside(scope, current, scheduled as Scheduled[]);
      await work?.(scope, current);
      if (warnings.length === 0) return;
      const known = (JSON.parse(current.meta_info) as { warningMessages?: string[] }).warningMessages ?? [];
      await changeOffer(scope, current, 'UPDATE', { metaInfo: { warningMessages: [...known, ...warnings] } });
    },
    'COMPLETED',
    [
      externalId === undefined
        ? lockOfferOf(job, job.payload.offerId)
        : lockMade(job.organizationId, job.payload.offerId, externalId),
      scheduledReconciliation(job, job.payload.offerId),
    ],
  );

/** Fields that only live while a creation is being retried (R26). */
const retryFields = ['nextCreateRetryAt'];

/** Ends a creation, and says on the offer why. */
export const failCreation = (
  job: Job,
  { raw, readable }: Failure,
  endedAs: EndedAs = 'FAILED',
): Promise<void> =>
  job.finish(
    endedAs === 'CANCELED' ? readable : `create failed: ${readable}`,
    async (scope) => {
      const offer = await lockOffer(scope, job.payload.offerId);
      if (offer?.status !== 'PENDING_CREATE') return;
      scope.send(knownToFail(scope, offer.id));
      await changeOffer(scope, offer, 'UPDATE', {
        status: 'CREATE_FAILED',
        metaInfo: { errorMessages: [raw], prettifiedErrorMessages: [readable] },
        removeMetaInfo: retryFields,
      });
    },
    endedAs,
  );
