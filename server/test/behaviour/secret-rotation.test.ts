import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { encryptedColumns } from '../../src/organizations/index.ts';
import { createLog } from '../../src/platform/observability/log.ts';
import { createVault } from '../../src/platform/secrets/encryption.ts';
import { reencrypt } from '../../src/platform/secrets/key-rotation.ts';
import { readConfig } from '../../src/platform/system/config.ts';
import { startTestApp, type TestApp, type TestOrganization, testMasterKey } from '../harness.ts';

const newKey = 'ab'.repeat(32);
const log = createLog('silent');
let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp({ environment: { MASTER_KEY_PREVIOUS: newKey } });
  org = await app.organization();
});
afterAll(() => app.stop());

const integrate = (who: TestOrganization, partner: string) =>
  app.request('POST', `/org/${who.id}/integration`, {
    token: who.token,
    body: { partner, credentials: { key: `secret of ${partner}` } },
  });

/** Returns every encrypted text in the database that uses a key, by table. */
async function encryptedBy(keyId: string): Promise<string[]> {
  const { rows } = await app.database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const counted = await app.database.query(
      `SELECT count(*)::int AS n FROM ${name} AS t WHERE t::text ~ $1`,
      [`[^0-9a-f]${keyId}\\.[A-Za-z0-9_-]{30}`],
    );
    if (counted.rows[0].n > 0) found.push(name);
  }
  return found;
}

/** Starts a separate process on the same database with the given keys. */
const startWith = (masterKey: string, previous?: string) =>
  createApp({
    config: readConfig({
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...(previous ? { MASTER_KEY_PREVIOUS: previous } : {}),
    }),
    connectionString: app.database.connectionString,
    masterKey,
    log,
  });

describe('encrypted columns', () => {
  test('are all listed', async () => {
    const { rows } = await app.database.query<{ name: string }>(
      `SELECT c.relname || '.' || a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0
         AND a.attname ~ '^sealed' AND a.atttypid <> 'boolean'::regtype`,
    );
    const columns = encryptedColumns.map(({ name }) => name).filter((name) => !name.includes(' '));
    expect(rows.map(({ name }) => name).sort()).toEqual(columns.sort());
  });
});

