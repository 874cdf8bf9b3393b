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
  type JsonObject,
  keyOfChange,
  marketplaceJobHandler,
  marketplaceRetry,
  type OfferChange,
  type OfferSnapshot,
} from '../../marketplaces/index.ts';
import type { JobDefinition, JobHandler, JobRun } from '../../platform/jobs/queue.ts';
import { changeOffer, saveOffer } from '../change/index.ts';
import type { OfferColumns, OfferRow } from '../columns.ts';
import type { DocumentDeps } from '../documents/index.ts';
import { explainDocumentError, keepAgreements, makeAgreements } from '../documents/index.ts';
import { findOffer, lockOffer } from '../store.ts';
import { marketplaceInfo } from './observe.ts';
import { type Reached, reachOffer } from './reach.ts';
import { keepChange } from './under-way.ts';

type Payload = AskedPayload & {
  offerId: string;
  change: OfferChange;
  /** Only the last moment of acceptance moves: of more offers, and at more marketplaces, than other changes. */
  extension: boolean;
  /** Where the offer stood before: an accepted one stays so. */
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

/** Changes an offer at its marketplace; the record shows the change once the marketplace has it. */
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

type FollowUpdate = Payload & FollowedPayload & { merged: JsonObject };

/** Follows a change of an offer that its marketplace works on. */
const followUpdateJob: JobDefinition<FollowUpdate> = {
  kind: 'offers.followUpdate',
  payload: updatePayload.extend({ ...followedPayload, merged: z.record(z.string(), z.unknown()) }),
  lane: updateJob.lane,
  retry: marketplaceRetry,
};

/** What the marketplace is to take over, and what was merged for it. */
type Settled = { change: OfferChange; merged: JsonObject };

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
      const answer = await adapter.extendOffer(externalId, change.expireTime as string, key);
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
    fail,
    explain: explainDocumentError,
  });

/** Follows a change of an offer to its end: the record shows it then, or why there is none. */
export const followUpdateJobHandler = (registry: AdapterRegistry): JobHandler<FollowUpdate> =>
  followJobHandler(registry, {
    definition: followUpdateJob,
    keep: keepChange,
    ask: updateJob,
    isRepeatable: true,
    load: async (scope, { offerId }) => {
      const offer = await findOffer(scope, offerId);
      return offer ? { offer, partner: offer.partner ?? '' } : 'nothing to do: the offer is not there';
    },
    done: async (job, _change, { adapter, offer }) =>
      finish(job, job.payload, offer.external_id ? await adapter.readOffer(offer.external_id) : undefined),
    fail,
  });

const finish = (
  job: JobRun<Payload>,
  { change, merged }: Settled,
  snapshot: OfferSnapshot | undefined,
): Promise<void> =>
  job.finish('changed at the marketplace', async (scope) => {
    const offer = await lockOffer(scope, job.payload.offerId);
    if (!offer) return;
    const after = applied(offer, { ...job.payload, change }, snapshot, merged);
    await saveOffer(scope, offer, 'UPDATE', after);
  });

/** The change with the address of a license agreement that had to be merged anew for it. */
async function withAgreements(
  job: JobRun<Payload>,
  { offer, adapter }: Asked<Reached>,
  documents: DocumentDeps,
): Promise<Settled> {
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
  await job.note(async (scope) => {
    kept = await keepAgreements(documents, scope, terms, made);
  });
  return { change: { ...change, info: { ...change.info, ...kept.info } }, merged: kept.metaInfo };
}

/** The offer with what the marketplace took over; whoever accepted it in the meantime has accepted it. */
function applied(
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
  const info = { ...JSON.parse(offer.info), ...change.info, ...(snapshot ? marketplaceInfo(snapshot) : {}) };
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
