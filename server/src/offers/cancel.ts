import { z } from 'zod';
import {
  type AdapterRegistry,
  askedAgain,
  askedPayload,
  type ChangePayload,
  type Failure,
  failureOf,
  followChange,
  followedPayload,
  followJobHandler,
  keyOfChange,
  marketplaceJobHandler,
  marketplaceRetry,
  observeJob,
  type PollPayload,
  type WithAdapter,
} from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { RawJson, route } from '../platform/http/route.ts';
import { enqueue, type JobDefinition, type JobHandler, type JobRun } from '../platform/jobs/queue.ts';
import { modifiedBy } from '../products/index.ts';
import type { WorkloadMetaInfo } from '../products/records/index.ts';
import { changeOffer } from './change.ts';
import { encodeOffer, type OfferRow } from './columns.ts';
import { offerErrors } from './errors.ts';
import { cancelSourceJob, scheduleReconciliation } from './jobs.ts';
import { isAtMarketplace, sourceOf } from './kind.ts';
import { observeOffer } from './observe.ts';
import { keepChange, type PublishedOffer, reachOffer } from './pending-changes.ts';
import { WorkloadOffer } from './records.ts';
import { ended, inMarketplaceWork, offerOperations } from './states.ts';
import { findOffer, lockOffer, lockOffers, requireState } from './store.ts';

export const cancelOfferRoute = () =>
  route({
    method: 'POST',
    path: '/org/{orgId}/offer/{offerId}/cancel',
    operationId: 'cancelOffer',
    group: 'Offer',
    summary: 'Cancel an offer',
    description:
      'At a marketplace, the response is PENDING_CANCEL, and CANCELLED or CANCEL_FAILED follows, or ACCEPTED if the buyer ' +
      'accepts in time. A direct sale or public offer is CANCELLED immediately.',
    access: 'offers:write',
    response: WorkloadOffer,
    responseDescription: 'The offer',
    errors: [offerErrors.offer_not_found.definition, offerErrors.offer_state.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => ({
        body: new RawJson(encodeOffer(await cancelOffer(scope, params.offerId))),
      }),
    },
  });

/**
 * Cancels an offer. An offer that no marketplace has is cancelled immediately; a job cancels a marketplace
 * offer, and the buyer may accept the offer before the job runs.
 */
async function cancelOffer(scope: OrgTransaction, id: string): Promise<OfferRow> {
  const offer = await requireState(scope, id, 'cancel');
  if (offer.status === 'PENDING_CANCEL') return offer;
  if (!isAtMarketplace(offer))
    return changeOffer(scope, offer, 'CANCEL', {
      status: 'CANCELLED',
      metaInfo: { lastModifiedBy: modifiedBy(scope) },
    });
  return takeBack(scope, offer);
}

/**
 * Marks an offer that the transaction has locked as PENDING_CANCEL, and enqueues its cancellation at the marketplace.
 * @param cloneId the copy that replaces the offer and stores the outcome (R29)
 */
async function takeBack(scope: OrgTransaction, offer: OfferRow, cloneId?: string): Promise<OfferRow> {
  const waits = offer.status === 'PENDING_CANCEL';
  const waiting = waits
    ? offer
    : await changeOffer(scope, offer, 'PENDING_CANCEL', {
        status: 'PENDING_CANCEL',
        metaInfo: { lastModifiedBy: modifiedBy(scope) },
        removeMetaInfo: ['errorMessages', 'prettifiedErrorMessages'],
      });
  await scope.query(enqueue(scope, cancelJob, { offerId: offer.id, ...(cloneId ? { cloneId } : {}) }));
  return waiting;
}

/** `cloneId` is the copy that replaces the offer; its meta info stores the outcome of the cancellation (R29). */
type Payload = PollPayload & { offerId: string; cloneId?: string | undefined };

const cancelPayload = z.object({ ...askedPayload, offerId: z.string(), cloneId: z.string().optional() });

/** Cancels an offer at its marketplace. */
export const cancelJob: JobDefinition<Payload> = {
  kind: 'offers.cancel',
  payload: cancelPayload,
  lane: ({ offerId }) => `offer:${offerId}`,
  retry: marketplaceRetry,
  operation: {
    name: 'Cancel an offer at its marketplace',
    subject: ({ offerId }) => ({ offer_id: offerId }),
  },
};

