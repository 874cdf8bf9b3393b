import { z } from 'zod';
import { findBuyer, findContacts } from '../buyers/index.ts';
import {
  type AdapterRegistry,
  type Capabilities,
  type JsonObject,
  type MarketplaceAdapter,
  MarketplaceError,
  type OfferSpec,
} from '../marketplaces/index.ts';
import {
  backoff,
  type EndedAs,
  JobCancelled,
  type JobDefinition,
  type JobHandler,
  type JobRun,
} from '../platform/queue.ts';
import type { OrgTransaction } from '../platform/scope.ts';
import { findProduct } from '../products/index.ts';
import { changeOffer, findOffer, lockOffer, type OfferRow } from './store.ts';

type Payload = { offerId: string };

/** Creates an offer at its marketplace. */
export const createJob: JobDefinition<Payload> = {
  kind: 'offers.create',
  payload: z.object({ offerId: z.string() }),
  lane: ({ offerId }) => `offer:${offerId}`,
  retry: backoff({ tries: 8, firstMs: 2000, longestMs: 600_000 }),
  operation: {
    name: 'Create an offer at its marketplace',
    subject: ({ offerId }) => ({ offerId }),
    cancellable: true,
  },
};

/** What the job found when it looked at the offer. */
type Prepared = {
  offer: OfferRow;
  spec: OfferSpec;
  unresolved: string[];
  /** Features that the product does not have (R26). */
  unknownFeatures: string[];
  environment: string;
};

export const createJobHandler = (registry: AdapterRegistry): JobHandler<Payload> => ({
  definition: createJob,
  run: async (job) => {
    const prepared = await job.transaction((scope) => prepare(scope, job.payload.offerId));
    if (!prepared) return job.finish('nothing to do: the offer does not wait to be created');
    const { offer, environment } = prepared;
    const adapter = registry.find({ organizationId: job.organizationId, environment }, offer.partner ?? '');
    const refusal = refusalOf(prepared, adapter);
    if (refusal) return fail(job, refusal.raw, refusal.readable);
    try {
      await createAtMarketplace(job, prepared, adapter as MarketplaceAdapter);
    } catch (error) {
      if (error instanceof MarketplaceError && error.permanent)
        return fail(job, error.message, error.readable);
      await noteRetry(job, (adapter as MarketplaceAdapter).describe(), error as Error);
      throw error;
    }
  },
  giveUp: (job, error) =>
    error instanceof JobCancelled
      ? cancel(job, registry, error)
      : fail(job, error.message, `The marketplace could not be reached or kept failing: ${error.message}`),
});

/** What a try that failed may have made at the marketplace goes on; otherwise the offer ends here. */
async function cancel(
  job: JobRun<Payload>,
  registry: AdapterRegistry,
  { message }: JobCancelled,
): Promise<void> {
  const prepared = await job.transaction((scope) => prepare(scope, job.payload.offerId));
  if (!prepared) return job.finish('nothing to do: the offer does not wait to be created');
  if (job.attempts > 0) {
    const { offer, spec, environment, unresolved } = prepared;
    const adapter = registry.find({ organizationId: job.organizationId, environment }, offer.partner ?? '');
    const made = await adapter?.findOffer(spec.key);
    if (made) return finish(job, standInWarnings(unresolved, made.warnings));
  }
  const readable = `The creation of the offer was ${message} before the marketplace had it.`;
  return fail(job, message, readable, 'CANCELED');
}

/** A first answer may have been lost: from the second try on the marketplace is asked before anything is made. */
async function createAtMarketplace(
  job: JobRun<Payload>,
  prepared: Prepared,
  adapter: MarketplaceAdapter,
): Promise<void> {
  const { spec, unresolved } = prepared;
  const found = job.attempts > 0 ? await adapter.findOffer(spec.key) : undefined;
  const made = found ?? (await adapter.createOffer(spec));
  await finish(job, standInWarnings(unresolved, made.warnings));
}

const standInWarnings = (unresolved: readonly string[], warnings: readonly string[]): string[] => [
  ...unresolved.map((what) => `${what} The marketplace used a stand-in.`),
  ...warnings,
];

const finish = (job: JobRun<Payload>, warnings: readonly string[]): Promise<void> =>
  job.finish('created at the marketplace', async (scope) => {
    const current = await lockOffer(scope, job.payload.offerId);
    if (warnings.length === 0 || !current) return;
    const known = (JSON.parse(current.meta_info) as { warningMessages?: string[] }).warningMessages ?? [];
    await changeOffer(scope, current, 'UPDATE', { metaInfo: { warningMessages: [...known, ...warnings] } });
  });

