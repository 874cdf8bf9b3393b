import { defineErrors } from '../platform/errors.ts';

export const notificationErrors = defineErrors({
  notification_message_not_found: [404, 'There is no such notification message'],
  too_many_waiting: [429, 'Too many requests of the organization wait for events'],
});