describe('replacement of MASTER_KEY', () => {
  test('encrypts all values of the old key again in batches, beside a running program, without loss', async () => {
    const { keyId: oldId } = createVault(testMasterKey);
    const vault = createVault(newKey, [testMasterKey]);
    for (let index = 0; index < 3; index++) {
      const more = await app.organization();
      for (const partner of ['MKA', 'MKB', 'MKC', 'CRMA']) await integrate(more, partner);
    }
    const setting = `/org/${org.id}/ssoConfigInfo`;
    const { token } = org;
    await app.request('PATCH', setting, { token, body: { clientSecret: 'of the provider' } });
    await app.app.keys.rotate();
    await integrate(org, 'MKA');
    const { id: personId } = await app.person();
    const sealedTotp = () =>
      app.database.query('SELECT sealed_secret FROM person_totp WHERE person_id = $1', [personId]);
    for (const isPending of [true, false])
      await app.database.query(
        `INSERT INTO person_totp (person_id, is_pending, sealed_secret, creation_time) VALUES ($1, $2, $3, now())`,
        [personId, isPending, app.app.vault.encrypt('of an authenticator app', `totp ${personId}`)],
      );
    expect(await encryptedBy(oldId)).toEqual(['integration', 'organization', 'person_totp', 'signing_key']);
    const [done] = await Promise.all([
      reencrypt({ database: app.app.database, vault, log }, encryptedColumns),
      ...['MKD', 'MKE', 'MKF', 'CRMB'].map((partner) => integrate(org, partner)),
    ]);
    expect(done.reencrypted).toBeGreaterThanOrEqual(16);
    expect(done.unreadable).toEqual([]);
    // A second run re-encrypts the values that the process with the old key encrypted in the meantime.
    await reencrypt({ database: app.app.database, vault, log }, encryptedColumns);
    expect(await encryptedBy(oldId)).toEqual([]);
    expect(await reencrypt({ database: app.app.database, vault, log }, encryptedColumns)).toEqual({
      reencrypted: 0,
      unreadable: [],
    });
    const { rows } = await app.database.query(
      `SELECT info #>> '{ssoConfigInfo,clientSecret}' AS sealed FROM organization WHERE organization_id = $1`,
      [org.id],
    );
    const alone = createVault(newKey);
    expect(alone.decrypt(rows[0].sealed, `sso ${org.id}`)).toBe('of the provider');
    for (const { sealed_secret: encrypted } of (await sealedTotp()).rows)
      expect(alone.decrypt(encrypted, `totp ${personId}`)).toBe('of an authenticator app');
    const integrations = await app.database.query(
      'SELECT organization_id AS org, partner, service, sealed_settings AS sealed FROM integration',
    );
    for (const { org: id, partner, service, sealed: encrypted } of integrations.rows)
      expect(
        JSON.parse(alone.decrypt(encrypted, `integration ${id} ${partner} ${service}`)).credentials,
      ).toEqual({
        key: `secret of ${partner}`,
      });
    const renewed = await startWith(newKey);
    await renewed.stop();
    // The process with the old key can decrypt with the new key and continues.
    expect(
      (await app.request('PATCH', `/org/${org.id}/integration/MKA/MARKETPLACE`, { token, body: {} })).status,
    ).toBe(200);
  });

  test('with many rows takes several batches, and can be resumed', async () => {
    const vault = createVault(randomBytes(32).toString('hex'), [testMasterKey, newKey]);
    await app.database.query(
      `INSERT INTO integration (organization_id, id, partner, service, status, creation_time, last_update_time,
         sealed_settings)
       SELECT $1, 'int_' || n, 'P' || n, 'DEFAULT', 'CREATED', now(), now(), NULL FROM generate_series(1, 120) AS n`,
      [org.id],
    );
    const old = createVault(testMasterKey);
    for (let n = 1; n <= 120; n++)
      await app.database.query(
        'UPDATE integration SET sealed_settings = $3 WHERE organization_id = $1 AND id = $2',
        [org.id, `int_${n}`, old.encrypt('{}', `integration ${org.id} P${n} DEFAULT`)],
      );
    const places = encryptedColumns.filter(({ name }) => name.startsWith('integration'));
    // Two simultaneous runs divide the rows, and each row is processed once.
    const deps = { database: app.app.database, vault, log };
    const [one, other] = await Promise.all([reencrypt(deps, places), reencrypt(deps, places)]);
    expect(one.reencrypted + other.reencrypted).toBeGreaterThanOrEqual(120);
    expect((await reencrypt(deps, places)).reencrypted).toBe(0);
    // Restores the original rows for the next tests.
    await app.database.query(`DELETE FROM integration WHERE sealed_settings LIKE $1`, [`${vault.keyId}.%`]);
  });

  test('reports values that no key decrypts and leaves them unchanged', async () => {
    const stray = createVault(randomBytes(32).toString('hex'));
    const encrypted = stray.encrypt('{}', `integration ${org.id} STRAY DEFAULT`);
    await app.database.query(
      `INSERT INTO integration (organization_id, id, partner, service, status, creation_time, last_update_time,
         sealed_settings) VALUES ($1, 'int_stray', 'STRAY', 'DEFAULT', 'CREATED', now(), now(), $2)`,
      [org.id, encrypted],
    );
    const vault = createVault(newKey, [testMasterKey]);
    const { unreadable } = await reencrypt({ database: app.app.database, vault, log }, encryptedColumns);
    expect(unreadable).toEqual([`integration.sealed_settings (integration ${org.id} STRAY DEFAULT)`]);
    const { rows } = await app.database.query(
      `SELECT sealed_settings FROM integration WHERE id = 'int_stray'`,
    );
    expect(rows).toEqual([{ sealed_settings: encrypted }]);
  });

  test('requires the old key at a start, among the others', async () => {
    await expect(startWith('cd'.repeat(32))).rejects.toThrow('another MASTER_KEY');
    const started = await startWith('cd'.repeat(32), `${testMasterKey},${newKey}`);
    await started.stop();
    expect(() => readConfig({ MASTER_KEY_PREVIOUS: 'short' })).toThrow('MASTER_KEY_PREVIOUS');
  });
});
