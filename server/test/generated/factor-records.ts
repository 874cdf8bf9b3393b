import { createPasswords } from '../../src/authentication/passwords.ts';
import { stepAt, totpCode } from '../../src/authentication/totp.ts';
import { createAuthenticator } from '../authenticator.ts';
import type { TestApp, TestPerson } from '../harness.ts';
import { password } from '../people.ts';
import type { Operation } from './operations.ts';

const secret = Buffer.from('secret of generated tests');
const cheap = createPasswords({ n: 1024, r: 8, p: 1 });

/** Returns the current code of the authenticator apps of these people. */
export const presentCode = (): string => totpCode(secret, stepAt(new Date()));

/** The authenticator app state that each operation needs; undefined if no state is needed. */
const needed: Readonly<Record<string, 'none' | 'pending' | 'confirmed'>> = {
  beginTotp: 'none',
  beginPasskey: 'none',
  confirmTotp: 'pending',
  removeTotp: 'confirmed',
  renewRecoveryCodes: 'confirmed',
};

/**
 * Provides people whose second factors have the required state: a new person for each call, unless the body names
 * one.
 */
export function createFactorRecords(app: TestApp) {
  const made: { registering?: TestPerson & { body: string }; removing?: TestPerson & { passkeyId: string } } =
    {};
  let count = 0;
  const withPassword = async (): Promise<TestPerson> => {
    const person = await app.person();
    const hash = await cheap.hash(password, 'generated');
    await app.database.query('UPDATE person SET password_hash = $2 WHERE id = $1', [person.id, hash]);
    return person;
  };
  const setFactor = ({ sessionId }: TestPerson, factor: string) =>
    app.database.query('UPDATE person_session SET second_factor = $2 WHERE id = $1', [sessionId, factor]);
  const registering = async () => {
    const person = await withPassword();
    const { body } = await app.request('POST', '/user/me/passkey/begin', {
      token: person.token,
      body: { currentPassword: password },
    });
    const credential = createAuthenticator(app.url).create(body.options);
    return { ...person, body: JSON.stringify({ name: 'x', state: body.state, credential }) };
  };
  const removing = async () => {
    const person = await withPassword();
    const passkeyId = `pky_${String(++count).padStart(26, '0')}`;
    await app.database.query(
      `INSERT INTO person_passkey (id, person_id, credential_id, name, public_key, counter, creation_time)
       VALUES ($1, $2, $1, 'x', '\\x00', 0, now())`,
      [passkeyId, person.id],
    );
    await setFactor(person, 'PASSKEY');
    return { ...person, passkeyId };
  };
  return {
    ids: async () => {
      made.registering ??= await registering();
      made.removing ??= await removing();
      return { passkeyBody: made.registering.body, passkeyId: made.removing.passkeyId };
    },
    caller: async ({ operationId }: Operation): Promise<TestPerson | undefined> => {
      if (operationId === 'registerPasskey') return made.registering;
      if (operationId === 'removePasskey') return made.removing;
      const state = needed[operationId];
      if (state === undefined) return undefined;
      const person = await withPassword();
      if (state === 'none') return person;
      const sealed = app.app.vault.encrypt(secret.toString('base64url'), `totp ${person.id}`);
      await app.database.query(
        `INSERT INTO person_totp (person_id, is_pending, sealed_secret, creation_time)
         VALUES ($1, $2, $3, clock_timestamp())`,
        [person.id, state === 'pending', sealed],
      );
      if (state === 'confirmed') await setFactor(person, 'TOTP');
      return person;
    },
    used: ({ operationId }: Operation) => {
      if (operationId === 'registerPasskey') delete made.registering;
      if (operationId === 'removePasskey') delete made.removing;
    },
  };
}