type FollowCancel = Payload & ChangePayload;

/** Polls a cancellation that the marketplace processes asynchronously. */
const followCancelJob: JobDefinition<FollowCancel> = {
  kind: 'offers.followCancel',
  payload: cancelPayload.extend(followedPayload),
  lane: cancelJob.lane,
  retry: marketplaceRetry,
};

export const cancelJobHandler = (registry: AdapterRegistry): JobHandler<Payload> =>
  marketplaceJobHandler(registry, {
    definition: cancelJob,
    ...reachOffer(({ status }) => status === 'PENDING_CANCEL'),
    onSkip: (job, reason) =>
      job.finish(reason, async (scope) => {
        // An earlier attempt of this job may have cancelled the offer.
        const status = (await findOffer(scope, job.payload.offerId))?.status;
        await recordOutcome(
          scope,
          job,
          status === 'CANCELLED' ? 'SENT' : 'SKIPPED',
          `The source offer is ${status}.`,
        );
      }),
    findRefusal: ({ adapter, partner }) =>
      adapter.describe().cancelOffer === 'none'
        ? {
            raw: 'no cancellation',
            readable: `The marketplace ${partner} does not support cancelling offers. The offer expires at its expireTime.`,
          }
        : undefined,
    call: ({ adapter, externalId }, job) => adapter.cancelOffer(externalId, keyOfChange(job)),
    finish: async (job, change, asked) => {
      if (change.state === 'DONE') return finish(job, asked);
      if (change.state === 'RUNNING')
        return followChange(job, { definition: followCancelJob, keep: keepChange }, change, {
          ...job.payload,
          handle: change.handle,
        });
      if (await askedAgain(job, change, cancelJob)) return;
      return handleRejection(job, failureOf(change), asked);
    },
    onFailure: (job, failure, asked) => (asked ? handleRejection(job, failure, asked) : fail(job, failure)),
  });

/** Polls a cancellation until it ends, then enqueues the observation of the offer. */
export const followCancelJobHandler = (registry: AdapterRegistry): JobHandler<FollowCancel> =>
  followJobHandler(registry, {
    definition: followCancelJob,
    keep: keepChange,
    ask: cancelJob,
    isRepeatable: true,
    load: async (scope, { offerId }) => {
      const offer = await findOffer(scope, offerId);
      if (!offer) return 'nothing to do: the offer does not exist';
      return { offer, partner: offer.partner ?? '', externalId: offer.external_id ?? '' };
    },
    done: (job, _change, asked) => finish(job, asked),
    fail: (job, failure, asked) => (asked ? handleRejection(job, failure, asked) : fail(job, failure)),
  });

const finish = (job: JobRun<Payload>, { partner, externalId }: PublishedOffer): Promise<void> =>
  job.finish('cancellation sent to the marketplace', async (scope) => {
    const offer = await lockOffer(scope, job.payload.offerId);
    if (offer) await scheduleReconciliation(scope, offer);
    await scope.query(enqueue(scope, observeJob, { partner, kind: 'OFFER', externalId }));
    await recordOutcome(scope, job, 'SENT');
  });

/**
 * Handles a rejected cancellation. The offer may have ended already, and an acceptance before the cancellation
 * is valid.
 */
async function handleRejection(
  job: JobRun<Payload>,
  failure: Failure,
  { adapter, partner, externalId }: WithAdapter<PublishedOffer>,
): Promise<void> {
  const snapshot = await adapter.readOffer(externalId);
  if (snapshot?.status === 'ACCEPTED')
    return job.finish('not cancelled: the buyer has accepted the offer', (scope) =>
      /** The reason is stored on the copy, unless the cancellation was sent before. */
      recordOutcome(scope, job, 'SKIPPED', 'The buyer has accepted the source offer.'),
    );
  if (snapshot && ended.includes(snapshot.status))
    return job.finish('nothing to cancel: the offer had ended', async (scope) => {
      await observeOffer(scope, partner, snapshot);
      await recordOutcome(
        scope,
        job,
        'SKIPPED',
        `The source offer was ${snapshot.status} at the marketplace.`,
      );
    });
  return fail(job, failure);
}

