import { z } from 'zod';
import {
  type AdapterRegistry,
  type MarketplaceAdapter,
  MarketplaceError,
  observeJob,
} from '../marketplaces/index.ts';
import {
  backoff,
  enqueue,
  type JobDefinition,
  type JobHandler,
  type JobRun,
} from '../platform/jobs/queue.ts';
import type { ProductRow } from './columns.ts';
import { type Failure, noIntegration, recordFailure } from './failure.ts';
import { findProduct } from './store.ts';

type Publish = { productId: string };
type Update = { productId: string; name?: string | undefined; fulfillmentUrl?: string | undefined };

const retry = backoff({ tries: 8, firstMs: 2000, longestMs: 600_000 });

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

type Step<P> = {
  definition: JobDefinition<P>;
  /** Whether the product still waits for this. */
  waits: (product: ProductRow) => boolean;
  call: (adapter: MarketplaceAdapter, externalId: string, payload: P) => Promise<void>;
  outcome: string;
  /** Where the product stands when the marketplace refuses, from where it stood. */
  failed: (status: ProductRow['status']) => Pick<Failure, 'from' | 'to'>;
};

/** A step on a listing that is there: the marketplace is called, then read again. */
function stepHandler<P extends { productId: string }>(
  registry: AdapterRegistry,
  step: Step<P>,
): JobHandler<P> {
  const fail = (job: JobRun<P>, status: ProductRow['status'], raw: string, readable: string) => {
    const failure: Failure = { ...step.failed(status), raw, readable };
    return recordFailure(job, job.payload.productId, failure);
  };
  return {
    definition: step.definition,
    run: async (job) => {
      const { product, environment } = await job.transaction(async (scope) => ({
        product: await findProduct(scope, job.payload.productId),
        environment: scope.environment,
      }));
      const { partner, external_id: externalId } = product ?? {};
      if (!product || !partner || !externalId || !step.waits(product))
        return job.finish('nothing to do: the product does not wait for this');
      const adapter = registry.find({ organizationId: job.organizationId, environment }, partner);
      if (!adapter) {
        const { raw, readable } = noIntegration(partner);
        return fail(job, product.status, raw, readable);
      }
      try {
        await step.call(adapter, externalId, job.payload);
      } catch (error) {
        if (!(error instanceof MarketplaceError && error.permanent)) throw error;
        return fail(job, product.status, error.message, error.readable);
      }
      return job.finish(step.outcome, async (scope) => {
        await scope.query(enqueue(scope, observeJob, { partner, kind: 'PRODUCT', externalId }));
      });
    },
    giveUp: async (job, error) => {
      const product = await job.transaction((scope) => findProduct(scope, job.payload.productId));
      const readable = `The marketplace could not be reached or kept failing: ${error.message}`;
      if (!product) return job.finish(`failed: ${readable}`, undefined, 'FAILED');
      return fail(job, product.status, error.message, readable);
    },
  };
}

export const publishJobHandler = (registry: AdapterRegistry): JobHandler<Publish> =>
  stepHandler(registry, {
    definition: publishJob,
    waits: ({ status }) => status === 'PENDING_PUBLISH',
    call: (adapter, externalId) => adapter.publishProduct(externalId),
    outcome: 'handed to the marketplace to be published',
    failed: () => ({ from: 'PENDING_PUBLISH', to: 'PUBLISH_FAILED' }),
  });

export const updateJobHandler = (registry: AdapterRegistry): JobHandler<Update> =>
  stepHandler(registry, {
    definition: updateJob,
    waits: () => true,
    call: (adapter, externalId, { name, fulfillmentUrl }) =>
      adapter.updateProduct(externalId, { name, fulfillmentUrl }),
    outcome: 'changed at the marketplace',
    failed: (status) => ({ from: status, to: status }),
  });
