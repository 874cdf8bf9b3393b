import { defineErrors } from '../platform/errors.ts';

export const authenticationErrors = defineErrors({
  session_not_found: [404, 'There is no such session'],
  passkey_not_found: [404, 'There is no such passkey'],
  too_many_passkeys: [409, 'The account has reached its limit of passkeys'],
  passkeys_unavailable: [422, 'Passkeys need a host name'],
  no_second_factor: [409, 'No second factor is set up'],
  too_many_attempts: [429, 'Too many attempts come from this address'],
});
