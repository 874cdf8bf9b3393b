import { defineErrors } from '../../platform/errors.ts';

export const webhookErrors = defineErrors({
  webhook_not_found: [404, 'Webhook endpoint not found'],
  webhook_delivery_not_found: [404, 'Webhook delivery not found'],
  webhook_disabled: [409, 'The webhook endpoint is disabled'],
});
