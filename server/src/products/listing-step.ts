import {
  type AdapterRegistry,
  type Failure,
  type MarketplaceAdapter,
  marketplaceJobHandler,
  observeJob,
} from '../marketplaces/index.ts';
import { enqueue, type JobDefinition, type JobHandler, type JobRun } from '../platform/jobs/queue.ts';
import type { ProductRow } from './columns.ts';
import type { ProductStatus } from './states.ts';
import { changeProduct, findProduct, lockProduct } from './store.ts';

/** The landing address of the service for buyers of one partner. */
export type LandingAddress = (partner: string, organizationId: string) => string;

/**
 * The address for a listing: usually the seller's page. On marketplaces where buyers arrive with a purchase
 * token, the landing page of the service, which redirects to the seller's page.
 */
export const addressOfListing = (
  adapter: MarketplaceAdapter,
  url: string | undefined,
  landing: string,
): string | undefined => (url && adapter.describe().purchaseTokenParameter ? landing : url);

type Step<P> = {
  definition: JobDefinition<P>;
  /** Returns whether this step of the product is still pending. */
  waits: (product: ProductRow) => boolean;
  call: (adapter: MarketplaceAdapter, externalId: string, payload: P, landing: string) => Promise<void>;
  outcome: string;
  /** The failure's change of status, given the status before the call. */
  failed: (status: ProductRow['status']) => FailedMove;
};

/** A job for one step on an existing listing: calls the marketplace, then observes the listing. */
export const stepHandler = <P extends { productId: string }>(
  registry: AdapterRegistry,
  landingOf: LandingAddress,
  { definition, waits, call, outcome, failed }: Step<P>,
): JobHandler<P> =>
  marketplaceJobHandler(registry, {
    definition,
    load: async (scope, { productId }) => {
      const product = await findProduct(scope, productId);
      const { partner, external_id: externalId } = product ?? {};
      if (!product || !partner || !externalId || !waits(product))
        return 'nothing to do: the product is not pending this step';
      return { product, partner, externalId };
    },
    onNotConnected: (job, { product, partner }) =>
      recordFailure(job, failed(product.status), noIntegration(partner)),
    call: ({ adapter, externalId, partner }, job) =>
      call(adapter, externalId, job.payload, landingOf(partner, job.organizationId)),
    finish: (job, _done, { partner, externalId }) =>
      job.finish(outcome, async (scope) => {
        await scope.query(enqueue(scope, observeJob, { partner, kind: 'PRODUCT', externalId }));
      }),
    onFailure: async (job, failure, asked) => {
      const product =
        asked?.product ?? (await job.transaction((scope) => findProduct(scope, job.payload.productId)));
      if (!product) return job.finish(`failed: ${failure.readable}`, undefined, 'FAILED');
      return recordFailure(job, failed(product.status), failure);
    },
  });

/** The status of a product before a call to its marketplace, and its status after a failed call. */
export type FailedMove = { from: ProductStatus; to: ProductStatus };

export const noIntegration = (partner: string): Failure => ({
  raw: `no integration with ${partner}`,
  readable: `The organization has no integration with ${partner}. Connect the marketplace, then try again.`,
});

/** Ends the job as failed, and writes the reason on the product. */
export const recordFailure = (
  job: JobRun<{ productId: string }>,
  { from, to }: FailedMove,
  { raw, readable }: Failure,
): Promise<void> =>
  job.finish(
    `failed: ${readable}`,
    async (scope) => {
      const product = await lockProduct(scope, job.payload.productId);
      if (product?.status !== from) return;
      const metaInfo = {
        ...JSON.parse(product.meta_info),
        errorMessages: [raw],
        prettifiedErrorMessages: [readable],
      };
      await changeProduct(scope, product, { status: to, meta_info: JSON.stringify(metaInfo) });
    },
    'FAILED',
  );
