import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The text and groups that the document of the API has for notifications. */
export const notificationDescription: ApiPart = {
  groups: {
    Notification:
      'Events and how they are sent: webhooks, e-mails, and a feed to be followed. Each delivery is signed, repeated until it ' +
      'is taken, and can be looked up and sent again.',
  },
  parameters: {
    webhookId: 'The webhook endpoint',
    deliveryId: 'The delivery',
    notificationMessageId: 'The message',
    entityType: 'What kind of record it is: one of those that notification events are about',
    entityId: 'The record',
  },
};
