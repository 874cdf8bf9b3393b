import { z } from 'zod';
import {
  type AdapterRegistry,
  type MarketplaceAdapter,
  marketplaceJobHandler,
  observeJob,
  marketplaceRetry as retry,
} from '../marketplaces/index.ts';
import { enqueue, type JobDefinition, type JobHandler } from '../platform/jobs/queue.ts';
import type { ProductRow } from './columns.ts';
import { type FailedMove, noIntegration, recordFailure } from './failure.ts';
import { findProduct } from './store.ts';

type Publish = { productId: string };
type Update = { productId: string; name?: string | undefined; fulfillmentUrl?: string | undefined };

/** Publishes a product's listing. */
export const publishJob: JobDefinition<Publish> = {
  kind: 'products.publish',
  payload: z.object({ productId: z.string() }),
  lane: ({ productId }) => `product:${productId}`,
  retry,
  operation: {
    name: 'Publish a product at its marketplace',
    subject: ({ productId }) => ({ product_id: productId }),
  },
};

/** Sends the marketplace a changed name and fulfilment URL: those of the change, whatever was read there since. */
export const updateJob: JobDefinition<Update> = {
  kind: 'products.update',
  payload: z.object({
    productId: z.string(),
    name: z.string().optional(),
    fulfillmentUrl: z.string().optional(),
  }),
  lane: ({ productId }) => `product:${productId}`,
  retry,
  operation: {
    name: 'Change a product at its marketplace',
    subject: ({ productId }) => ({ product_id: productId }),
  },
};

/** The address of our landing for a partner's buyers. */
export type LandingOf = (partner: string, organizationId: string) => string;

/**
 * The address that a listing is given: that of the seller's page; but where buyers bring a token of their purchase, our
 * landing, which leads them on to that page.
 */
export const addressOfListing = (
  adapter: MarketplaceAdapter,
  url: string | undefined,
  landing: string,
): string | undefined => (url && adapter.describe().purchaseTokenParameter ? landing : url);

type Step<P> = {
  definition: JobDefinition<P>;
  /** Whether the product still waits for this. */
  waits: (product: ProductRow) => boolean;
  call: (adapter: MarketplaceAdapter, externalId: string, payload: P, landing: string) => Promise<void>;
  outcome: string;
  /** Where the product stands when the marketplace refuses, from where it stood. */
  failed: (status: ProductRow['status']) => FailedMove;
};

/** A step on a listing that is there: the marketplace is called, then read again. */
const stepHandler = <P extends { productId: string }>(
  registry: AdapterRegistry,
  landingOf: LandingOf,
  { definition, waits, call, outcome, failed }: Step<P>,
): JobHandler<P> =>
  marketplaceJobHandler(registry, {
    definition,
    load: async (scope, { productId }) => {
      const product = await findProduct(scope, productId);
      const { partner, external_id: externalId } = product ?? {};
      if (!product || !partner || !externalId || !waits(product))
        return 'nothing to do: the product does not wait for this';
      return { product, partner, externalId };
    },
    notConnected: (job, { product, partner }) =>
      recordFailure(job, failed(product.status), noIntegration(partner)),
    call: ({ adapter, externalId, partner }, job) =>
      call(adapter, externalId, job.payload, landingOf(partner, job.organizationId)),
    finish: (job, _done, { partner, externalId }) =>
      job.finish(outcome, async (scope) => {
        await scope.query(enqueue(scope, observeJob, { partner, kind: 'PRODUCT', externalId }));
      }),
    fail: async (job, failure, asked) => {
      const product =
        asked?.product ?? (await job.transaction((scope) => findProduct(scope, job.payload.productId)));
      if (!product) return job.finish(`failed: ${failure.readable}`, undefined, 'FAILED');
      return recordFailure(job, failed(product.status), failure);
    },
  });

export const publishJobHandler = (registry: AdapterRegistry, landingOf: LandingOf): JobHandler<Publish> =>
  stepHandler(registry, landingOf, {
    definition: publishJob,
    waits: ({ status }) => status === 'PENDING_PUBLISH',
    call: (adapter, externalId) => adapter.publishProduct(externalId),
    outcome: 'handed to the marketplace to be published',
    failed: () => ({ from: 'PENDING_PUBLISH', to: 'PUBLISH_FAILED' }),
  });

export const updateJobHandler = (registry: AdapterRegistry, landingOf: LandingOf): JobHandler<Update> =>
  stepHandler(registry, landingOf, {
    definition: updateJob,
    waits: () => true,
    call: (adapter, externalId, { name, fulfillmentUrl: url }, landing) =>
      adapter.updateProduct(externalId, { name, fulfillmentUrl: addressOfListing(adapter, url, landing) }),
    outcome: 'changed at the marketplace',
    failed: (status) => ({ from: status, to: status }),
  });
