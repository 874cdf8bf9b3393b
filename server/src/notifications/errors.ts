import { defineErrors } from '../platform/errors.ts';

export const notificationErrors = defineErrors({
  notification_message_not_found: [404, 'There is no such notification message'],
});
