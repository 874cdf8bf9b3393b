import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migrate, migrationsFolder, missingMigrations } from '../src/platform/database/migrate.ts';
import { createLog } from '../src/platform/observability/log.ts';
import { readConfig } from '../src/platform/system/config.ts';
import { prepareSchema } from '../src/process/foundation.ts';
import { run } from '../src/process/run.ts';
import { isTimeFaked } from './fake-time.ts';
import { testMasterKey } from './harness.ts';

/** Tables without an organization. This list may only shrink, except for tables about sign-in and keys. */
const globalTables = [
  'api_client',
  'audit_key',
  'authorization_code',
  'documentation_build',
  'documentation_passage',
  'documentation_word',
  'outgoing_mail',
  'person',
  'person_identity',
  'person_passkey',
  'person_recovery_code',
  'person_session',
  'person_token',
  'person_totp',
  'refresh_token',
  'revoked_token',
  'schema_migration',
  'sign_in_attempt',
  'signing_key',
  'used_challenge',
];

let admin: pg.Client;
const databases: string[] = [];
const folders: string[] = [];

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('server') });
  await admin.connect();
});
afterAll(async () => {
  for (const name of databases) await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.end();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function makeDatabase(how = ''): Promise<string> {
  const name = `tp_migrate_${randomBytes(6).toString('hex')}`;
  await admin.query(`CREATE DATABASE ${name} ${how}`);
  databases.push(name);
  return addressOf(name);
}

const emptyDatabase = () => makeDatabase();

/** Creates a fully migrated database from the template, which takes a tenth of the time of migration. */
const currentDatabase = () => makeDatabase(`TEMPLATE ${inject('template')} ${inject('copying')}`);

function addressOf(name: string): string {
  const url = new URL(inject('server'));
  url.pathname = `/${name}`;
  return url.href;
}

async function copiedMigrations(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-migrations-'));
  folders.push(folder);
  await cp(migrationsFolder, folder, { recursive: true });
  return folder;
}

async function query<R extends pg.QueryResultRow>(
  connectionString: string,
  text: string,
  values: unknown[] = [],
) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Creates a folder with only the first migrations, which are sufficient for these tests and much faster. */
async function firstMigrations(count: number): Promise<{ folder: string; names: string[] }> {
  const folder = await copiedMigrations();
  const names = await migrationNames();
  for (const name of names.splice(count)) await rm(path.join(folder, name));
  return { folder, names };
}

const migrationNames = async () =>
  (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort();

/** Returns all observable parts of the schema as text. */
const schemaOf = (connectionString: string) =>
  query(
    connectionString,
    `SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_indexdef(c.oid)
     FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
     WHERE c.relnamespace = 'public'::regnamespace ORDER BY 1, a.attnum`,
  );

describe('migrating', () => {
  test('brings an empty database to the latest version, once', async () => {
    const database = await emptyDatabase();
    expect(await missingMigrations(database, migrationsFolder)).toEqual(await migrationNames());
    expect(await migrate(database, migrationsFolder)).toEqual(await migrationNames());
    expect(await missingMigrations(database, migrationsFolder)).toEqual([]);
    expect(await migrate(database, migrationsFolder)).toEqual([]);
    expect(await schemaOf(database)).toEqual(await schemaOf(addressOf(inject('template'))));
  });

  test('by several simultaneous processes applies each migration once', async () => {
    const database = await emptyDatabase();
    const { folder, names } = await firstMigrations(20);
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(database, folder)));
    expect(applied.flat().sort()).toEqual(names);
    expect(await missingMigrations(database, folder)).toEqual([]);
  });

  test('two databases of one cluster at the same time works, although they share roles', async () => {
    const [one, two] = [await emptyDatabase(), await emptyDatabase()];
    const { folder, names } = await firstMigrations(60);
    const applied = await Promise.all([one, two].map((database) => migrate(database, folder)));
    expect(applied).toEqual([names, names]);
  });

  test('refuses a migration that was edited after it was applied', async () => {
    const database = await currentDatabase();
    const folder = await copiedMigrations();
    const [first] = await migrationNames();
    const file = path.join(folder, first as string);
    await writeFile(file, `${await readFile(file, 'utf8')}\n-- changed\n`);
    await expect(migrate(database, folder)).rejects.toThrow(`${first} was changed`);
    await expect(missingMigrations(database, folder)).rejects.toThrow(`${first} was changed`);
  });

  test('refuses a database that is newer than the program', async () => {
    const database = await currentDatabase();
    const folder = await copiedMigrations();
    await writeFile(path.join(folder, '9999_future.sql'), 'CREATE TABLE future (id int)');
    await migrate(database, folder);
    await expect(migrate(database, migrationsFolder)).rejects.toThrow('9999_future.sql');
  });

  test('accepts a newer database whose newer migrations are marked as compatible', async () => {
    const database = await currentDatabase();
    const folder = await copiedMigrations();
    const mark = '-- Compatible: a table that an older program does not know.\n';
    await writeFile(path.join(folder, '9998_future.sql'), `${mark}CREATE TABLE future (id int)`);
    await migrate(database, folder);
    const newer: string[] = [];
    const onNewer = (names: readonly string[]) => void newer.push(...names);
    expect(await migrate(database, migrationsFolder, { onNewer })).toEqual([]);
    expect(await missingMigrations(database, migrationsFolder, onNewer)).toEqual([]);
    expect(newer).toEqual(['9998_future.sql', '9998_future.sql']);
    const config = readConfig({
      PORT: '0',
      DATABASE_URL: database,
      MASTER_KEY: testMasterKey,
      LOG_LEVEL: 'silent',
    });
    const running = await run(config, { serve: true, work: true }, createLog('silent'), () => {});
    expect((await fetch(`${running.app.addresses.baseUrl()}/readyz`)).status).toBe(200);
    await running.stop();

    await writeFile(path.join(folder, '9999_break.sql'), 'DROP TABLE future');
    await migrate(database, folder);
    await expect(migrate(database, migrationsFolder)).rejects.toThrow(/it has 9999_break\.sql$/);
  });

  test('accepts a database whose migrations were applied before they had compatibility marks', async () => {
    const database = await currentDatabase();
    const folder = await copiedMigrations();
    await query(database, 'ALTER TABLE schema_migration DROP COLUMN compatible');
    expect(await missingMigrations(database, folder)).toEqual([]);
    expect(await migrate(database, folder)).toEqual([]);
    const rows = await query(database, 'SELECT FROM schema_migration WHERE compatible');
    expect(rows).toEqual([]);
  });

  test('keeps the migrations before one that fails, and nothing of that one', async () => {
    const database = await currentDatabase();
    const folder = await copiedMigrations();
    await writeFile(path.join(folder, '9999_broken.sql'), 'CREATE TABLE half (id int); SELECT 1 / 0');
    await expect(migrate(database, folder)).rejects.toThrow('migration 9999_broken.sql failed');
    expect(await missingMigrations(database, folder)).toEqual(['9999_broken.sql']);
    const [row] = await query<{ half: string | null }>(database, `SELECT to_regclass('half') AS half`);
    expect(row?.half).toBeNull();
  });

  test('keeps reports that were marked individually on the invoices that bill them', async () => {
    const database = await emptyDatabase();
    const before = (await migrationNames()).filter((name) => name < '0113').length;
    await migrate(database, (await firstMigrations(before)).folder);
    // Inserts reports of two runs for one hour, and of an hour that no invoice bills.
    await query(
      database,
      `INSERT INTO usage_report (organization_id, id, entitlement_id, entitlement_term_id, run_id, usage_from, usage_until, group_count,
         status, group_status, invoice_id, info, creation_time, last_update_time)
       SELECT 'org_1', id, 'ent_1', 'trm_1', id, hour::timestamptz, hour::timestamptz + interval '1 hour', 1,
         CASE WHEN invoice IS NULL THEN 'CREATED' ELSE 'INVOICED' END, CASE WHEN invoice IS NULL THEN 'CREATED' ELSE 'REPORTED' END,
         invoice, '{"dimensionUnitPrice": {"gpu": 0.5}}', now(), now()
       FROM (VALUES ('a', '2027-01-01T00:00Z', 'inv_1'), ('b', '2027-01-01T00:00Z', 'inv_2'), ('c', '2027-01-01T01:00Z', NULL))
         r (id, hour, invoice)`,
    );
    await query(
      database,
      `INSERT INTO usage_ledger (organization_id, entitlement_term_id, position, id, entitlement_id, type, dimension, quantity, report_id,
         creation_time)
       SELECT 'org_1', 'trm_1', row_number() OVER (), 'l' || row_number() OVER (), 'ent_1', type, dimension, quantity, report, now()
       FROM (VALUES ('a', 'USAGE', 'gpu', 3.5), ('a', 'INCLUDED', 'gpu', 1), ('a', 'USAGE', 'free', 9), ('c', 'USAGE', 'gpu', 2))
         l (report, type, dimension, quantity)`,
    );
    await migrate(database, migrationsFolder);
    expect(
      await query(
        database,
        `SELECT r.id, r.status, r.group_status, r.billable, (SELECT b.invoice_id FROM usage_billing b WHERE b.entitlement_id = r.entitlement_id
           AND b.generation = r.generation AND b.since <= r.usage_from AND b.until > r.usage_from AND b.live) AS invoice
         FROM usage_report r ORDER BY 1`,
      ),
    ).toEqual([
      { id: 'a', status: 'CREATED', group_status: 'CREATED', billable: { '0.5 gpu': 2.5 }, invoice: 'inv_1' },
      { id: 'b', status: 'CREATED', group_status: 'CREATED', billable: {}, invoice: 'inv_2' },
      { id: 'c', status: 'CREATED', group_status: 'CREATED', billable: { '0.5 gpu': 2 }, invoice: null },
    ]);
  });

  test.skipIf(isTimeFaked)('repeats a migration after a deadlock with a running program', async () => {
    const database = await currentDatabase();
    const folder = await copiedMigrations();
    const two = '-- Compatible: nothing.\nLOCK TABLE offer; LOCK TABLE product; CREATE TABLE of_both ();';
    await writeFile(path.join(folder, '9999_two_tables.sql'), two);
    const program = new pg.Client({ connectionString: database });
    await program.connect();
    try {
      // The deadlock check of this connection is delayed, so that PostgreSQL cancels the other connection's
      // statement.
      await program.query("SET deadlock_timeout = '1min'");
      await program.query('BEGIN');
      await program.query('LOCK TABLE product');
      const migrated = migrate(database, folder);
      const waits = "SELECT FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'";
      // Reads through a separate connection, because all reads within one transaction return the first
      // snapshot.
      const waiting = async () => (await admin.query(waits, [program.database])).rowCount;
      await expect.poll(waiting).toBe(1);
      await program.query('LOCK TABLE offer');
      await program.query('COMMIT');
      expect(await migrated).toEqual(['9999_two_tables.sql']);
    } finally {
      await program.end();
    }
  });
});

describe('MIGRATE=off', () => {
  const settings = (databaseUrl: string, migrateWhen: string) =>
    readConfig({
      PORT: '0',
      DATABASE_URL: databaseUrl,
      MASTER_KEY: testMasterKey,
      MIGRATE: migrateWhen,
      LOG_LEVEL: 'silent',
    });
  const silent = createLog('silent');

  test('refuses to start on a database with pending migrations, without changing it', async () => {
    const database = await emptyDatabase();
    const config = settings(database, 'off');
    await expect(run(config, { serve: true, work: false }, silent, () => {})).rejects.toThrow(
      'MIGRATE is off, and these migrations are pending: 0001',
    );
    expect(await schemaOf(database)).toEqual([]);
  });

  test('starts on an up-to-date database', async () => {
    const database = await currentDatabase();
    const foundation = { connectionString: database, masterKey: testMasterKey, embedded: undefined };
    await expect(prepareSchema(settings(database, 'off'), foundation, silent)).resolves.toBeUndefined();
  });
});

describe('the schema', () => {
  let template: string;
  beforeAll(() => {
    template = addressOf(inject('template'));
  });

  type Table = {
    table: string;
    first: string;
    secured: boolean;
    forced: boolean;
    policies: string[];
    owner: string;
  };
  const tables = () =>
    query<Table>(
      addressOf(inject('template')),
      `SELECT c.relname AS table, c.relrowsecurity AS secured, c.relforcerowsecurity AS forced,
         pg_get_userbyid(c.relowner) AS owner,
         ARRAY(SELECT p.polname::text FROM pg_policy p WHERE p.polrelid = c.oid ORDER BY 1) AS policies,
         (SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
          WHERE i.indrelid = c.oid AND i.indisprimary) AS first
       FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`,
    );

  test('has the organization first in the key of every tenant table', async () => {
    const all = await tables();
    expect(all.length).toBeGreaterThan(12);
    const others = all.filter(({ first }) => first !== 'organization_id').map(({ table }) => table);
    expect(others).toEqual(globalTables);
  });

  test('has the organization first in every unique index of a tenant table', async () => {
    const others = await query(
      template,
      `SELECT i.indexrelid::regclass::text AS index FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
       WHERE c.relnamespace = 'public'::regnamespace AND i.indisunique
         AND a.attname <> 'organization_id' AND NOT c.relname = ANY ($1)`,
      [globalTables],
    );
    expect(others).toEqual([]);
  });

  test('forces row-level security on every tenant table, with policies for both roles', async () => {
    const tenants = (await tables()).filter(({ table }) => !globalTables.includes(table));
    for (const { table, secured, forced, policies, owner } of tenants) {
      expect({ table, secured, forced }).toEqual({ table, secured: true, forced: true });
      expect(policies, table).toEqual(expect.arrayContaining(['organization_scope', 'system_scope']));
      expect(owner).not.toMatch(/^tradepost_(app|system)$/);
    }
  });

  test('grants the application role no access to tables of people and keys, and no changes of events', async () => {
    const granted = await query<{ table: string; right: string }>(
      template,
      `SELECT table_name AS table, privilege_type AS right FROM information_schema.role_table_grants
       WHERE grantee IN ('tradepost_app', 'PUBLIC') AND table_schema = 'public' ORDER BY 1, 2`,
    );
    expect(granted.filter(({ table }) => globalTables.includes(table))).toEqual([
      // Any transaction may enqueue a mail; only the system role can read mails.
      { table: 'outgoing_mail', right: 'INSERT' },
      // The first statement of a transaction checks whether a token was revoked.
      { table: 'revoked_token', right: 'SELECT' },
    ]);
    expect(
      granted
        .filter(({ table }) => table === 'event')
        .map(({ right }) => right)
        .sort(),
    ).toEqual(['INSERT', 'SELECT']);
    expect(granted.filter(({ table }) => table === 'principal_grant').map(({ right }) => right)).toEqual([
      'SELECT',
    ]);
    expect(
      granted.filter(({ right }) => right === 'TRUNCATE' || right === 'TRIGGER' || right === 'REFERENCES'),
    ).toEqual([]);
  });

  test('compares identifiers by their bytes', async () => {
    const named = await query(
      template,
      `SELECT c.relname || '.' || a.attname AS column FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> 'schema_migration'
         AND a.attnum > 0 AND NOT a.attisdropped AND a.atttypid = 'text'::regtype
         AND a.attcollation <> 'pg_catalog."C"'::regcollation
         AND (a.attname ~ '(^|_)(id|kid|key)$' OR EXISTS (
           SELECT FROM pg_index i WHERE i.indrelid = c.oid AND a.attnum = ANY (i.indkey::int2[])))`,
    );
    expect(named).toEqual([]);
  });
});
