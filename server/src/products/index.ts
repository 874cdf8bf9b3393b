export { agreementAddresses } from './agreement-addresses.ts';
export { priceFindings } from './checks.ts';
export { encodeProduct, type ProductRow } from './columns.ts';
export { wrongChoices } from './commit-choices.ts';
export { createJobHandler as createProductJobHandler } from './create-job.ts';
export { productDescription } from './description.ts';
export { productErrors } from './errors.ts';
export { importJobHandler } from './import-job.ts';
export { listPricesJob } from './list-prices-job.ts';
export { publishJobHandler, updateJobHandler } from './listing-jobs.ts';
export {
  callersMetaInfo,
  metaInfoOwners,
  normalizeCrmId,
  type Owner,
  serverOwnedMetaInfo,
} from './meta-info.ts';
export { observeProduct } from './observe.ts';
export { productRoutes } from './routes.ts';
export { findProduct, selectProduct } from './store.ts';
