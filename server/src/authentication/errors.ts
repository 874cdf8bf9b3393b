import { defineErrors } from '../platform/errors.ts';

export const authenticationErrors = defineErrors({
  session_not_found: [404, 'Session not found'],
  passkey_not_found: [404, 'Passkey not found'],
  too_many_passkeys: [409, 'The account has reached its limit of passkeys'],
  passkeys_unavailable: [422, 'Passkeys require a host name'],
  no_second_factor: [409, 'No second factor is set up'],
  too_many_attempts: [429, 'Too many attempts from this address'],
});
