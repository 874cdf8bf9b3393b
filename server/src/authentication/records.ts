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

export const User = record('User', 'A person with an account.', {
  id: idText('Identifier.'),
  email: mailText('E-mail address, in small letters.'),
  name: nameText('Name.'),
  hasPassword: flag('Whether the person can sign in by a password.'),
  emailVerifiedAt: time('When the address was proved to be the person’s.'),
  creationTime: time('When the account was made.'),
  lastUpdateTime: time('When it was changed last.'),
});

export const UserSession = record('UserSession', 'A sign-in of a person that goes on.', {
  id: idText('Identifier.'),
  creationTime: time('When the person signed in.'),
  lastUsedAt: time('When it was last used to get a token; recorded at most once a minute.'),
  expiresAt: time('When it expires, however much it is used.'),
  idleExpiresAt: time('When it expires unless it is used before.'),
  authMethod: codeText('How the person signed in: PASSWORD or SSO.'),
  secondFactor: codeText('The second factor of the sign-in: TOTP, RECOVERY_CODE or PASSKEY; absent: none.'),
  clientID: idText('The program that it is used by.'),
  userAgent: text('What the browser or program called itself.'),
  ipAddress: codeText('From where the person signed in.'),
  current: flag('Whether it is the session that asks.'),
});

const email = z
  .email('must be an e-mail address')
  .max(200)
  .meta({ description: 'E-mail address.', examples: ['ann@example.com'] });
const password = z
  .string()
  .max(1000)
  .meta({ description: 'Password: 12 to 200 characters, not the e-mail address.' });
const token = z.string().max(200).meta({ description: 'What stood in the link of the mail.' });

export const SignUp = z
  .object({ email, name: key('Name.').optional(), password })
  .meta({ id: 'SignUp', description: 'A new account.' });
export const EmailVerification = z
  .object({ token, password })
  .meta({ id: 'EmailVerification', description: 'Proof of an e-mail address.' });
export const PasswordResetRequest = z
  .object({ email })
  .meta({ id: 'PasswordResetRequest', description: 'A wish for a new password.' });
export const PasswordReset = z
  .object({ token, password })
  .meta({ id: 'PasswordReset', description: 'A new password, by a link of a mail.' });

export const UserPatch = z
  .object({
    name: nullable(key('Name; null removes it.')).optional(),
    password: password.optional(),
    currentPassword: z
      .string()
      .max(1000)
      .optional()
      .meta({ description: 'The password until now; needed with a new one.' }),
  })
  .meta({ id: 'UserPatch', description: 'What a person changes of its account.' });

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
      .meta({ description: 'What was done.' }),
  })
  .meta({ id: 'AccountStatus', description: 'What was done with an account.' });
