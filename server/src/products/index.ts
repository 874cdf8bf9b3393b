export { agreementAddresses } from './agreement-addresses.ts';
export { modifiedBy } from './changes.ts';
export { priceFindings } from './checks.ts';
export { encodeProduct, type ProductRow } from './columns.ts';
export { productErrors } from './errors.ts';
export {
  callersMetaInfo,
  metaInfoOwners,
  normalizeCrmId,
  type Owner,
  serverOwnedMetaInfo,
} from './meta-info.ts';
export { listPricesJob, observeProduct } from './observe.ts';
export { givenProductType, printProductType } from './product-types.ts';
export { alertOfMissingListing, compareListings, heldListings, importListings } from './reconcile.ts';
export { findListing, findProduct, findProductsOf, selectProduct } from './store.ts';
