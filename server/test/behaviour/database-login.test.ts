import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOrganization } from '../../src/organizations/index.ts';
import { createLog } from '../../src/platform/observability/log.ts';
import { readConfig } from '../../src/platform/system/config.ts';
import { prepareSchema } from '../../src/process/foundation.ts';
import { run } from '../../src/process/run.ts';
import { createEmptyDatabase, type TestDatabase, testMasterKey } from '../harness.ts';

const own = randomBytes(4).toString('hex');
const login = `tp_login_${own}`;
const created: string[] = [login];
const databases: TestDatabase[] = [];
const silent = createLog('silent');

let administrator: TestDatabase;
beforeAll(async () => {
  administrator = await createEmptyDatabase();
  await administrator.query(`CREATE ROLE ${login} LOGIN PASSWORD 'pass-phrase'`);
});
afterAll(async () => {
  for (const database of databases) await database.drop();
  for (const role of created) await administrator.query(`DROP ROLE IF EXISTS ${role}`);
  await administrator.drop();
});

/** Returns the names of two roles for a single database of these tests. */
function newRoles() {
  const name = randomBytes(4).toString('hex');
  const roles = { app: `tp_app_${name}`, system: `tp_system_${name}` };
  created.push(roles.app, roles.system);
  return roles;
}

type Roles = ReturnType<typeof newRoles>;

const settings = (database: TestDatabase, roles: Roles, more: Record<string, string> = {}) =>
  readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    MASTER_KEY: testMasterKey,
    DATABASE_URL: Object.assign(new URL(database.administrator), { username: login, password: 'pass-phrase' })
      .href,
    DATABASE_APP_ROLE: roles.app,
    DATABASE_SYSTEM_ROLE: roles.system,
    ...more,
  });

/** The startup steps before the database is opened. */
const prepare = (config: ReturnType<typeof settings>): Promise<void> => {
  const foundation = {
    connectionString: config.secrets.databaseUrl as string,
    masterKey: testMasterKey,
    embedded: undefined,
  };
  return prepareSchema(config, foundation, silent);
};

/** Requires that the start is rejected, runs the printed statements as an administrator, and starts again. */
async function mended(database: TestDatabase, config: ReturnType<typeof settings>): Promise<string> {
  const message = await prepare(config).then(
    () => 'not refused',
    (error: Error) => error.message,
  );
  expect(message).toMatch(/^DATABASE_URL: the login \S+ cannot run the service in the database \S+:\n- /);
  expect(message).not.toContain('pass-phrase');
  await database.query(statementsOf(message));
  await prepare(config);
  return message;
}

const statementsOf = (message: string): string =>
  message.split('Run these statements in that database as an administrator, and start again:\n\n')[1] ?? '';

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  databases.push(database);
  // The login role owns no objects, and PUBLIC has PostgreSQL's default privileges.
  await database.query('ALTER SCHEMA public OWNER TO pg_database_owner');
  return database;
}

describe('a first start', () => {
  test('as a login without rights prints the required roles and grants, and starts after them', async () => {
    const [database, roles] = [await emptyDatabase(), newRoles()];
    const config = settings(database, roles);
    const message = await mended(database, config);
    expect(statementsOf(message).split('\n')).toEqual([
      `GRANT CREATE ON SCHEMA public TO ${login};`,
      expect.stringMatching(new RegExp(`^GRANT CREATE ON DATABASE \\w+ TO ${login};$`)),
      `CREATE ROLE ${roles.app} NOLOGIN;`,
      `GRANT ${roles.app} TO ${login};`,
      `CREATE ROLE ${roles.system} NOLOGIN;`,
      `GRANT ${roles.system} TO ${login};`,
    ]);
    const running = await run(config, { serve: true, work: false }, silent, () => {});
    const organization = { name: 'First', environment: 'TEST' } as const;
    await running.app.database.transaction(
      (queryable) => createOrganization(queryable, running.app.newId, new Date(), organization),
      'system',
    );
    await running.stop();
  });

  test('needs no administrator when the login owns the database and may create roles', async () => {
    const [database, roles] = [await emptyDatabase(), newRoles()];
    await database.query(
      `ALTER ROLE ${login} CREATEROLE; ALTER DATABASE ${await nameOf(database)} OWNER TO ${login}`,
    );
    await prepare(settings(database, roles));
    await database.query(`ALTER ROLE ${login} NOCREATEROLE`);
  });

  test('with existing roles asks for the membership alone', async () => {
    const [database, roles] = [await emptyDatabase(), newRoles()];
    await database.query(`CREATE ROLE ${roles.app} NOLOGIN; CREATE ROLE ${roles.system} NOLOGIN BYPASSRLS;
      ALTER DATABASE ${await nameOf(database)} OWNER TO ${login}`);
    expect(statementsOf(await mended(database, settings(database, roles))).split('\n')).toEqual([
      `GRANT ${roles.app} TO ${login};`,
      `GRANT ${roles.system} TO ${login};`,
      `ALTER ROLE ${roles.system} NOBYPASSRLS;`,
    ]);
  });

  test('with a schema that PUBLIC may not use prints the grant of usage, for the roles too', async () => {
    const [database, roles] = [await emptyDatabase(), newRoles()];
    await database.query('REVOKE ALL ON SCHEMA public FROM PUBLIC');
    expect(statementsOf(await mended(database, settings(database, roles)))).toContain(
      `GRANT USAGE, CREATE ON SCHEMA public TO ${login};`,
    );
  });

  test('without a schema prints the statement that creates it', async () => {
    const [database, roles] = [await emptyDatabase(), newRoles()];
    await database.query('DROP SCHEMA public');
    expect(statementsOf(await mended(database, settings(database, roles)))).toContain(
      `CREATE SCHEMA public AUTHORIZATION ${login};`,
    );
  });
});

