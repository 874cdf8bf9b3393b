import { z } from 'zod';
import {
  type AdapterRegistry,
  askedAgain,
  askedPayload,
  type Change,
  type ChangePayload,
  type Failure,
  failureOf,
  followChange,
  followedPayload,
  type JsonObject,
  type MarketplaceSteps,
  marketplaceJobHandler,
  marketplaceRetry,
  type PollPayload,
  type WithAdapter,
} from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import {
  backoff,
  type EndStatus,
  enqueue,
  JobCancelled,
  type JobDefinition,
  type JobHandler,
  type JobRun,
  type JobSubject,
} from '../platform/jobs/queue.ts';
import { normalizeCrmId } from '../products/index.ts';
import { changeOffer } from './change.ts';
import { type OfferRow, withMaps } from './columns.ts';
import { explainDocumentError } from './documents/merge.ts';
import type { OfferDocuments } from './documents/pdf.ts';
import { needsAgreements } from './documents/settle.ts';
import { type ScheduledReconciliation, scheduledReconciliation, scheduleNextReconciliation } from './jobs.ts';
import { keepChange, knownToFail, lockMade } from './pending-changes.ts';
import { bodyOf } from './prepare/stored.ts';
import { isReplacedMissing } from './replaced.ts';
import { type OfferSpecification, refusalsOf, specify } from './specification.ts';
import { lockOffer, lockOfferOf, selectOffer } from './store.ts';

export type CreationPayload = PollPayload & {
  offerId: string;
  /** Whether an earlier job may have created the offer. */
  again?: boolean | undefined;
  /** Result of an earlier job's look-up of the replaced offer at the marketplace. */
  replaced?: 'asked' | 'not reached' | undefined;
};

const common = {
  payload: z.object({
    ...askedPayload,
    offerId: z.string(),
    again: z.boolean().optional(),
    replaced: z.enum(['asked', 'not reached']).optional(),
  }),
  lane: ({ offerId }: CreationPayload) => `offer:${offerId}`,
  retry: marketplaceRetry,
};

const subject = ({ offerId }: CreationPayload): JobSubject => ({ offer_id: offerId });

/** Creates an offer at its marketplace. */
export const createJob: JobDefinition<CreationPayload> = {
  ...common,
  kind: 'offers.create',
  shares: true,
  operation: { name: 'Create an offer at its marketplace', subject, cancellable: true },
};

export type FollowCreation = CreationPayload & ChangePayload & { warnings: string[] };

/** Polls a creation that the marketplace processes asynchronously. */
export const followCreationJob: JobDefinition<FollowCreation> = {
  ...common,
  payload: common.payload.extend({ ...followedPayload, warnings: z.array(z.string()) }),
  kind: 'offers.followCreation',
};

/** Merges the license agreements of an offer, then enqueues its creation at the marketplace. */
export const mergeAgreementsJob: JobDefinition<CreationPayload> = {
  ...common,
  kind: 'offers.mergeAgreements',
  // After some minutes, only the seller can fix a document that cannot be fetched.
  retry: backoff({ tries: 8, firstMs: 2000, longestMs: 600_000 }),
  slow: true,
  operation: {
    name: 'Merge the license agreements of an offer, then create it',
    subject,
    cancellable: true,
  },
};

/**
 * Adopts the offer to be replaced, then enqueues the creation of the replacing offer at the marketplace (R26).
 */
export const adoptReplacedJob: JobDefinition<CreationPayload> = {
  ...common,
  kind: 'offers.adoptReplaced',
  // Retries take half a minute. After them, a job with its own retries creates the offer with a warning.
  retry: backoff({ tries: 5, firstMs: 2000 }),
  operation: {
    name: 'Look up the offer that an offer replaces, then create it',
    subject,
    cancellable: true,
  },
};

/** Work that precedes the creation of an offer at its marketplace. */
export type CreationPreparation = {
  /** Whether the replaced offer must be adopted, because the organization has no record of it (R26). */
  adoption: boolean;
  /** Whether license agreements must be merged (R28). */
  agreements: boolean;
};

/** Returns the next job of a creation; the last job is createJob. */
export const creationJob = ({
  adoption,
  agreements,
}: CreationPreparation): JobDefinition<CreationPayload> => {
  if (adoption) return adoptReplacedJob;
  return agreements ? mergeAgreementsJob : createJob;
};

/** Reads the CRM ids by which the job of an offer can be found, besides the id of the offer. */
export function subjectOf({ crmAOpportunityId, crmBDealId, crmCOpportunityId }: JsonObject): JobSubject {
  const linked = (id: unknown) => (id ? String(id) : undefined);
  const ofC = linked(crmCOpportunityId);
  return {
    crm_a_opportunity_id: linked(crmAOpportunityId),
    crm_b_deal_id: linked(crmBDealId),
    crm_opportunity_id: ofC && normalizeCrmId(ofC),
  };
}

/** Enqueues a job of an offer's creation. */
export const enqueueCreationJob = async (
  scope: OrgTransaction,
  definition: JobDefinition<CreationPayload>,
  { meta_info }: Pick<OfferRow, 'meta_info'>,
  payload: CreationPayload,
): Promise<void> => {
  await scope.query(enqueue(scope, definition, payload, { subject: subjectOf(JSON.parse(meta_info)) }));
};

