import { z } from 'zod';
import {
  type AdapterRegistry,
  marketplaceJobHandler,
  marketplaceRetry,
  observeJob,
  type ProductSpec,
} from '../marketplaces/index.ts';
import { enqueue, type JobDefinition, type JobHandler } from '../platform/jobs/queue.ts';
import type { ProductRow } from './columns.ts';
import { type FailedMove, noIntegration, recordFailure } from './failure.ts';
import { addressOfListing, type LandingOf } from './listing-jobs.ts';
import { findProduct } from './store.ts';

type Payload = { productId: string };

/** Creates a product's listing at its marketplace. */
export const createJob: JobDefinition<Payload> = {
  kind: 'products.create',
  payload: z.object({ productId: z.string() }),
  lane: ({ productId }) => `product:${productId}`,
  retry: marketplaceRetry,
  operation: {
    name: 'Create a product at its marketplace',
    subject: ({ productId }) => ({ product_id: productId }),
  },
};

const failed: FailedMove = { from: 'PENDING_CREATE', to: 'CREATE_FAILED' };

export const createJobHandler = (registry: AdapterRegistry, landingOf: LandingOf): JobHandler<Payload> =>
  marketplaceJobHandler(registry, {
    definition: createJob,
    load: async (scope, { productId }) => {
      const product = await findProduct(scope, productId);
      if (product?.status !== 'PENDING_CREATE')
        return 'nothing to do: the product does not wait to be created';
      return { product, partner: product.partner ?? '' };
    },
    notConnected: (job, { partner }) => recordFailure(job, failed, noIntegration(partner)),
    call: async ({ adapter, product, partner }, job) => {
      // A first answer may have been lost: from the second try on the marketplace is asked before anything is made.
      const found = job.attempts > 0 ? await adapter.findProduct(product.id) : undefined;
      if (found) return found;
      const spec = specOf(product);
      const fulfillmentUrl = addressOfListing(
        adapter,
        spec.fulfillmentUrl,
        landingOf(partner, job.organizationId),
      );
      return adapter.createProduct({ ...spec, fulfillmentUrl });
    },
    // Read once by ourselves: the notification may have been lost with an earlier try.
    finish: (job, { externalId }, { partner }) =>
      job.finish('created at the marketplace', async (scope) => {
        await scope.query(enqueue(scope, observeJob, { partner, kind: 'PRODUCT', externalId }));
      }),
    fail: (job, { raw, readable }, asked) =>
      recordFailure(job, failed, {
        raw,
        readable: asked ? readable : `${readable}. Create the product again by its id.`,
      }),
  });

const specOf = (product: ProductRow): ProductSpec => ({
  key: product.id,
  name: product.name ?? undefined,
  productType: product.product_type ?? undefined,
  fulfillmentUrl: product.fulfillment_url ?? undefined,
  info: JSON.parse(product.info),
  metaInfo: JSON.parse(product.meta_info),
});
