import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate } from '../database/migrate.ts';
import { type DatabaseRoles, usualRoles } from '../database/roles.ts';
import { sqlState } from '../database/statement.ts';
import {
  appliedMigrations,
  columnList,
  listPartitions,
  listSequences,
  listTables,
  programMigrations,
  qualified,
  quote,
  requireSameMigrations,
  type Sequence,
  type Table,
  type Trigger,
  tableNames,
} from './catalog.ts';
import type { Header, HeaderTable } from './format.ts';
import { readArchive, verifyArchive } from './read.ts';
import { setUpTransaction, withClient } from './session.ts';

export type ImportOptions = {
  connectionString: string;
  file: string;
  migrationsFolder: string;
  roles?: DatabaseRoles;
  log?: (line: string) => void;
};

/**
 * Imports an export into an empty database in one transaction, as the owner of the tables. Triggers are disabled, so
 * all values come from the file unchanged. A database without tables is migrated first. Secrets require the MASTER_KEY
 * of the source.
 * @throws Error if the file is truncated or changed, its migrations differ from the migrations of this version or of
 * the database, a table has rows, or another process uses the database; the database is then unchanged
 */
export async function importDatabase(options: ImportOptions): Promise<{ tables: number; rows: number }> {
  const { header, trailer } = await verifyArchive(options.file);
  const version = header.appVersion === undefined ? '' : ` (of version ${header.appVersion})`;
  const inFile = { is: `the file${version}`, migrations: header.migrations };
  const roles = options.roles ?? usualRoles;
  const program = await programMigrations(options.migrationsFolder);
  requireSameMigrations(inFile, { is: 'this program', migrations: program });
  return withClient(options.connectionString, async (client) => {
    if ((await tableNames(client)).length === 0)
      await migrate(options.connectionString, options.migrationsFolder, { roles });
    return inTransaction(client, async () => {
      const migrations = await appliedMigrations(client);
      requireSameMigrations(inFile, { is: 'the database', migrations });
      const tables = await matchingTables(client, header, roles.system);
      await makePartitions(client, header);
      await client.query(`LOCK TABLE ${tables.map(({ name }) => qualified(name)).join(', ')}`);
      for (const table of tables) await alter(client, table, suspendStatements(table));
      await requireEmpty(client, tables);
      const read = await readArchive(options.file, (table, data) => copyIn(client, table, data, options.log));
      if (read.trailer.sha256 !== trailer.sha256)
        throw new Error(`${options.file} was changed while it was read`);
      await restartSequences(client, header);
      await rebuildDerivedData(client, roles.system);
      // A table with pending deferred constraints cannot be altered.
      await client.query('SET CONSTRAINTS ALL IMMEDIATE');
      for (const table of tables) await alter(client, table, restoreStatements(table));
      return { tables: trailer.tables, rows: trailer.rows };
    });
  });
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query(`BEGIN; SET LOCAL lock_timeout TO '5s'`);
  try {
    await setUpTransaction(client);
    const result = await work();
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new Error('the import was rolled back because of an unreported error');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    if (sqlState(error) === '55P03')
      throw new Error('the database is in use: stop all programs that use it first', { cause: error });
    throw error;
  }
}

async function matchingTables(client: pg.Client, header: Header, systemRole: string): Promise<Table[]> {
  const tables = await listTables(client, systemRole);
  const sequences = await listSequences(client);
  const differing = (here: readonly string[], there: readonly string[]) => [
    ...here.filter((name) => !there.includes(name)),
    ...there.filter((name) => !here.includes(name)),
  ];
  const describe = ({ name, columns }: HeaderTable) => `${name} (${[...columns].sort().join(', ')})`;
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);
  const found = [
    ...differing(tables.map(describe), header.tables.map(describe)),
    ...differing(names(sequences), names(header.sequences)),
  ];
  if (found.length > 0)
    throw new Error(`the file and the database have the same migrations, but differ in ${found.join('; ')}`);
  return tables;
}

/**
 * Returns the statements before the import. Under FORCE ROW LEVEL SECURITY, even the owner cannot read rows or insert
 * rows with COPY.
 */
