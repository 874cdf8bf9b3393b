import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrationsFolder } from '../../src/platform/database/migrate.ts';
import { readConfig } from '../../src/platform/system/config.ts';
import { createEmptyDatabase, startTestApp, type TestApp, type TestDatabase } from '../harness.ts';

const own = randomBytes(4).toString('hex');
const roles = { app: `tp_app_${own}`, system: `tp_system_${own}` };
let database: TestDatabase;
let other: TestApp;
beforeAll(async () => {
  other = await startTestApp();
  database = await createEmptyDatabase();
  await migrate(database.connectionString, migrationsFolder, { roles });
});
afterAll(async () => {
  await database.drop();
  await other.database.query(`DROP ROLE ${roles.app}, ${roles.system}`);
  await other.stop();
});

test('a second installation in the cluster uses its own roles, and the first one’s roles have no rights in it', async () => {
  const environment = { DATABASE_APP_ROLE: roles.app, DATABASE_SYSTEM_ROLE: roles.system };
  const app = await startTestApp({ database, environment });
  const org = await app.organization();
  const body = { partner: 'MKA', name: 'First' };
  const made = await app.request('POST', `/org/${org.id}/offer`, { token: org.token, body });
  expect(made.status, made.text).toBe(200);
  expect(await app.drainJobs()).toBeGreaterThan(0);
  const { rows } = await database.query(
    `SELECT (SELECT count(*)::int FROM information_schema.role_table_grants
       WHERE grantee IN ('tradepost_app', 'tradepost_system')) AS granted,
       (SELECT count(*)::int FROM pg_policies WHERE roles && '{tradepost_app,tradepost_system}') AS policies,
       (SELECT count(*)::int FROM pg_proc WHERE prosrc ~ 'tradepost_(app|system)') AS functions`,
  );
  expect(rows).toEqual([{ granted: 0, policies: 0, functions: 0 }]);
  await app.stop();
});

test('the checksums are those of the files, whatever the names of the roles are', async () => {
  const select = 'SELECT name, checksum FROM schema_migration ORDER BY name';
  expect((await database.query(select)).rows).toEqual((await other.database.query(select)).rows);
});

test('a role name that SQL would have to quote prevents the start', () => {
  for (const name of ['current_user', 'pg_role', 'Tradepost_app', 'a-b_c', 'user', 'x_"; --'])
    expect(() => readConfig({ DATABASE_APP_ROLE: name }), name).toThrow('DATABASE_APP_ROLE');
  const same = { DATABASE_APP_ROLE: 'one_role', DATABASE_SYSTEM_ROLE: 'one_role' };
  expect(() => readConfig(same)).toThrow('DATABASE_SYSTEM_ROLE');
});
