import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { withLogin } from './login.ts';
import { type DatabaseRoles, usualRoles, withRoles } from './roles.ts';
import { silenceMs } from './statement.ts';

/** The folder of this program's migrations. */
export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

const asMigrator = { applicationName: 'tradepost migrate' };
const migrationLock = 7_239_441_001;

export type MigrateOptions = {
  roles?: DatabaseRoles;
  /** Called with migrations of a newer version that are compatible with this version. */
  onNewer?: (names: readonly string[]) => void;
};

/**
 * Applies the pending migrations in order, each in its own transaction. Several processes may call this function
 * concurrently.
 * @throws Error when an applied migration has changed, or when the database has an incompatible migration of a newer
 * version
 */
export async function migrate(
  connectionString: string,
  folder: string,
  options: MigrateOptions = {},
): Promise<string[]> {
  const roles = options.roles ?? usualRoles;
  return withLogin(connectionString, asMigrator, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      `CREATE TABLE IF NOT EXISTS schema_migration (
         name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT clock_timestamp(),
         compatible boolean NOT NULL DEFAULT false)`,
    );
    await addCompatible(client);
    const applied: string[] = [];
    for (const migration of await pendingMigrations(client, folder, options.onNewer)) {
      await apply(client, migration, roles);
      applied.push(migration.name);
    }
    return applied;
  });
}

/** The maximum number of retries of a migration after a deadlock with a process of the previous version. */
const maximumDeadlocks = 5;

/** Applies one migration in one transaction. */
async function apply(client: pg.Client, migration: Migration, roles: DatabaseRoles): Promise<void> {
  for (let deadlocks = 0; ; ) {
    await client.query('BEGIN');
    try {
      await client.query(withRoles(migration.sql, roles));
      await client.query('INSERT INTO schema_migration (name, checksum, compatible) VALUES ($1, $2, $3)', [
        migration.name,
        migration.checksum,
        migration.compatible,
      ]);
      await client.query('COMMIT');
      return;
    } catch (cause) {
      await client.query('ROLLBACK');
      if ((cause as { code?: string }).code === '40P01' && ++deadlocks < maximumDeadlocks) continue;
      throw new Error(`migration ${migration.name} failed: ${(cause as Error).message}`, { cause });
    }
  }
}

/**
 * Adds the column `compatible` to an older database. ALTER TABLE runs only if the column is missing, because it waits
 * for all readers of the table.
 */
async function addCompatible(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_attribute WHERE attrelid = 'schema_migration'::regclass AND attname = 'compatible'`,
  );
  if (rowCount === 0)
    await client.query(
      'ALTER TABLE schema_migration ADD COLUMN IF NOT EXISTS compatible boolean NOT NULL DEFAULT false',
    );
}

/**
 * Lists the names of pending migrations; an empty list means that the database is up to date.
 * @throws Error as `migrate` does
 */
export async function missingMigrations(
  connectionString: string,
  folder: string,
  onNewer?: MigrateOptions['onNewer'],
): Promise<string[]> {
  return withLogin(connectionString, asMigrator, async (client) => {
    const { rows } = await client.query({
      text: `SELECT to_regclass('schema_migration') IS NOT NULL AS present`,
      query_timeout: silenceMs,
    } as pg.QueryConfig);
    if (!rows[0].present) return (await readMigrations(folder)).map((migration) => migration.name);
    return (await pendingMigrations(client, folder, onNewer)).map((migration) => migration.name);
  });
}

type Migration = {
  name: string;
  sql: string;
  /** The checksum of the file, before role names are replaced. */
  checksum: string;
  /** Whether an older version may run on a database with this migration, as stated in the file's first line. */
  compatible: boolean;
};

const saysCompatible = /^-- Compatible: \S/;

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { name, sql, checksum, compatible: saysCompatible.test(sql) };
    }),
  );
}

async function pendingMigrations(
  client: pg.Client,
  folder: string,
  onNewer: MigrateOptions['onNewer'],
): Promise<Migration[]> {
  // An older database may not have the column yet.
  const { rows } = await client.query<{ name: string; checksum: string; compatible: boolean }>(
    `SELECT name, checksum, coalesce((to_jsonb(m) ->> 'compatible')::boolean, false) AS compatible
     FROM schema_migration m ORDER BY name`,
  );
  const known = new Map(rows.map((row) => [row.name, row.checksum]));
  const migrations = await readMigrations(folder);
  for (const { name, checksum } of migrations) {
    if (known.has(name) && known.get(name) !== checksum)
      throw new Error(`migration ${name} was changed after it had been applied to this database`);
    known.delete(name);
  }
  const newer = rows.filter(({ name }) => known.has(name));
  const hindering = newer.filter(({ compatible }) => !compatible).map(({ name }) => name);
  if (hindering.length > 0)
    throw new Error(`the database is newer than this program: it has ${hindering.join(', ')}`);
  if (newer.length > 0) onNewer?.(newer.map(({ name }) => name));
  const applied = new Set(rows.map((row) => row.name));
  return migrations.filter((migration) => !applied.has(migration.name));
}
