import { z } from 'zod';
import {
  type AdapterRegistry,
  type Asked,
  type Failure,
  type JsonObject,
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
import { lockOffer } from '../store.ts';
import { marketplaceInfo } from './observe.ts';
import { type Reached, reachOffer } from './reach.ts';

type Payload = {
  offerId: string;
  change: OfferChange;
  /** Only the last moment of acceptance moves: of more offers, and at more marketplaces, than other changes. */
  extension: boolean;
  /** Where the offer stood before: an accepted one stays so. */
  from: string;
};

const optionalText = z.string().nullable().optional();

/** Changes an offer at its marketplace; the record shows the change once the marketplace has it. */
export const updateJob: JobDefinition<Payload> = {
  kind: 'offers.update',
  payload: z.object({
    offerId: z.string(),
    change: z.object({
      name: optionalText,
      expireTime: optionalText,
      endTime: optionalText,
      info: z.record(z.string(), z.unknown()).optional(),
    }),
    extension: z.boolean(),
    from: z.string(),
  }),
  lane: ({ offerId }) => `offer:${offerId}`,
  retry: marketplaceRetry,
  operation: {
    name: 'Change an offer at its marketplace',
    subject: ({ offerId }) => ({ offer_id: offerId }),
  },
};

export const updateJobHandler = (registry: AdapterRegistry, documents: DocumentDeps): JobHandler<Payload> =>
  marketplaceJobHandler(registry, {
    definition: updateJob,
    ...reachOffer(({ status }) => status === 'PENDING_UPDATE'),
    call: async (asked, job) => {
      const { change, extension } = job.payload;
      const { adapter, externalId } = asked;
      if (extension) {
        await adapter.extendOffer(externalId, change.expireTime as string);
        return { change, metaInfo: {} };
      }
      const settled = await withAgreements(job, asked, documents);
      await adapter.updateOffer(externalId, settled.change);
      return settled;
    },
    finish: async (job, { change, metaInfo }, { adapter, externalId }) => {
      const snapshot = await adapter.readOffer(externalId);
      return job.finish('changed at the marketplace', async (scope) => {
        const offer = await lockOffer(scope, job.payload.offerId);
        if (!offer) return;
        const after = applied(offer, { ...job.payload, change }, snapshot, metaInfo);
        await saveOffer(scope, offer, 'UPDATE', after);
      });
    },
    fail,
    explain: explainDocumentError,
  });

/** The change with the address of a license agreement that had to be merged anew for it. */
async function withAgreements(
  job: JobRun<Payload>,
  { offer, adapter }: Asked<Reached>,
  documents: DocumentDeps,
): Promise<{ change: OfferChange; metaInfo: JsonObject }> {
  const { change } = job.payload;
  if (!change.info) return { change, metaInfo: {} };
  const terms = {
    info: { ...JSON.parse(offer.info), ...change.info },
    metaInfo: JSON.parse(offer.meta_info),
  };
  const { organizationId, transaction } = job;
  const context = { organizationId, offerId: offer.id, transaction, adapter };
  const made = await makeAgreements(documents, context, terms);
  if (made.length === 0) return { change, metaInfo: {} };
  let kept: { info: JsonObject; metaInfo: JsonObject } = { info: {}, metaInfo: {} };
  await job.note(async (scope) => {
    kept = await keepAgreements(documents, scope, terms, made);
  });
  return { change: { ...change, info: { ...change.info, ...kept.info } }, metaInfo: kept.metaInfo };
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
