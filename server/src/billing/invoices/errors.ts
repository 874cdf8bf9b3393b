import { defineErrors } from '../../platform/errors.ts';

export const invoiceErrors = defineErrors({
  invoice_not_found: [404, 'There is no such invoice'],
  invoice_state: [400, 'The invoice is in another state'],
});
