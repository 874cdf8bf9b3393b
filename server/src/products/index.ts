export { findProduct, type ProductRow } from './store.ts';
