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
  type JsonObject,
  keyOfChange,
  marketplaceJobHandler,
  marketplaceRetry,
  type OfferChange,
  type OfferSnapshot,
  type OfferSpec,
  type PollPayload,
  type WithAdapter,
  withDeadline,
} from '../marketplaces/index.ts';
import type { JobDefinition, JobHandler, JobRun } from '../platform/jobs/queue.ts';
import { changeOffer, saveOffer } from './change.ts';
import { type OfferColumns, type OfferRow, withMaps } from './columns.ts';
import { explainDocumentError } from './documents/merge.ts';
import type { DocumentDeps } from './documents/obtain.ts';
import { keepAgreements, makeAgreements } from './documents/settle.ts';
import { marketplaceInfo } from './observe.ts';
import { keepChange, type PublishedOffer, reachOffer } from './pending-changes.ts';
import { specify } from './specification.ts';
import { findOffer, lockOffer } from './store.ts';

type Payload = PollPayload & {
  offerId: string;
  change: OfferChange;
  /**
   * Whether the change affects only the last moment of acceptance. More offers and marketplaces allow
   * extensions than other changes.
   */
  extension: boolean;
  /** Status before the change; an ACCEPTED offer returns to it. */
  from: string;
};

const optionalText = z.string().nullable().optional();

const updatePayload = z.object({
  ...askedPayload,
  offerId: z.string(),
  change: z.object({
    name: optionalText,
    expireTime: optionalText,
    endTime: optionalText,
    info: z.record(z.string(), z.unknown()).optional(),
  }),
  extension: z.boolean(),
  from: z.string(),
});

/**
 * Changes an offer at its marketplace. The stored offer changes after the marketplace has applied the change.
 */
export const updateJob: JobDefinition<Payload> = {
  kind: 'offers.update',
  payload: updatePayload,
  lane: ({ offerId }) => `offer:${offerId}`,
  retry: marketplaceRetry,
  operation: {
    name: 'Change an offer at its marketplace',
    subject: ({ offerId }) => ({ offer_id: offerId }),
  },
};

type FollowUpdate = Payload & ChangePayload & { merged: JsonObject };

/** Polls a change that the marketplace processes asynchronously. */
const followUpdateJob: JobDefinition<FollowUpdate> = {
  kind: 'offers.followUpdate',
  payload: updatePayload.extend({ ...followedPayload, merged: z.record(z.string(), z.unknown()) }),
  lane: updateJob.lane,
  retry: marketplaceRetry,
};

/** The change for the marketplace, and the meta info about documents that were merged for the change. */
type PreparedChange = { change: OfferChange; merged: JsonObject };

export const updateJobHandler = (registry: AdapterRegistry, documents: DocumentDeps): JobHandler<Payload> =>
  marketplaceJobHandler(registry, {
    definition: updateJob,
    ...reachOffer(({ status }) => status === 'PENDING_UPDATE'),
    call: async (asked, job) => {
      const { adapter, externalId } = asked;
      const { change, extension } = job.payload;
      const key = keyOfChange(job);
      if (!extension) {
        const settled = await withAgreements(job, asked, documents);
        return { settled, answer: await adapter.updateOffer(externalId, settled.change, key) };
      }
      const spec = await extended(job, asked);
      const answer = await adapter.extendOffer(externalId, change.expireTime as string, key, spec);
      return { settled: { change, merged: {} }, answer };
    },
    finish: async (job, { settled, answer }, { adapter, externalId }) => {
      if (answer.state === 'DONE') return finish(job, settled, await adapter.readOffer(externalId));
      if (answer.state === 'RUNNING')
        return followChange(job, { definition: followUpdateJob, keep: keepChange }, answer, {
          ...job.payload,
          ...settled,
          handle: answer.handle,
        });
      if (await askedAgain(job, answer, updateJob)) return;
      return fail(job, failureOf(answer));
    },
    onFailure: fail,
    explain: explainDocumentError,
  });

