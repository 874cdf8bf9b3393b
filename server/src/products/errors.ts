import { defineErrors } from '../platform/errors.ts';

export const productErrors = defineErrors({
  product_not_found: [404, 'Product not found'],
  product_not_draft: [409, 'The product was already submitted'],
  product_in_progress: [409, 'The product is being created or published'],
  product_not_publishable: [409, "The product's status does not allow publication"],
  product_is_public: [409, 'A public product cannot be deleted'],
  product_not_listed: [409, 'The product has no listing on a marketplace'],
});
