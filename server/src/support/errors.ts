import { defineErrors } from '../platform/errors.ts';

export const supportErrors = defineErrors({
  support_ticket_not_found: [404, 'There is no such support ticket'],
  support_ticket_archived: [400, 'The support ticket is archived'],
  support_ticket_full: [400, 'The support ticket has as much of this as it may have'],
});
