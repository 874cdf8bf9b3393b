import { z } from 'zod';
import {
  type AdapterRegistry,
  type Asked,
  type AskedPayload,
  askedAgain,
  askedPayload,
  type Failure,
  type FollowedPayload,
  failureOf,
  followChange,
  followedPayload,
  followJobHandler,
  keyOfChange,
  marketplaceJobHandler,
  marketplaceRetry,
  observeJob,
} from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue, type JobDefinition, type JobHandler, type JobRun } from '../../platform/jobs/queue.ts';
import { modifiedBy } from '../../products/index.ts';
import { changeOffer, scheduleReconciliation } from '../change/index.ts';
import type { OfferRow } from '../columns.ts';
import { ended } from '../states.ts';
import { findOffer, lockOffer } from '../store.ts';
import { observeOffer } from './observe.ts';
import { type Reached, reachOffer } from './reach.ts';
import { recordSourceOutcome, type SourceOutcome } from './source-outcome.ts';
import { keepChange } from './under-way.ts';

/** `cloneId`: the copy that was published in place of the offer; its meta info says what became of it (R29). */
type Payload = AskedPayload & { offerId: string; cloneId?: string | undefined };

const cancelPayload = z.object({ ...askedPayload, offerId: z.string(), cloneId: z.string().optional() });

/** Takes an offer back at its marketplace. */
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

type FollowCancel = Payload & FollowedPayload;

/** Follows the cancellation of an offer that its marketplace works on. */
const followCancelJob: JobDefinition<FollowCancel> = {
  kind: 'offers.followCancel',
  payload: cancelPayload.extend(followedPayload),
  lane: cancelJob.lane,
  retry: marketplaceRetry,
};

/**
 * Makes an offer that the transaction has locked PENDING_CANCEL, and enqueues the job by which its marketplace takes it
 * back.
 * @param cloneId the copy in its place, whose meta info says how it went (R29)
 */
export async function takeBack(scope: OrgTransaction, offer: OfferRow, cloneId?: string): Promise<OfferRow> {
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

export const cancelJobHandler = (registry: AdapterRegistry): JobHandler<Payload> =>
  marketplaceJobHandler(registry, {
    definition: cancelJob,
    ...reachOffer(({ status }) => status === 'PENDING_CANCEL'),
    skip: (job, reason) =>
      job.finish(reason, async (scope) => {
        // An earlier try of this job may have cancelled it.
        const status = (await findOffer(scope, job.payload.offerId))?.status;
        await recordOutcome(
          scope,
          job,
          status === 'CANCELLED' ? 'SENT' : 'SKIPPED',
          `The source offer is ${status}.`,
        );
      }),
    refuse: ({ adapter, partner }) =>
      adapter.describe().cancelOffer === 'none'
        ? {
            raw: 'no cancellation',
            readable: `The marketplace ${partner} takes no offer back: let it expire.`,
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
      return refused(job, failureOf(change), asked);
    },
    fail: (job, failure, asked) => (asked ? refused(job, failure, asked) : fail(job, failure)),
  });

/** Follows a cancellation to its end; the offer is read then. */
export const followCancelJobHandler = (registry: AdapterRegistry): JobHandler<FollowCancel> =>
  followJobHandler(registry, {
    definition: followCancelJob,
    keep: keepChange,
    ask: cancelJob,
    isRepeatable: true,
    load: async (scope, { offerId }) => {
      const offer = await findOffer(scope, offerId);
      if (!offer) return 'nothing to do: the offer is not there';
      return { offer, partner: offer.partner ?? '', externalId: offer.external_id ?? '' };
    },
    done: (job, _change, asked) => finish(job, asked),
    fail: (job, failure, asked) => (asked ? refused(job, failure, asked) : fail(job, failure)),
  });

const finish = (job: JobRun<Payload>, { partner, externalId }: Reached): Promise<void> =>
  job.finish('handed to the marketplace to be cancelled', async (scope) => {
    const offer = await lockOffer(scope, job.payload.offerId);
    if (offer) await scheduleReconciliation(scope, offer);
    await scope.query(enqueue(scope, observeJob, { partner, kind: 'OFFER', externalId }));
    await recordOutcome(scope, job, 'SENT');
  });

/** A refusal may mean that the offer has ended already: who accepted it in time has it. */
async function refused(
  job: JobRun<Payload>,
  failure: Failure,
  { adapter, partner, externalId }: Asked<Reached>,
): Promise<void> {
  const snapshot = await adapter.readOffer(externalId);
  if (snapshot?.status === 'ACCEPTED')
    return job.finish('not cancelled: the buyer has accepted the offer', (scope) =>
      /**
       * Records on the copy, where there is one, what became of its source. A source that was sent to be cancelled is
       * no error.
       */
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

/** Records the outcome on the copy, where there is one; nothing is wrong with a source that was sent to be cancelled. */
async function recordOutcome(
  scope: OrgTransaction,
  { payload: { cloneId } }: JobRun<Payload>,
  outcome: SourceOutcome,
  reason?: string,
): Promise<void> {
  if (cloneId) await recordSourceOutcome(scope, cloneId, outcome, outcome === 'SENT' ? undefined : reason);
}
