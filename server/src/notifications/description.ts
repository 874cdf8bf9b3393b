import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The texts and operation groups of the OpenAPI document for notifications. */
export const notificationDescription: ApiPart = {
  groups: {
    Notification:
      'Events and their delivery: webhooks, e-mails, and a feed to follow. Each delivery is signed, retried until it is ' +
      'accepted, and can be read and sent again.',
  },
  parameters: {
    webhookId: 'The webhook endpoint',
    deliveryId: 'The delivery',
    notificationMessageId: 'The message',
    entityType: 'The record type, as in a notification event’s entityType',
    entityId: 'The record',
  },
};
