export { productErrors } from './errors.ts';
export { findProduct, type ProductRow, selectProductId } from './store.ts';
