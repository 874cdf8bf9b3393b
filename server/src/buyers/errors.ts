import { defineErrors } from '../platform/errors.ts';

export const buyerErrors = defineErrors({
  buyer_not_found: [404, 'Buyer not found'],
  buyer_has_entitlements: [409, 'The buyer has entitlements that have not ended'],
  buyer_has_credit: [409, 'The buyer has unused credit'],
  buyer_has_invoices: [409, 'The buyer has unpaid invoices'],
  contact_not_found: [404, 'Contact not found'],
  contact_exists: [409, 'Another contact has this e-mail address'],
});
