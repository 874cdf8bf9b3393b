import type { JobRun } from '../platform/jobs/queue.ts';
import type { ProductStatus } from './states.ts';
import { changeProduct, lockProduct } from './store.ts';

/** What a marketplace did not do, in its words and in ours, and where the product stands then. */
export type Failure = { from: ProductStatus; to: ProductStatus; raw: string; readable: string };

export const noIntegration = (partner: string): { raw: string; readable: string } => ({
  raw: `no integration with ${partner}`,
  readable: `The organization has no integration with ${partner}. Connect the marketplace, then try again.`,
});

/** Ends the job, with the reason on the product. */
export const recordFailure = (
  job: JobRun<unknown>,
  productId: string,
  { from, to, raw, readable }: Failure,
): Promise<void> =>
  job.finish(
    `failed: ${readable}`,
    async (scope) => {
      const product = await lockProduct(scope, productId);
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
