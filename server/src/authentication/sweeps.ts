import { sweepAfter, sweepOf } from '../platform/database/maintenance.ts';

/** The sweeps that delete expired rows, in the system role. */
export const authenticationSweeps = [
  sweepAfter('person_session', 'expires_at', '0 days'),
  sweepOf('sweep_idle_sessions', 'person_session', 't.idle_ends_at < clock_timestamp()'),
  sweepAfter('authorization_code', 'expires_at', '1 day'),
  sweepAfter('person_token', 'expires_at', '1 day'),
  sweepAfter('sign_in_attempt', 'expires_at', '0 days'),
  sweepAfter('used_challenge', 'expires_at', '0 days'),
  sweepAfter('revoked_token', 'expires_at', '1 day'),
];