const fail = (job: JobRun<Payload>, { raw, readable }: Failure): Promise<void> =>
  job.finish(
    `cancel failed: ${readable}`,
    async (scope) => {
      const offer = await lockOffer(scope, job.payload.offerId);
      if (offer?.status !== 'PENDING_CANCEL')
        return recordOutcome(scope, job, 'SKIPPED', `The source offer is ${offer?.status}.`);
      await changeOffer(scope, offer, 'UPDATE', {
        status: 'CANCEL_FAILED',
        metaInfo: { errorMessages: [raw], prettifiedErrorMessages: [readable] },
      });
      await recordOutcome(scope, job, 'FAILED', readable);
    },
    'FAILED',
  );

/**
 * Records the outcome on the copy, if the offer has a copy. The reason is omitted if the cancellation was sent.
 */
async function recordOutcome(
  scope: OrgTransaction,
  { payload: { cloneId } }: JobRun<Payload>,
  outcome: SourceOutcome,
  reason?: string,
): Promise<void> {
  if (cloneId) await recordSourceOutcome(scope, cloneId, outcome, outcome === 'SENT' ? undefined : reason);
}

/** Progress of cancelling the source of a copy (R29): enqueued, sent to the marketplace, not needed or failed. */
type SourceOutcome = 'PENDING' | 'SENT' | 'SKIPPED' | 'FAILED';

/** Records the progress of cancelling the source on the copy. */
async function recordSourceOutcome(
  scope: OrgTransaction,
  cloneId: string,
  outcome: SourceOutcome,
  reason?: string,
): Promise<void> {
  const clone = await lockOffer(scope, cloneId);
  if (!clone) return;
  const field = 'sourceOfferCancelAfterPublishError';
  await changeOffer(scope, clone, 'UPDATE', {
    metaInfo: {
      sourceOfferCancelAfterPublishStatus: outcome,
      sourceOfferCancelAfterPublishAt: scope.now.toISOString(),
      ...(reason ? { [field]: reason } : {}),
    },
    ...(reason ? {} : { removeMetaInfo: [field] }),
  });
}

export const cancelSourceJobHandler: JobHandler<{ offerId: string }> = {
  definition: cancelSourceJob,
  run: (job) =>
    job.finish('cancellation of the source enqueued', async (scope) => {
      const pair = await lockPair(scope, job.payload.offerId);
      if (!pair) return;
      const { clone, source } = pair;
      // The source can be cancelled once its marketplace has finished the current change.
      if (source && inMarketplaceWork.includes(source.status))
        throw new Error(`the offer ${source.id} is ${source.status}`);
      if (!source || !offerOperations.cancel.includes(source.status) || !isAtMarketplace(source))
        return recordSourceOutcome(scope, clone.id, 'SKIPPED', whyNot(source));
      await takeBack(scope, source, clone.id);
      await recordSourceOutcome(scope, clone.id, 'PENDING');
    }),
  giveUp: (job: JobRun<{ offerId: string }>, error) =>
    job.finish(
      `failed: ${error.message}`,
      (scope) => recordSourceOutcome(scope, job.payload.offerId, 'FAILED', error.message),
      'FAILED',
    ),
};

const whyNot = (source: OfferRow | undefined): string =>
  source ? `The source offer is ${source.status} and needs no cancellation.` : 'Source offer not found.';

/**
 * Locks the copy and its source in the order of their ids; undefined if an earlier job cancelled the source.
 */
async function lockPair(
  scope: OrgTransaction,
  cloneId: string,
): Promise<{ clone: OfferRow; source: OfferRow | undefined } | undefined> {
  const found = await findOffer(scope, cloneId);
  const sourceId = found && sourceOf(JSON.parse(found.meta_info));
  if (!sourceId) return undefined;
  const locked = await lockOffers(scope, [cloneId, sourceId]);
  const clone = locked.find(({ id }) => id === cloneId) as OfferRow;
  const { sourceOfferCancelAfterPublishStatus } = JSON.parse(clone.meta_info) as WorkloadMetaInfo;
  if (sourceOfferCancelAfterPublishStatus) return undefined;
  return { clone, source: locked.find(({ id }) => id === sourceId) };
}