/** Polls a change until it ends, and stores the change or the reason for its failure. */
export const followUpdateJobHandler = (registry: AdapterRegistry): JobHandler<FollowUpdate> =>
  followJobHandler(registry, {
    definition: followUpdateJob,
    keep: keepChange,
    ask: updateJob,
    isRepeatable: true,
    load: async (scope, { offerId }) => {
      const offer = await findOffer(scope, offerId);
      return offer ? { offer, partner: offer.partner ?? '' } : 'nothing to do: the offer does not exist';
    },
    done: async (job, _change, { adapter, offer }) =>
      finish(job, job.payload, offer.external_id ? await adapter.readOffer(offer.external_id) : undefined),
    fail,
  });

const finish = (
  job: JobRun<Payload>,
  { change, merged }: PreparedChange,
  snapshot: OfferSnapshot | undefined,
): Promise<void> =>
  job.finish('changed at the marketplace', async (scope) => {
    const offer = await lockOffer(scope, job.payload.offerId);
    if (!offer) return;
    const after = applyCompletedChange(offer, { ...job.payload, change }, snapshot, merged);
    await saveOffer(scope, offer, 'UPDATE', after);
  });

/** Specifies the offer with its new deadline, for a marketplace that publishes it again as a whole. */
async function extended(
  job: JobRun<Payload>,
  { offer, adapter }: WithAdapter<PublishedOffer>,
): Promise<OfferSpec | undefined> {
  if (!adapter.describe().extendsExpired) return undefined;
  const { spec } = await job.transaction((scope) => specify(scope, withMaps(offer)));
  return withDeadline(offer.partner ?? '', spec, job.payload.change.expireTime as string);
}

/** Adds the address of a newly merged license agreement to the change, if its documents changed. */
async function withAgreements(
  job: JobRun<Payload>,
  { offer, adapter }: WithAdapter<PublishedOffer>,
  documents: DocumentDeps,
): Promise<PreparedChange> {
  const { change } = job.payload;
  if (!change.info) return { change, merged: {} };
  const terms = {
    info: { ...JSON.parse(offer.info), ...change.info },
    metaInfo: JSON.parse(offer.meta_info),
  };
  const { organizationId, transaction } = job;
  const context = { organizationId, offerId: offer.id, transaction, adapter };
  const made = await makeAgreements(documents, context, terms);
  if (made.length === 0) return { change, merged: {} };
  let kept: { info: JsonObject; metaInfo: JsonObject } = { info: {}, metaInfo: {} };
  await job.leasedTransaction(async (scope) => {
    kept = await keepAgreements(documents, scope, terms, made);
  });
  return { change: { ...change, info: { ...change.info, ...kept.info } }, merged: kept.metaInfo };
}

/** Derives the offer after a completed change. An acceptance in the meantime is kept. */
function applyCompletedChange(
  offer: OfferRow,
  { change, from }: Payload,
  snapshot: OfferSnapshot | undefined,
  merged: JsonObject,
) {
  const { errorMessages, prettifiedErrorMessages, ...metaInfo } = JSON.parse(offer.meta_info);
  const waits = offer.status === 'PENDING_UPDATE';
  const columns: OfferColumns = {
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.expireTime === undefined ? {} : { expire_time: change.expireTime }),
    ...(change.endTime === undefined ? {} : { end_time: change.endTime }),
    ...(waits ? { status: from === 'ACCEPTED' ? 'ACCEPTED' : 'PENDING_ACCEPTANCE' } : {}),
  };
  const changed: JsonObject = { ...JSON.parse(offer.info), ...change.info };
  const info = { ...changed, ...(snapshot ? marketplaceInfo(snapshot, changed) : {}) };
  return { columns, info, metaInfo: { ...metaInfo, ...merged } };
}

function fail(job: JobRun<Payload>, { raw, readable }: Failure): Promise<void> {
  return job.finish(
    `update failed: ${readable}`,
    async (scope) => {
      const offer = await lockOffer(scope, job.payload.offerId);
      if (offer?.status !== 'PENDING_UPDATE') return;
      await changeOffer(scope, offer, 'UPDATE', {
        status: job.payload.from === 'ACCEPTED' ? 'ACCEPTED' : 'UPDATE_FAILED',
        metaInfo: { errorMessages: [raw], prettifiedErrorMessages: [readable] },
      });
    },
    'FAILED',
  );
}
