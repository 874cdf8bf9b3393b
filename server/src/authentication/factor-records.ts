import { z } from 'zod';
import { flag, record, time, whole } from '../platform/records/fields.ts';

export const SecondFactors = record('SecondFactors', 'The second factors of a person.', {
  totp: flag('Whether sign-in asks for a code of an authenticator app.'),
  totpSince: time('When the authenticator app was confirmed.'),
  recoveryCodesLeft: whole('How many recovery codes are unused.'),
});

export const PasswordAgain = z
  .object({
    currentPassword: z.string().max(1000).meta({ description: 'The password of the person.' }),
  })
  .meta({ id: 'PasswordAgain', description: 'Proof that the person itself asks for the change.' });

export const TotpEnrolment = z
  .object({
    secret: z.string().meta({ description: 'The secret in base32, to be typed into the app.' }),
    uri: z.string().meta({ description: 'The same as an address (`otpauth:`), for a QR code.' }),
  })
  .meta({ id: 'TotpEnrolment', description: 'A secret for an authenticator app, shown once.' });

export const TotpCode = z
  .object({ code: z.string().max(40).meta({ description: 'The code that the app shows: 6 digits.' }) })
  .meta({ id: 'TotpCode', description: 'A code of an authenticator app.' });

export const RecoveryCodes = z
  .object({
    recoveryCodes: z
      .array(z.string())
      .max(10)
      .meta({ description: 'The codes; each is good for one sign-in.' }),
  })
  .meta({ id: 'RecoveryCodes', description: 'Recovery codes, shown once.' });
