import { defineErrors } from '../platform/errors.ts';

export const authenticationErrors = defineErrors({
  auth_method_not_allowed: [403, 'The way of signing in is not good for this'],
  session_not_found: [404, 'There is no such session'],
});
