import { defineErrors } from '../../platform/errors.ts';

export const webhookErrors = defineErrors({
  webhook_not_found: [404, 'The organization has no such webhook endpoint'],
  webhook_delivery_not_found: [404, 'The webhook endpoint has no such delivery'],
  webhook_disabled: [409, 'The webhook endpoint is disabled'],
});
