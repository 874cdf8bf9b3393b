import { defineErrors } from '../../platform/errors.ts';

export const aiErrors = defineErrors({
  ai_invoice_not_found: [404, 'There is no such invoice of AI features'],
});