const suspendStatements = ({ forced, triggers }: Table): string[] => [
  ...(forced ? ['NO FORCE ROW LEVEL SECURITY'] : []),
  ...triggers.map(({ name }) => `DISABLE TRIGGER ${quote(name)}`),
];

const enable: Record<Trigger['enabled'], string> = { O: 'ENABLE', R: 'ENABLE REPLICA', A: 'ENABLE ALWAYS' };

const restoreStatements = ({ forced, triggers }: Table): string[] => [
  ...(forced ? ['FORCE ROW LEVEL SECURITY'] : []),
  ...triggers.map(({ name, enabled }) => `${enable[enabled]} TRIGGER ${quote(name)}`),
];

/** Creates partitions of the source that are missing after the migrations, for rows of past months. */
async function makePartitions(client: pg.Client, header: Header): Promise<void> {
  const present = new Set((await listPartitions(client)).map(({ name }) => name));
  for (const { table, name, bound } of header.partitions ?? []) {
    if (present.has(name)) continue;
    await client.query(`CREATE TABLE ${qualified(name)} (LIKE ${qualified(table)} INCLUDING ALL)`);
    await client.query('CALL protect_tenant_table($1)', [qualified(name)]);
    await client.query(`ALTER TABLE ${qualified(table)} ATTACH PARTITION ${qualified(name)} ${bound}`);
  }
}

/** Schedules the computation of derived data, which the file omits. */
async function rebuildDerivedData(client: pg.Client, systemRole: string): Promise<void> {
  await client.query(`SET LOCAL ROLE ${systemRole}; CALL after_import(); SET LOCAL ROLE NONE`);
}

async function alter(client: pg.Client, table: Table, actions: readonly string[]): Promise<void> {
  if (actions.length > 0) await client.query(`ALTER TABLE ${qualified(table.name)} ${actions.join(', ')}`);
}

async function requireEmpty(client: pg.Client, tables: readonly Table[]): Promise<void> {
  const filled: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query(`SELECT EXISTS (SELECT FROM ${qualified(name)}) AS filled`);
    if (rows[0].filled) filled.push(name);
  }
  if (filled.length > 0)
    throw new Error(
      `the database is not empty: ${filled.join(', ')} have rows. Import into an empty database ` +
        '(for the embedded one: an empty data folder)',
    );
}

async function copyIn(
  client: pg.Client,
  { name, columns }: HeaderTable,
  data: AsyncIterable<Buffer>,
  log: ((line: string) => void) | undefined,
): Promise<number> {
  const copy = client.query(
    copyFrom(
      `COPY ${qualified(name)} (${columnList(columns)}) FROM STDIN WITH (FORMAT text, ENCODING 'UTF8')`,
    ),
  );
  try {
    await pipeline(data, copy);
  } catch (error) {
    if (sqlState(error) === undefined) throw error;
    throw new Error(`the table ${name} cannot be imported: ${(error as Error).message}`, { cause: error });
  }
  log?.(`${name}: ${copy.rowCount} rows`);
  return copy.rowCount;
}

/** Sets sequences by RESTART, because a rollback does not undo setval. */
async function restartSequences(client: pg.Client, header: Header): Promise<void> {
  const next = new Map(header.sequences.map((sequence) => [sequence.name, BigInt(sequence.next)]));
  for (const sequence of await listSequences(client)) {
    const carried = next.get(sequence.name) as bigint;
    const past = await pastMaximum(client, sequence);
    const value = past !== undefined && past > carried ? past : carried;
    await client.query(`ALTER SEQUENCE ${qualified(sequence.name)} RESTART WITH ${value}`);
  }
}

async function pastMaximum(client: pg.Client, sequence: Sequence): Promise<bigint | undefined> {
  const { table, column, increment } = sequence;
  if (table === null || column === null || increment.startsWith('-')) return undefined;
  const { rows } = await client.query<{ maximum: string | null }>(
    `SELECT max(${quote(column)})::text AS maximum FROM ${qualified(table)}`,
  );
  const maximum = rows[0]?.maximum ?? null;
  return maximum === null ? undefined : BigInt(maximum) + BigInt(increment);
}
