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
 * Writes everything in the database, as it is at one moment, to a file that only its owner can read. Secrets stay
 * encrypted. The service may go on working meanwhile. The file is there whole or not at all; an older one is
 * replaced.
 * @throws Error when the database's migrations are not those of this program, or a table cannot be read whole
 */
export async function exportDatabase(options: ExportOptions): Promise<Totals> {
  return withSnapshot(options, (archive) => writeWhole(options.file, archive));
}

/** Hands the bytes of an export, before compression, to `work`, within one transaction. */
export async function withSnapshot<T>(source: Source, work: (archive: Archive) => Promise<T>): Promise<T> {
  const program = await programMigrations(source.migrationsFolder);
  const { system } = source.roles ?? usualRoles;
  return withClient(source.connectionString, async (client) => {
    const names = await tableNames(client);
    await client.query(
      `BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL lock_timeout TO '30s'`,
    );
    // Before the first query, which takes the snapshot: a table emptied or rewritten after it would seem empty.
    if (names.length > 0)
      await client.query(`LOCK TABLE ${names.map(qualified).join(', ')} IN ACCESS SHARE MODE`);
    await setUpTransaction(client);
    const migrations = await appliedMigrations(client);
    requireSameMigrations({ is: 'the database', migrations }, { is: 'this program', migrations: program });
    const tables = await listTables(client, system);
    const hidden = tables.filter((table) => table.rowSecurity && !table.seenWhole);
    if (hidden.length > 0)
      throw new Error(`${system} has no policy to see all of: ${hidden.map(({ name }) => name).join(', ')}`);
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
  // Sequences know no snapshot. Read after it was taken, they are not behind any row in it.
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
    // The data ends before the count arrives; the answer to another statement comes after it.
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
 * Starts the copy of a table. As the owner, whom FORCE ROW LEVEL SECURITY shows nothing, tenant tables would seem
 * empty.
 */
async function startCopy({ client, system }: Access, { name, columns, rowSecurity, partitioned }: Table) {
  if (rowSecurity) await client.query(`SET LOCAL ROLE ${system}`);
  const from = `${partitioned ? '' : 'ONLY '}${qualified(name)}`;
  const copy = client.query(
    copyTo(`COPY (SELECT ${columnList(columns)} FROM ${from}) TO STDOUT WITH (FORMAT text, ENCODING 'UTF8')`),
  );
  // When nobody reads on, the closing connection reports here.
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
