import { defineErrors } from '../platform/errors.ts';

export const billingErrors = defineErrors({
  addon_not_found: [404, 'There is no such addon'],
  addon_deleted: [400, 'The addon was deleted'],
});
