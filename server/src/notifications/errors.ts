import { defineErrors } from '../platform/errors.ts';

export const notificationErrors = defineErrors({
  notification_message_not_found: [404, 'Notification message not found'],
  too_many_waiting: [429, 'Too many requests of this organization are waiting for events'],
});
