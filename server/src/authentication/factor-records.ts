import { z } from 'zod';
import { flag, idText, list, nameText, record, time, whole } from '../platform/records/fields.ts';

const mostPasskeys = 20;

export const Passkey = record('Passkey', 'A passkey of a person.', {
  id: idText('Identifier.'),
  name: nameText('Name that the person gave it.'),
  creationTime: time('When it was registered.'),
  lastUsedAt: time('When it last signed the person in.'),
});

export const SecondFactors = record('SecondFactors', 'The second factors of a person.', {
  totp: flag('Whether sign-in asks for a code of an authenticator app.'),
  totpSince: time('When the authenticator app was confirmed.'),
  recoveryCodesLeft: whole('How many recovery codes are unused.'),
  passkeys: list(Passkey, 'The passkeys, oldest first.', mostPasskeys),
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

export const passkeyLimit = mostPasskeys;

export const PasskeyEnrolment = z
  .object({
    options: z.record(z.string(), z.unknown()).meta({
      description: 'What `PublicKeyCredential.parseCreationOptionsFromJSON` takes.',
    }),
    state: z.string().meta({ description: 'To be sent back within five minutes, once.' }),
  })
  .meta({ id: 'PasskeyEnrolment', description: 'A challenge for a new passkey.' });

export const NewPasskey = z
  .object({
    name: z.string().trim().min(1).max(100).meta({ description: 'Name by which the person knows it.' }),
    state: z.string().max(2000).meta({ description: 'As `beginPasskey` answered it.' }),
    credential: z.record(z.string(), z.unknown()).meta({
      description: 'What the browser answered, as `PublicKeyCredential.toJSON` writes it.',
    }),
  })
  .meta({ id: 'NewPasskey', description: 'A passkey that an authenticator has made.' });

export const RegisteredPasskey = z
  .object({
    passkey: Passkey,
    recoveryCodes: z.array(z.string()).max(10).optional().meta({
      description: 'Ten recovery codes, shown once; absent where the person had a second factor already.',
    }),
  })
  .meta({ id: 'RegisteredPasskey', description: 'A new passkey.' });
