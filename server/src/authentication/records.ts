import { z } from 'zod';
import {
  codeText,
  flag,
  idText,
  key,
  mailText,
  nameText,
  nullable,
  record,
  text,
  time,
} from '../platform/records/fields.ts';

export const User = record('User', 'A user with an account.', {
  id: idText('Identifier.'),
  email: mailText('E-mail address in lower case.'),
  name: nameText('Name.'),
  hasPassword: flag('Whether the user can sign in with a password.'),
  emailVerifiedAt: time('Time at which the address was verified.'),
  creationTime: time('Creation time.'),
  lastUpdateTime: time('Time of the last change.'),
});

export const UserSession = record('UserSession', 'An active session of a user.', {
  id: idText('Identifier.'),
  creationTime: time('Time of the sign-in.'),
  lastUsedAt: time('Time at which a token was last issued for the session; recorded at most once a minute.'),
  expiresAt: time('Time at which the session expires, regardless of use.'),
  idleExpiresAt: time('Time at which the session expires unless it is used before.'),
  authMethod: codeText('Sign-in method: PASSWORD or SSO.'),
  secondFactor: codeText(
    'Second factor of the sign-in: TOTP, RECOVERY_CODE or PASSKEY; absent without a second factor.',
  ),
  clientID: idText('Client that uses the session.'),
  userAgent: text('User agent of the browser or program.'),
  ipAddress: codeText('IP address from which the user signed in.'),
  current: flag('Whether this is the calling session.'),
});

const email = z
  .email('must be an e-mail address')
  .max(200)
  .meta({ description: 'E-mail address.', examples: ['ann@example.com'] });
const password = z
  .string()
  .max(1000)
  .meta({ description: 'Password: 12 to 200 characters, not the e-mail address.' });
const token = z.string().max(200).meta({ description: 'Token from the link in the mail.' });

export const SignUp = z
  .object({ email, name: key('Name.').optional(), password })
  .meta({ id: 'SignUp', description: 'A new account.' });
export const EmailVerification = z
  .object({ token, password })
  .meta({ id: 'EmailVerification', description: 'Confirmation of an e-mail address.' });
export const PasswordResetRequest = z
  .object({ email })
  .meta({ id: 'PasswordResetRequest', description: 'Request for a mail to reset the password.' });
export const PasswordReset = z
  .object({ token, password })
  .meta({ id: 'PasswordReset', description: 'A new password, with the token from the mail.' });

export const UserPatch = z
  .object({
    name: nullable(key('Name; null removes it.')).optional(),
    password: password.optional(),
    currentPassword: z
      .string()
      .max(1000)
      .optional()
      .meta({ description: 'The current password; required with a new password.' }),
  })
  .meta({ id: 'UserPatch', description: 'Changes to an account by its owner.' });

export const AccountStatus = z
  .object({
    status: z
      .enum([
        'VERIFICATION_SENT',
        'VERIFIED',
        'RESET_SENT',
        'PASSWORD_CHANGED',
        'SIGNED_OUT',
        'OTHER_SESSIONS_ENDED',
      ])
      .meta({ description: 'Result of the operation.' }),
  })
  .meta({ id: 'AccountStatus', description: 'Result of an operation on an account.' });
