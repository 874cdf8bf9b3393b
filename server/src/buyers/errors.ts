import { defineErrors } from '../platform/errors.ts';

export const buyerErrors = defineErrors({
  buyer_not_found: [404, 'There is no such buyer'],
  buyer_has_entitlements: [409, 'The buyer has entitlements that have not ended'],
  buyer_has_credit: [409, 'The buyer has credit that is not used up'],
  buyer_has_invoices: [409, 'The buyer has invoices that are not paid'],
  contact_not_found: [404, 'There is no such contact'],
  contact_exists: [409, 'Another contact has this e-mail address'],
});
