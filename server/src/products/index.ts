import type { AdapterRegistry } from '../marketplaces/index.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import { createJobHandler } from './create-job.ts';
import { importJobHandler } from './import-job.ts';
import { type LandingOf, publishJobHandler, updateJobHandler } from './listing-jobs.ts';

export { agreementAddresses } from './agreement-addresses.ts';
export { priceFindings } from './checks.ts';
export { encodeProduct, type ProductRow } from './columns.ts';
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
export { alertOfMissingListing, heldListings } from './missing-listings.ts';
export { modifiedBy } from './modified-by.ts';
export { observeProduct } from './observe.ts';
export { productPassages } from './passages.ts';
export { compareListings, importListings } from './past-listings.ts';
export { productRoutes } from './routes.ts';
export { findListing, findProduct, findProductsOf, selectProduct } from './store.ts';

/** All kinds of jobs about listings at marketplaces. */
export const productJobs = (registry: AdapterRegistry, landingOf: LandingOf): AnyJobHandler[] => [
  createJobHandler(registry, landingOf),
  publishJobHandler(registry, landingOf),
  updateJobHandler(registry, landingOf),
  importJobHandler(registry),
];