const nameOf = async (database: TestDatabase): Promise<string> =>
  (await database.query('SELECT current_database() AS name')).rows[0].name;

describe('a database that is set up', () => {
  let database: TestDatabase;
  const roles = newRoles();
  beforeAll(async () => {
    database = await emptyDatabase();
    await database.query(`CREATE ROLE ${roles.app} NOLOGIN; CREATE ROLE ${roles.system} NOLOGIN;
      GRANT ${roles.app}, ${roles.system} TO ${login}; ALTER DATABASE ${await nameOf(database)} OWNER TO ${login}`);
    await prepare(settings(database, roles));
  });

  test.each([
    [
      'a login that may not take a role',
      `REVOKE ${roles.app} FROM ${login}`,
      `- ${login} cannot switch to the role ${roles.app}`,
      `GRANT ${roles.app} TO ${login};`,
    ],
    [
      'a role that is a superuser and bypasses row-level security',
      `ALTER ROLE ${roles.app} SUPERUSER BYPASSRLS`,
      `- the role ${roles.app} is a superuser`,
      `ALTER ROLE ${roles.app} NOSUPERUSER NOBYPASSRLS;`,
    ],
    [
      'a role that is a member of the other',
      `GRANT ${roles.system} TO ${roles.app}`,
      `- the role ${roles.app} is a member of ${roles.system}`,
      `REVOKE ${roles.system} FROM ${roles.app};`,
    ],
    [
      'a table without row-level security and one that spares its owner',
      'ALTER TABLE offer DISABLE ROW LEVEL SECURITY; ALTER TABLE buyer NO FORCE ROW LEVEL SECURITY',
      '- row-level security is not enabled and forced on buyer, offer',
      'ALTER TABLE public.buyer ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\n' +
        'ALTER TABLE public.offer ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;',
    ],
    [
      'a schema that the roles may not use',
      `REVOKE ALL ON SCHEMA public FROM PUBLIC, ${roles.app}`,
      `- the role ${roles.app} has no right to use the schema public`,
      `GRANT USAGE ON SCHEMA public TO ${roles.app};`,
    ],
  ])(
    'with %s refuses to start, and starts after the printed statements',
    async (_, cripple, problem, statements) => {
      await database.query(cripple);
      const message = await mended(database, settings(database, roles));
      expect(message).toContain(`\n${problem}`);
      expect(statementsOf(message)).toBe(statements);
    },
  );

  test('with a member that may not SET ROLE prints the required grant', async () => {
    const [{ version }] = (
      await database.query("SELECT current_setting('server_version_num')::int AS version")
    ).rows;
    if (version < 160000) return;
    await database.query(`GRANT ${roles.system} TO ${login} WITH SET FALSE`);
    expect(statementsOf(await mended(database, settings(database, roles)))).toBe(
      `GRANT ${roles.system} TO ${login} WITH SET TRUE;`,
    );
  });

  test('with other roles than those of the first start names the settings', async () => {
    const others = newRoles();
    await expect(prepare(settings(database, others))).rejects.toThrow(
      `Set DATABASE_APP_ROLE=${roles.app} and DATABASE_SYSTEM_ROLE=${roles.system}.`,
    );
  });

  test('of another owner is taken over by the printed statement: tables, functions, and policies for the owner', async () => {
    await database.query(`REASSIGN OWNED BY ${login} TO CURRENT_USER`);
    await database.query(
      `DO $$ DECLARE found record; BEGIN
         FOR found IN SELECT polname, polrelid::regclass AS name FROM pg_policy WHERE polroles = ARRAY['${login}'::regrole::oid] LOOP
           EXECUTE format('ALTER POLICY %I ON %s TO CURRENT_USER', found.polname, found.name);
         END LOOP; END $$`,
    );
    const message = await mended(database, settings(database, roles));
    expect(message).toMatch(new RegExp(`- tables of the service are owned by \\w+ instead of ${login}\\n`));
    const { rows } = await database.query(
      `SELECT (SELECT count(*)::int FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relowner <> '${login}'::regrole) AS objects,
         (SELECT count(*)::int FROM pg_proc p WHERE pronamespace = 'public'::regnamespace AND proowner <> '${login}'::regrole
           AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')) AS functions,
         (SELECT count(*)::int FROM pg_policy WHERE polroles = ARRAY['${login}'::regrole::oid]) AS policies`,
    );
    expect(rows).toEqual([{ objects: 0, functions: 0, policies: 7 }]);
  });

  test('with MIGRATE=off starts as a login that owns nothing, once it may read the list of migrations', async () => {
    const other = `tp_reader_${own}`;
    created.push(other);
    await database.query(`CREATE ROLE ${other} LOGIN PASSWORD 'pass-phrase'`);
    const address = Object.assign(new URL(database.administrator), {
      username: other,
      password: 'pass-phrase',
    }).href;
    const config = settings(database, roles, { DATABASE_URL: address, MIGRATE: 'off' });
    expect(statementsOf(await mended(database, config)).split('\n')).toEqual([
      `GRANT USAGE ON SCHEMA public TO ${other};`,
      `GRANT SELECT ON public.schema_migration TO ${other};`,
      `GRANT ${roles.app} TO ${other};`,
      `GRANT ${roles.system} TO ${other};`,
    ]);
    const running = await run(config, { serve: true, work: true }, silent, () => {});
    expect((await fetch(`${running.app.addresses.baseUrl()}/readyz`)).status).toBe(200);
    await running.stop();
  });
});
