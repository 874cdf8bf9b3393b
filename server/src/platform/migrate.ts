import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { connectMs, silenceMs } from './statement.ts';

const advisoryLock = 7_239_441_001;

/** Applies the migrations that a database lacks, in order, each in its transaction. Several processes may try at once. */
export async function migrate(connectionString: string, folder: string): Promise<string[]> {
  return withClient(connectionString, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
    await client.query(
      `CREATE TABLE IF NOT EXISTS schema_migration (
         name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT clock_timestamp())`,
    );
    const applied: string[] = [];
    for (const migration of await pending(client, folder)) {
      await client.query('BEGIN');
      try {
        await client.query(migration.sql);
        await client.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [
          migration.name,
          migration.checksum,
        ]);
        await client.query('COMMIT');
      } catch (cause) {
        await client.query('ROLLBACK');
        throw new Error(`migration ${migration.name} failed: ${(cause as Error).message}`, { cause });
      }
      applied.push(migration.name);
    }
    return applied;
  });
}

/** The names of migrations that the database lacks; none means that it is current. */
export async function missingMigrations(connectionString: string, folder: string): Promise<string[]> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query({
      text: `SELECT to_regclass('schema_migration') IS NOT NULL AS present`,
      query_timeout: silenceMs,
    } as pg.QueryConfig);
    if (!rows[0].present) return (await readMigrations(folder)).map((migration) => migration.name);
    return (await pending(client, folder)).map((migration) => migration.name);
  });
}

type Migration = { name: string; sql: string; checksum: string };

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function pending(client: pg.Client, folder: string): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migration',
  );
  const known = new Map(rows.map((row) => [row.name, row.checksum]));
  const migrations = await readMigrations(folder);
  for (const { name, checksum } of migrations) {
    if (known.has(name) && known.get(name) !== checksum)
      throw new Error(`migration ${name} was changed after it had been applied to this database`);
    known.delete(name);
  }
  if (known.size > 0)
    throw new Error(`the database is newer than this program: it has ${[...known.keys()].join(', ')}`);
  const applied = new Set(rows.map((row) => row.name));
  return migrations.filter((migration) => !applied.has(migration.name));
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString,
    application_name: 'tradepost migrate',
    connectionTimeoutMillis: connectMs,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
