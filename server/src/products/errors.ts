import { defineErrors } from '../platform/errors.ts';

export const productErrors = defineErrors({
  product_not_found: [404, 'There is no such product'],
  product_not_draft: [409, 'The product was submitted already'],
  product_in_progress: [409, 'The product is being created or published'],
  product_not_publishable: [409, 'The product cannot be published in its state'],
  product_is_public: [409, 'A public product cannot be deleted'],
  product_not_listed: [409, 'The product has no listing at a marketplace'],
});
