import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { createVerifier, trustedPublicKeys } from '../../src/auditing/index.ts';
import { createAuditKey } from '../../src/auditing/wiring.ts';
import { encryptedColumns } from '../../src/organizations/index.ts';
import { createLog } from '../../src/platform/observability/log.ts';
import { createVault } from '../../src/platform/secrets/encryption.ts';
import { reencrypt } from '../../src/platform/secrets/key-rotation.ts';
import { readConfig } from '../../src/platform/system/config.ts';
import { createTrail, type Trail } from '../audit-trail.ts';
import { startTestApp, type TestApp, testMasterKey } from '../harness.ts';

const [second, third, stranger] = ['ab', 'cd', 'ef'].map((byte) => byte.repeat(32)) as [
  string,
  string,
  string,
];
const keyOf = (masterKey: string) => createAuditKey(createVault(masterKey));

let app: TestApp;
let trail: Trail;
beforeAll(async () => {
  app = await startTestApp();
  trail = createTrail(app, await app.organization());
  await trail.fill(5);
});
afterAll(() => app.stop());

/** Returns the findings of a process that has only this key. */
const findingsWith = async (masterKey: string) => {
  const known = await trustedPublicKeys(app.app.database, keyOf(masterKey));
  return trail.found({ verifies: createVerifier(known) });
};

const log = createLog('silent');

/**
 * Follows the procedure in the operations guide: a process with both keys renews the seals of the earlier
 * key.
 */
const replaceKey = async (masterKey: string, previous: string) => {
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', MASTER_KEY_PREVIOUS: previous });
  const { connectionString } = app.database;
  const { database, vault, stop } = await createApp({ config, connectionString, masterKey, log });
  await reencrypt({ database, vault, log }, encryptedColumns);
  await stop();
};

test('after two replacements of MASTER_KEY, earlier signatures still verify', async () => {
  expect(await findingsWith(second)).toContainEqual(expect.stringContaining('bad signature'));
  await replaceKey(second, testMasterKey);
  expect(await findingsWith(second)).toEqual([]);
  await replaceKey(second, testMasterKey);
  await replaceKey(third, second);
  expect(await findingsWith(third)).toEqual([]);
  const known = [third, second, testMasterKey].map((key) => keyOf(key).publicKey);
  expect(await trustedPublicKeys(app.app.database, keyOf(third))).toEqual(known);
});

test('a key that was inserted into the database is not trusted', async () => {
  const [own, other] = [keyOf(third), keyOf(stranger)];
  const insert = (endorsedBy: string, signature: Buffer) =>
    app.database.query(
      'INSERT INTO audit_key (endorsed_by, key_id, public_key, signature) VALUES ($1, $2, $3, $4)',
      [endorsedBy, other.keyId, other.publicKey, signature],
    );
  await insert(own.keyId, other.endorse(other.publicKey));
  await insert(other.keyId, other.endorse(other.publicKey));
  expect(await trustedPublicKeys(app.app.database, own)).not.toContain(other.publicKey);
});
