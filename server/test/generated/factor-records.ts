import { createPasswords } from '../../src/authentication/passwords.ts';
import { stepAt, totpCode } from '../../src/authentication/totp.ts';
import type { TestApp, TestPerson } from '../harness.ts';
import { password } from '../people.ts';
import type { Operation } from './operations.ts';

const secret = Buffer.from('secret of generated tests');
const cheap = createPasswords({ n: 1024, r: 8, p: 1 });

/** The code of the authenticator apps of these people, at this moment. */
export const presentCode = (): string => totpCode(secret, stepAt(new Date()));

/** The state of the authenticator app that each operation needs; undefined: none. */
const needed: Readonly<Record<string, 'none' | 'pending' | 'confirmed'>> = {
  beginTotp: 'none',
  confirmTotp: 'pending',
  removeTotp: 'confirmed',
  renewRecoveryCodes: 'confirmed',
};

/** People whose authenticator app is in a state for the operations of second factors: a new one for each call. */
export const createFactorRecords = (app: TestApp) => ({
  caller: async ({ operationId }: Operation): Promise<TestPerson | undefined> => {
    const state = needed[operationId];
    if (state === undefined) return undefined;
    const person = await app.person();
    const hash = await cheap.hash(password, { name: 'generated' });
    await app.database.query('UPDATE person SET password_hash = $2 WHERE id = $1', [person.id, hash]);
    if (state === 'none') return person;
    const sealed = app.app.vault.encrypt(secret.toString('base64url'), `totp ${person.id}`);
    await app.database.query(
      `INSERT INTO person_totp (person_id, is_pending, sealed_secret, creation_time)
       VALUES ($1, $2, $3, clock_timestamp())`,
      [person.id, state === 'pending', sealed],
    );
    if (state === 'confirmed')
      await app.database.query(`UPDATE person_session SET second_factor = 'TOTP' WHERE id = $1`, [
        person.sessionId,
      ]);
    return person;
  },
});
