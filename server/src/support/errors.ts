import { defineErrors } from '../platform/errors.ts';

export const supportErrors = defineErrors({
  support_ticket_not_found: [404, 'Support ticket not found'],
  support_ticket_archived: [400, 'The support ticket is archived'],
  support_ticket_full: [400, 'The support ticket has reached a limit'],
});