function refusalOf(
  prepared: Prepared,
  adapter: MarketplaceAdapter | undefined,
): { raw: string; readable: string } | undefined {
  const { partner } = prepared.offer;
  if (!adapter)
    return {
      raw: `no integration with ${partner}`,
      readable: `The organization has no integration with ${partner}. Connect the marketplace, then create the offer again.`,
    };
  if (!adapter.describe().privateOffers)
    return {
      raw: `${partner} has no private offers`,
      readable: `The marketplace ${partner} does not let sellers make private offers. Sell there by a public offer.`,
    };
  if (prepared.unknownFeatures.length > 0) {
    const names = prepared.unknownFeatures.join(', ');
    return {
      raw: `unknown features: ${names}`,
      readable: `The product has no feature named ${names}. Use the names of its own list.`,
    };
  }
  if (prepared.environment === 'PROD' && prepared.unresolved.length > 0)
    return { raw: prepared.unresolved.join(' '), readable: prepared.unresolved.join(' ') };
  return undefined;
}

async function prepare(scope: OrgTransaction, offerId: string): Promise<Prepared | undefined> {
  const offer = await findOffer(scope, offerId);
  if (offer?.status !== 'PENDING_CREATE') return undefined;
  const unresolved: string[] = [];
  const product = offer.product_id ? await findProduct(scope, offer.product_id) : undefined;
  if (offer.product_id && !product) unresolved.push(`There is no product ${offer.product_id}.`);
  const buyer = offer.buyer_id ? await findBuyer(scope, offer.buyer_id) : undefined;
  if (offer.buyer_id && !buyer) unresolved.push(`There is no buyer ${offer.buyer_id}.`);
  const contacts = offer.contact_ids?.length ? await findContacts(scope, offer.contact_ids) : [];
  for (const id of offer.contact_ids ?? [])
    if (!contacts.includes(id)) unresolved.push(`There is no contact ${id}.`);
  const spec: OfferSpec = {
    key: offer.id,
    name: offer.name ?? undefined,
    offerType: offer.offer_type,
    productId: offer.product_id ?? undefined,
    externalProductId: product?.external_id ?? undefined,
    externalBuyerId: buyer?.external_id ?? undefined,
    buyerName: buyer?.name ?? undefined,
    expireTime: offer.expire_time ?? undefined,
    endTime: offer.end_time ?? undefined,
    info: JSON.parse(offer.info),
    metaInfo: JSON.parse(offer.meta_info),
  };
  const unknownFeatures = product ? featuresBeyond(product.info, spec.info) : [];
  return { offer, spec, unresolved, unknownFeatures, environment: scope.environment };
}

type FeatureList = { featureName?: string; name?: string }[];

/** Names in the offer's mkCFeatures that the product's list, if it has one, does not hold. */
function featuresBeyond(productInfo: string, offerInfo: JsonObject): string[] {
  const { mkCProduct } = JSON.parse(productInfo) as {
    mkCProduct?: {
      features?: FeatureList;
      listingSpec?: { purchaseSpec?: { features?: FeatureList } };
    };
  };
  const features = mkCProduct?.listingSpec?.purchaseSpec?.features ?? mkCProduct?.features;
  if (!Array.isArray(features)) return [];
  const known = new Set(features.map((feature) => feature?.featureName ?? feature?.name));
  const wanted = (offerInfo.mkCFeatures ?? []) as { featureName?: string }[];
  return wanted.flatMap(({ featureName: name }) => (name && !known.has(name) ? [name] : []));
}

/** Fields that only live while a creation is being retried (R26). */
const retryFields = ['nextCreateRetryAt'];

const fail = (
  job: JobRun<Payload>,
  raw: string,
  readable: string,
  endedAs: EndedAs = 'FAILED',
): Promise<void> =>
  job.finish(
    endedAs === 'CANCELED' ? readable : `create failed: ${readable}`,
    async (scope) => {
      const offer = await lockOffer(scope, job.payload.offerId);
      if (offer?.status !== 'PENDING_CREATE') return;
      await changeOffer(scope, offer, 'UPDATE', {
        status: 'CREATE_FAILED',
        metaInfo: { errorMessages: [raw], prettifiedErrorMessages: [readable] },
        removeMetaInfo: retryFields,
      });
    },
    endedAs,
  );

/** Where the marketplace's creates are retried out of process, the offer tells how often and when next (R26). */
async function noteRetry(job: JobRun<Payload>, capabilities: Capabilities, error: Error): Promise<void> {
  const waitMs = createJob.retry(job.attempts + 1);
  if (capabilities.recordedCreateRetries === 0 || waitMs === undefined) return;
  await job.note(async (scope) => {
    const offer = await lockOffer(scope, job.payload.offerId);
    if (offer?.status !== 'PENDING_CREATE') return;
    await changeOffer(scope, offer, 'UPDATE', {
      metaInfo: {
        createRetryAttempts: job.attempts + 1,
        nextCreateRetryAt: new Date(scope.now.getTime() + waitMs).toISOString(),
        errorMessages: [error.message],
      },
    });
  });
}
