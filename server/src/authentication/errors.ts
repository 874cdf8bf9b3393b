import { defineErrors } from '../platform/errors.ts';

export const authenticationErrors = defineErrors({
  session_not_found: [404, 'There is no such session'],
  no_second_factor: [409, 'No second factor is set up'],
  too_many_attempts: [429, 'Too many attempts come from this address'],
});
