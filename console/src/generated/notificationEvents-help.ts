/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Helps } from '../ui/operation/helps.ts';

export const helps: Helps = {"listNotificationEvents":{"$query/startDate":"First day, in UTC; defaults to 30 days before the last day","$query/endDate":"Last day, in UTC; defaults to today","$query/priorities":"Comma-separated list of LOW, MEDIUM, HIGH, CRITICAL","$query/message":"Text that the message contains, ignoring case"},"listNotificationEventsByEntity":{}};
