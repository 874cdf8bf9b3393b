import type { AdapterRegistry } from '../marketplaces/index.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import { createJobHandler } from './create-job.ts';
import { importJobHandler } from './import-job.ts';
import { publishJobHandler, updateJobHandler } from './listing-jobs.ts';

export { agreementAddresses } from './agreement-addresses.ts';
export { priceFindings } from './checks.ts';
export { encodeProduct, type ProductRow } from './columns.ts';
export { wrongChoices } from './commit-choices.ts';
export { productDescription } from './description.ts';
export { productErrors } from './errors.ts';
export { listPricesJob } from './list-prices-job.ts';
export {
  callersMetaInfo,
  metaInfoOwners,
  normalizeCrmId,
  type Owner,
  serverOwnedMetaInfo,
} from './meta-info.ts';
export { modifiedBy } from './modified-by.ts';
export { observeProduct } from './observe.ts';
export { type PriceCategory, priceCategoryOf, priceModelFindings, priceModels } from './price-models.ts';
export { productRoutes } from './routes.ts';
export { findProduct, selectProduct } from './store.ts';

/** All kinds of jobs about listings at marketplaces. */
export const productJobs = (registry: AdapterRegistry): AnyJobHandler[] => [
  createJobHandler(registry),
  publishJobHandler(registry),
  updateJobHandler(registry),
  importJobHandler(registry),
];
