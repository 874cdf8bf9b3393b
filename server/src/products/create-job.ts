import { z } from 'zod';
import {
  type AdapterRegistry,
  MarketplaceError,
  observeJob,
  type ProductRef,
  type ProductSpec,
} from '../marketplaces/index.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../platform/jobs/queue.ts';
import type { ProductRow } from './columns.ts';
import { type Failure, noIntegration, recordFailure } from './failure.ts';
import { findProduct } from './store.ts';

type Payload = { productId: string };

/** Creates a product's listing at its marketplace. */
export const createJob: JobDefinition<Payload> = {
  kind: 'products.create',
  payload: z.object({ productId: z.string() }),
  lane: ({ productId }) => `product:${productId}`,
  retry: backoff({ tries: 8, firstMs: 2000, longestMs: 600_000 }),
  operation: {
    name: 'Create a product at its marketplace',
    subject: ({ productId }) => ({ product_id: productId }),
  },
};

const failure = (raw: string, readable: string): Failure => ({
  from: 'PENDING_CREATE',
  to: 'CREATE_FAILED',
  raw,
  readable,
});

export const createJobHandler = (registry: AdapterRegistry): JobHandler<Payload> => ({
  definition: createJob,
  run: async (job) => {
    const { productId } = job.payload;
    const { product, environment } = await job.transaction(async (scope) => ({
      product: await findProduct(scope, productId),
      environment: scope.environment,
    }));
    if (product?.status !== 'PENDING_CREATE')
      return job.finish('nothing to do: the product does not wait to be created');
    const partner = product.partner ?? '';
    const adapter = registry.find({ organizationId: job.organizationId, environment }, partner);
    if (!adapter) {
      const { raw, readable } = noIntegration(partner);
      return recordFailure(job, productId, failure(raw, readable));
    }
    let made: ProductRef | undefined;
    try {
      // A first answer may have been lost: from the second try on the marketplace is asked before anything is made.
      if (job.attempts > 0) made = await adapter.findProduct(productId);
      made ??= await adapter.createProduct(specOf(product));
    } catch (error) {
      if (!(error instanceof MarketplaceError && error.permanent)) throw error;
      return recordFailure(job, productId, failure(error.message, error.readable));
    }
    const { externalId } = made;
    // Read once by ourselves: the notification may have been lost with an earlier try.
    return job.finish('created at the marketplace', async (scope) => {
      await scope.query(enqueue(scope, observeJob, { partner, kind: 'PRODUCT', externalId }));
    });
  },
  giveUp: (job, error) =>
    recordFailure(
      job,
      job.payload.productId,
      failure(
        error.message,
        `The marketplace could not be reached or kept failing: ${error.message}. Create the product again by its id.`,
      ),
    ),
});

const specOf = (product: ProductRow): ProductSpec => ({
  key: product.id,
  name: product.name ?? undefined,
  productType: product.product_type ?? undefined,
  fulfillmentUrl: product.fulfillment_url ?? undefined,
  info: JSON.parse(product.info),
  metaInfo: JSON.parse(product.meta_info),
});
