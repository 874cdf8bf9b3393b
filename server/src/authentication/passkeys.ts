import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { insertInto } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Queryable, Statement } from '../platform/database/statement.ts';
import { challengeMs } from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';

/** Loads the WebAuthn library, when the first passkey is verified. */
const library = () => import('@simplewebauthn/server');

/** Returns the argument of `navigator.credentials.get` as JSON, for any passkey that verifies its owner. */
export const requestOptions = ({ id }: RelyingParty, challenge: string) => ({
  challenge,
  rpId: id,
  timeout: challengeMs,
  userVerification: 'required',
});

/** Returns the argument of `navigator.credentials.create` as JSON. */
export const creationOptions = (
  { id }: RelyingParty,
  challenge: string,
  person: { id: string; email: string; credentialIds: readonly string[] },
) => ({
  challenge,
  rp: { id, name: 'Tradepost' },
  user: {
    id: Buffer.from(person.id).toString('base64url'),
    name: person.email,
    displayName: person.email,
  },
  // ES256, EdDSA and RS256.
  pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
  timeout: challengeMs,
  attestation: 'none',
  // The passkey is stored by the authenticator, so that sign-in needs no e-mail address.
  authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  excludeCredentials: person.credentialIds.map((each) => ({ type: 'public-key', id: each })),
});

/** A passkey created by an authenticator. */
export type NewPasskey = { credentialId: string; publicKey: Buffer; counter: number };

/**
 * Verifies the registration of a passkey.
 * @returns undefined if the response is not valid for the challenge
 */
export async function judgeRegistration(
  party: RelyingParty,
  challenge: string,
  response: unknown,
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await library();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      supportedAlgorithmIDs: [-7, -8, -257],
    });
    if (!registrationInfo) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credentialId: id, publicKey: Buffer.from(publicKey), counter };
  } catch {
    // The library throws only for invalid responses.
    return undefined;
  }
}

export type Passkey = RowOf<
  'person_passkey',
  'id' | 'person_id' | 'credential_id' | 'public_key' | 'counter'
>;

/**
 * Verifies the signature of a passkey.
 * @returns the counter of a valid signature; undefined for other responses
 */
export async function judgeSignature(
  party: RelyingParty,
  challenge: string,
  { credential_id: id, public_key: key, counter, person_id: personId }: Passkey,
  response: AuthenticationResponseJSON,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  try {
    const { userHandle } = response.response;
    if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== personId)
      return undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      credential: { id, publicKey: new Uint8Array(key), counter: Number(counter) },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

export async function findPasskey(queryable: Queryable, credentialId: string): Promise<Passkey | undefined> {
  const [row] = await queryable.query<Passkey>({
    name: 'read_passkey',
    text: `SELECT id, person_id, credential_id, public_key, counter FROM person_passkey
           WHERE credential_id = $1`,
    values: [credentialId],
  });
  return row;
}

/**
 * Records a use of a passkey. The statement returns a row if the passkey exists and the signature is newer than all
 * earlier signatures.
 */
export const usePasskey = (id: string, counter: number): Statement => ({
  name: 'use_passkey',
  text: `UPDATE person_passkey SET counter = $2, last_used_at = clock_timestamp()
         WHERE id = $1 AND (counter < $2 OR $2 = 0 AND counter = 0) RETURNING id`,
  values: [id, counter],
});

/**
 * Locks a passkey against removal until the end of the transaction. The statement returns a row if the passkey exists.
 */
export const lockPasskey = (id: string): Statement => ({
  name: 'hold_passkey',
  text: 'SELECT id FROM person_passkey WHERE id = $1 FOR SHARE',
  values: [id],
});

export type ListedPasskey = RowOf<
  'person_passkey',
  'id' | 'credential_id' | 'name' | 'creation_time' | 'last_used_at'
>;

export const listPasskeys = (queryable: Queryable, personId: string): Promise<ListedPasskey[]> =>
  queryable.query<ListedPasskey>({
    name: 'list_passkeys',
    text: `SELECT id, credential_id, name, creation_time, last_used_at FROM person_passkey
           WHERE person_id = $1 ORDER BY creation_time, id`,
    values: [personId],
  });

const passkeyInsert = insertInto(
  'insert_passkey',
  'person_passkey',
  ['id', 'person_id', 'credential_id', 'name', 'public_key', 'counter', 'creation_time'],
  { after: 'ON CONFLICT (credential_id) DO NOTHING RETURNING id' },
);

/** Inserts a passkey. The statement returns no row if the passkey is already registered. */
export const insertPasskey = (
  passkey: NewPasskey & { id: string; personId: string; name: string },
  now: Date,
): Statement =>
  passkeyInsert({
    id: passkey.id,
    person_id: passkey.personId,
    credential_id: passkey.credentialId,
    name: passkey.name,
    public_key: passkey.publicKey,
    counter: passkey.counter,
    creation_time: now,
  });

export const dropPasskey = (personId: string, id: string): Statement => ({
  name: 'drop_passkey',
  text: 'DELETE FROM person_passkey WHERE person_id = $1 AND id = $2 RETURNING id',
  values: [personId, id],
});
