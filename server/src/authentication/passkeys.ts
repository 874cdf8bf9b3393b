import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { insertInto } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Queryable, Statement } from '../platform/database/statement.ts';
import { challengeMs } from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';

/** The library is loaded when the first passkey is judged. */
const library = () => import('@simplewebauthn/server');

/** The argument of `navigator.credentials.get`, as JSON. It accepts any passkey that verifies its owner. */
export const requestOptions = ({ id }: RelyingParty, challenge: string) => ({
  challenge,
  rpId: id,
  timeout: challengeMs,
  userVerification: 'required',
});

/** The argument of `navigator.credentials.create`, as JSON. */
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
  // Stored by the authenticator, so that it signs in without an address.
  authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  excludeCredentials: person.credentialIds.map((each) => ({ type: 'public-key', id: each })),
});

/** The passkey that an authenticator has made. */
export type NewPasskey = { credentialId: string; publicKey: Buffer; counter: number };

/** @returns undefined when the response is not a good one for the challenge */
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
    // Whatever the library stumbles over stands in the response.
    return undefined;
  }
}

export type Passkey = RowOf<
  'person_passkey',
  'id' | 'person_id' | 'credential_id' | 'public_key' | 'counter'
>;

/** @returns the counter of a signature that is good; undefined for any other response */
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

/** Counts a use. Answers a row while the passkey is there and the signature newer than all before. */
export const usePasskey = (id: string, counter: number): Statement => ({
  name: 'use_passkey',
  text: `UPDATE person_passkey SET counter = $2, last_used_at = clock_timestamp()
         WHERE id = $1 AND (counter < $2 OR $2 = 0 AND counter = 0) RETURNING id`,
  values: [id, counter],
});

/** Answers a row while the passkey is there; keeps it until the end of the transaction. */
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

/** Answers no row for a passkey that is registered already. */
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
