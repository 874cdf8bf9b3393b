import type { Failure } from '../marketplaces/index.ts';
import type { JobRun } from '../platform/jobs/queue.ts';
import type { ProductStatus } from './states.ts';
import { changeProduct, lockProduct } from './store.ts';

/** The status of a product when its marketplace was asked, and the one that it has when that failed. */
export type FailedMove = { from: ProductStatus; to: ProductStatus };

export const noIntegration = (partner: string): Failure => ({
  raw: `no integration with ${partner}`,
  readable: `The organization has no integration with ${partner}. Connect the marketplace, then try again.`,
});

/** Ends the job, with the reason on the product. */
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
