import { createHash, randomBytes } from 'node:crypto';
import { open, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type DatabaseRoles, usualRoles } from '../database/roles.ts';
import {
  appliedMigrations,
  columnList,
  listPartitions,
  listSequences,
  listTables,
  nextValue,
  programMigrations,
  qualified,
  requireSameMigrations,
  type Table,
  tableNames,
} from './catalog.ts';
import { dataFrames, formatName, formatVersion, type Header, jsonFrame } from './format.ts';
import { setUpTransaction, withClient } from './session.ts';

export type ExportOptions = {
  connectionString: string;
  file: string;
  migrationsFolder: string;
  roles?: DatabaseRoles;
  appVersion?: string;
  log?: (line: string) => void;
};
export type Totals = { tables: number; rows: number };

type Source = Omit<ExportOptions, 'file'>;
type Access = { client: pg.Client; system: string };
type Archive = AsyncGenerator<Buffer, Totals>;

/**
 * Exports a consistent snapshot of the whole database to a file that only its owner can read. Secrets stay encrypted.
 * The service may run at the same time. The file is written atomically and replaces an older file.
 * @throws Error if the migrations of the database differ from the migrations of this version, or row-level security
 * hides rows
 */
export async function exportDatabase(options: ExportOptions): Promise<Totals> {
  return withSnapshot(options, (archive) => writeWhole(options.file, archive));
}

/** Passes the uncompressed bytes of an export to `work`, within one transaction. */
export async function withSnapshot<T>(source: Source, work: (archive: Archive) => Promise<T>): Promise<T> {
  const program = await programMigrations(source.migrationsFolder);
  const { system } = source.roles ?? usualRoles;
  return withClient(source.connectionString, async (client) => {
    const names = await tableNames(client);
    await client.query(
      `BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL lock_timeout TO '30s'`,
    );
    // Tables are locked before the first query creates the snapshot, because a table that is truncated or rewritten
    // after the snapshot would appear empty.
    if (names.length > 0)
      await client.query(`LOCK TABLE ${names.map(qualified).join(', ')} IN ACCESS SHARE MODE`);
    await setUpTransaction(client);
    const migrations = await appliedMigrations(client);
    requireSameMigrations({ is: 'the database', migrations }, { is: 'this program', migrations: program });
    const tables = await listTables(client, system);
    const hidden = tables.filter((table) => table.rowSecurity && !table.seenWhole);
    if (hidden.length > 0)
      throw new Error(
        `row security hides rows from the role ${system} in: ${hidden.map(({ name }) => name).join(', ')}`,
      );
    const header = { ...(await describe(client, source.appVersion)), migrations, tables: tables.map(named) };
    return work(archive({ client, system }, header, tables, source.log));
  });
}

const named = ({ name, columns }: Table) => ({ name, columns });

async function describe(
  client: pg.Client,
  appVersion: string | undefined,
): Promise<Omit<Header, 'migrations' | 'tables'>> {
  const { rows } = await client.query<{ version: string; time: string }>(
    `SELECT current_setting('server_version') AS version,
       to_char(transaction_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS time`,
  );
  const { version, time } = rows[0] as { version: string; time: string };
  const sequences: Header['sequences'] = [];
  // Sequences are not part of the snapshot. Sequences read after the snapshot are never behind its rows.
  for (const sequence of await listSequences(client))
    sequences.push({ name: sequence.name, next: await nextValue(client, sequence) });
  return {
    format: formatName,
    version: formatVersion,
    ...(appVersion === undefined ? {} : { appVersion }),
    postgresVersion: version,
    exportedAt: time,
    partitions: await listPartitions(client),
    sequences,
  };
}

async function* archive(
  { client, system }: Access,
  header: Header,
  tables: readonly Table[],
  log: ((line: string) => void) | undefined,
): Archive {
  const hash = createHash('sha256');
  const hashed = (bytes: Buffer) => {
    hash.update(bytes);
    return bytes;
  };
  yield hashed(Buffer.from(`${JSON.stringify(header)}\n`));
  const totals = { tables: 0, rows: 0 };
  for (const table of tables) {
    const copy = await startCopy({ client, system }, table);
    for await (const chunk of copy) for (const frame of dataFrames(chunk)) yield hashed(frame);
    // The row count arrives after the end of the data, and is available after the response to another statement.
    await client.query('SET LOCAL ROLE NONE');
    yield hashed(jsonFrame('E', { table: table.name, rows: copy.rowCount }));
    totals.tables += 1;
    totals.rows += copy.rowCount;
    log?.(`${table.name}: ${copy.rowCount} rows`);
  }
  yield jsonFrame('Z', { ...totals, sha256: hash.digest('hex') });
  return totals;
}

/**
 * Starts the COPY of a table. Tenant tables are read in the system role, because FORCE ROW LEVEL SECURITY hides their
 * rows from the owner.
 */
async function startCopy({ client, system }: Access, { name, columns, rowSecurity, partitioned }: Table) {
  if (rowSecurity) await client.query(`SET LOCAL ROLE ${system}`);
  const from = `${partitioned ? '' : 'ONLY '}${qualified(name)}`;
  const copy = client.query(
    copyTo(`COPY (SELECT ${columnList(columns)} FROM ${from}) TO STDOUT WITH (FORMAT text, ENCODING 'UTF8')`),
  );
  // If the reader stops, closing the connection emits an error on this stream.
  copy.on('error', () => {});
  return copy;
}

async function writeWhole(file: string, content: Archive): Promise<Totals> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  const handle = await open(temporary, 'wx', 0o600);
  let totals: Totals = { tables: 0, rows: 0 };
  try {
    await pipeline(
      async function* () {
        totals = yield* content;
      },
      createGzip({ level: 4 }),
      (compressed: AsyncIterable<Buffer>) => handle.writeFile(compressed),
    );
    await handle.sync();
    await handle.close();
    await rename(temporary, file);
  } catch (error) {
    await handle.close().catch(() => {});
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await syncFolder(path.dirname(file));
  return totals;
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