/** Enqueues the creation of an offer at its marketplace, starting with the work that precedes it. */
export async function enqueueCreation(
  scope: OrgTransaction,
  documents: Pick<OfferDocuments, 'files'>,
  offer: OfferRow,
  more: Omit<CreationPayload, 'offerId'> = {},
): Promise<void> {
  const adoption = more.replaced === undefined && (await isReplacedMissing(scope, bodyOf(offer)));
  const definition = creationJob({ adoption, agreements: needsAgreements(documents, offer) });
  await enqueueCreationJob(scope, definition, offer, { offerId: offer.id, ...more });
}

type Job = JobRun<CreationPayload>;

/** An offer that is pending creation at its marketplace. */
export type PendingOffer = { offer: OfferRow; partner: string };

const notWaiting = 'nothing to do: the offer is not pending creation';

/**
 * Reads an offer that is pending creation, or returns the reason why the job has no work.
 * @param found the offer, if it was read before
 */
export async function findWaiting(
  scope: OrgTransaction,
  offerId: string,
  found?: readonly OfferRow[],
): Promise<PendingOffer | string> {
  const [offer] = found ?? (await scope.query<OfferRow>(selectOffer(scope, offerId)));
  if (offer?.status !== 'PENDING_CREATE') return notWaiting;
  return { offer, partner: offer.partner ?? '' };
}

type Steps<Loaded extends PendingOffer, Answer> = Omit<
  MarketplaceSteps<CreationPayload, Loaded, Answer>,
  'onNotConnected' | 'onFailure' | 'explain'
> & {
  /** Returns whether the marketplace may have the offer when the job is cancelled. */
  mayBeMade: (job: Job) => boolean;
};

/** Creates the handler of a job of an offer's creation. A failure or cancellation of the job ends the creation. */
export function creationJobHandler<Loaded extends PendingOffer, Answer>(
  registry: AdapterRegistry,
  steps: Steps<Loaded, Answer>,
): JobHandler<CreationPayload> {
  const handler = marketplaceJobHandler(registry, {
    ...steps,
    onNotConnected: (job, { partner }) => failCreation(job, refusalsOf(partner, [], undefined)[0] as Failure),
    onFailure: (job, failure) => failCreation(job, failure),
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
 * Requires that the running job was not cancelled, so that a cancelled creation does not continue in the next
 * job.
 * @throws JobCancelled
 */
export async function requireNotCancelled(job: Job, scope: OrgTransaction): Promise<void> {
  const by = await job.cancelledBy(scope);
  if (by !== undefined) throw new JobCancelled(by);
}

/**
 * Cancels a creation. If a failed attempt created the offer at the marketplace, the creation continues;
 * otherwise it fails.
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
    if (made && made.state !== 'FAILED') return settleCreation(job, made, placeholderWarnings(waiting));
  }
  const readable = `The creation of the offer was ${message} before the marketplace had it.`;
  return failCreation(job, { raw: message, readable }, 'CANCELED');
}

/** Reads an offer that is pending creation, with its specification for the marketplace. */
export async function findSpecified(
  scope: OrgTransaction,
  offerId: string,
  found?: readonly OfferRow[],
): Promise<(PendingOffer & OfferSpecification) | string> {
  const waiting = await findWaiting(scope, offerId, found);
  if (typeof waiting === 'string') return waiting;
  return { ...waiting, ...(await specify(scope, withMaps(waiting.offer))) };
}

/** Lists warnings about placeholders that the sandbox used for missing records. */
export const placeholderWarnings = ({ unresolved }: OfferSpecification): string[] =>
  unresolved.map((what) => `${what} The marketplace used a placeholder.`);

/** Continues a creation after the marketplace's response: done, failed or running. */
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
 * Completes a creation. The offer is observed later if the marketplace sends no notification.
 * @param externalId the marketplace's id of the offer, if known; observations find the offer by this id
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
      scheduleNextReconciliation(scope, current, scheduled as ScheduledReconciliation[]);
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

/** Fields of the meta info that exist only while a creation is retried (R26). */
const retryFields = ['nextCreateRetryAt'];

/** Fails a creation and stores the reason on the offer. */
export const failCreation = (
  job: Job,
  { raw, readable }: Failure,
  endedAs: EndStatus = 'FAILED',
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

/**
 * Records the number of creation attempts and the next retry on the offer, if the marketplace requires that (R26).
 */
export async function noteRetry(
  job: JobRun<CreationPayload>,
  error: Error,
  { adapter }: WithAdapter<PendingOffer>,
  afterMs: number,
): Promise<void> {
  const recorded = adapter.describe().recordedCreateRetries;
  if (recorded === 0) return;
  const waitMs = Math.max(createJob.retry(job.attempts + 1, 0) ?? 0, afterMs);
  await job.leasedTransaction(async (scope) => {
    const offer = await lockOffer(scope, job.payload.offerId);
    if (offer?.status !== 'PENDING_CREATE') return;
    await changeOffer(scope, offer, 'UPDATE', {
      metaInfo: {
        createRetryAttempts: Math.min(job.attempts + 1, recorded),
        nextCreateRetryAt: new Date(scope.now.getTime() + waitMs).toISOString(),
        errorMessages: [error.message],
      },
    });
  });
}
