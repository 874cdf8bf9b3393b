import { defineErrors } from '../platform/errors.ts';

export const auditingErrors = defineErrors({
  auditing_event_not_found: [404, 'There is no such auditing event'],
});
