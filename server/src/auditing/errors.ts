import { defineErrors } from '../platform/errors.ts';

export const auditingErrors = defineErrors({
  auditing_event_not_found: [404, 'Auditing event not found'],
});
