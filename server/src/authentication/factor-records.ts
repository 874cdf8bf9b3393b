import { z } from 'zod';
import { flag, idText, integer, list, nameText, record, time } from '../platform/records/fields.ts';

const mostPasskeys = 20;

export const Passkey = record('Passkey', 'A passkey of a user.', {
  id: idText('Identifier.'),
  name: nameText('Name given by the user.'),
  creationTime: time('Time of registration.'),
  lastUsedAt: time('Time of the last sign-in with the passkey.'),
});

export const SecondFactors = record('SecondFactors', 'The second factors of a user.', {
  totp: flag('Whether sign-in requires a code from an authenticator app.'),
  totpSince: time('Time at which the authenticator app was confirmed.'),
  recoveryCodesLeft: integer('Number of unused recovery codes.'),
  passkeys: list(Passkey, 'The passkeys, oldest first.', mostPasskeys),
});

export const PasswordAgain = z
  .object({
    currentPassword: z.string().max(1000).meta({ description: 'Current password of the user.' }),
  })
  .meta({ id: 'PasswordAgain', description: 'The current password, which confirms a sensitive change.' });

export const TotpEnrolment = z
  .object({
    secret: z.string().meta({ description: 'Secret in base32, to be entered in the app.' }),
    uri: z.string().meta({ description: 'Secret as an `otpauth:` URI, for a QR code.' }),
  })
  .meta({ id: 'TotpEnrolment', description: 'A secret for an authenticator app, shown once.' });

export const TotpCode = z
  .object({ code: z.string().max(40).meta({ description: 'Code shown by the app: 6 digits.' }) })
  .meta({ id: 'TotpCode', description: 'A code from an authenticator app.' });

export const RecoveryCodes = z
  .object({
    recoveryCodes: z
      .array(z.string())
      .max(10)
      .meta({ description: 'Recovery codes; each is valid for one sign-in.' }),
  })
  .meta({ id: 'RecoveryCodes', description: 'Recovery codes, shown once.' });

export const passkeyLimit = mostPasskeys;

export const PasskeyEnrolment = z
  .object({
    options: z.record(z.string(), z.unknown()).meta({
      description: 'Options for `PublicKeyCredential.parseCreationOptionsFromJSON`.',
    }),
    state: z.string().meta({ description: 'State to be sent back once, within five minutes.' }),
  })
  .meta({ id: 'PasskeyEnrolment', description: 'A challenge for a new passkey.' });

export const NewPasskey = z
  .object({
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .meta({ description: 'Name for the passkey, chosen by the user.' }),
    state: z.string().max(2000).meta({ description: 'The `state` from the response of `beginPasskey`.' }),
    credential: z.record(z.string(), z.unknown()).meta({
      description: 'Credential from the browser, as returned by `PublicKeyCredential.toJSON`.',
    }),
  })
  .meta({ id: 'NewPasskey', description: 'A passkey created by an authenticator.' });

export const RegisteredPasskey = z
  .object({
    passkey: Passkey,
    recoveryCodes: z.array(z.string()).max(10).optional().meta({
      description: 'Ten recovery codes, shown once; absent if the user already had a second factor.',
    }),
  })
  .meta({ id: 'RegisteredPasskey', description: 'A new passkey.' });
