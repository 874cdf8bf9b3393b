import { chmod, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { migrate } from '../../src/platform/database/migrate.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.ts';
import { withSnapshot } from '../../src/platform/transfer/export.ts';
import { exportDatabase, importDatabase } from '../../src/platform/transfer/index.ts';
import {
  contents,
  createDatabase,
  dropDatabases,
  extraMigration,
  filledDatabase,
  machineServer,
  migrationFolders,
  protection,
  query,
  type Server,
  sequences,
  type TestDatabase,
} from './transfer.fixture.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let folder: string;
let older: string;
let migrationsFolder: string;
let embedded: EmbeddedPostgres;
let embeddedServer: Server;
let otherServer: Server;
let source: TestDatabase;
let file: string;

const inFolder = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'transfer-test-')));
  await chmod(folder, 0o755);
  ({ older, newer: migrationsFolder } = await migrationFolders(folder));
  embedded = await startEmbeddedPostgres({
    dataDir: inFolder('data'),
    settings: { fsync: 'off', full_page_writes: 'off' },
  });
  embeddedServer = { admin: embedded.connectionString, inherit: true };
  otherServer = { admin: (await machineServer()) ?? embedded.connectionString, inherit: false };
  source = await filledDatabase(embeddedServer, migrationsFolder);
  file = inFolder('source.tradepost');
  await exportDatabase({ connectionString: source.owner, file, migrationsFolder, appVersion: '1.2.3' });
}, 120_000);

afterAll(async () => {
  await dropDatabases();
  await embedded?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('everything arrives by', () => {
  test.each([
    ['from the embedded database to another server', () => [embeddedServer, otherServer] as const],
    ['from another server to the embedded database', () => [otherServer, embeddedServer] as const],
  ])(
    '%s',
    async (name, servers) => {
      const [from, to] = servers();
      const start = await filledDatabase(from, migrationsFolder);
      const moved = inFolder(`${name}.gz`);
      const written = await exportDatabase({ connectionString: start.owner, file: moved, migrationsFolder });
      const target = await createDatabase(to);
      const lines: string[] = [];
      const log = (line: string) => lines.push(line);
      const read = await importDatabase({
        connectionString: target.owner,
        file: moved,
        migrationsFolder,
        log,
      });

      const expected = await contents(start.admin);
      expect(await contents(target.admin)).toEqual(expected);
      const counts = Object.values(expected).map((digest) => Number.parseInt(digest, 10));
      expect(counts).not.toContain(0);
      expect(written.rows).toBe(counts.reduce((sum, count) => sum + count, 0));
      expect(read).toEqual(written);
      expect(lines).toContain('transfer_child: 4990 rows');
      expect(lines).toHaveLength(read.tables);
      expect(await protection(target.admin)).toEqual(await protection(start.admin));
    },
    300_000,
  );

  test('an import by a superuser, as in the embedded database', async () => {
    const target = await createDatabase(otherServer);
    const moved = inFolder('superuser.gz');
    await exportDatabase({ connectionString: source.admin, file: moved, migrationsFolder });
    await migrate(target.owner, migrationsFolder);
    await importDatabase({ connectionString: target.admin, file: moved, migrationsFolder });
    expect(await contents(target.admin)).toEqual(await contents(source.admin));
  });
});

describe('after an import', () => {
  let target: TestDatabase;
  const scalar = async (connectionString: string, sql: string) =>
    Object.values((await query(connectionString, sql))[0] ?? {})[0];

  beforeAll(async () => {
    target = await createDatabase(otherServer);
    await importDatabase({ connectionString: target.owner, file, migrationsFolder });
  });

  test('row-level security is forced on every tenant table', async () => {
    const open = `SELECT relname FROM pg_class c WHERE relnamespace = 'public'::regnamespace
      AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid) AND NOT (relrowsecurity AND relforcerowsecurity)`;
    expect(await query(target.admin, open)).toEqual([]);
    expect(await scalar(target.owner, 'SELECT count(*)::int FROM offer')).toBe(0);
    expect(await scalar(target.admin, 'SELECT count(*)::int FROM offer')).toBe(3);
  });

  test('triggers fire again', async () => {
    const before = await scalar(target.admin, 'SELECT max(revision)::text FROM principal_grant');
    await query(target.owner, 'UPDATE principal_grant SET role = role');
    const after = await scalar(target.admin, 'SELECT min(revision)::text FROM principal_grant');
    expect(Number(after)).toBe(Number(before) + 1);
    await query(target.owner, `INSERT INTO transfer_child (odd, note) VALUES (7, 'plain')`);
    expect(await scalar(target.owner, 'SELECT note FROM transfer_child ORDER BY id DESC')).toBe('stamped');
  });

  test('sequences continue, or skip rows that were given a number manually', async () => {
    expect(await scalar(target.owner, `SELECT nextval('transfer_down')::text`)).toBe('-16');
    expect(await scalar(target.owner, `SELECT id::text FROM transfer_child c ORDER BY c.id DESC`)).toBe(
      '5001',
    );
    expect(await scalar(target.owner, `INSERT INTO "transfer ""Odd" DEFAULT VALUES RETURNING id`)).toBe(11);
  });
});

describe('an export', () => {
  test('is readable by its owner only, and leaves no other file', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('identifies itself in its first line', async () => {
    const text = gunzipSync(await readFile(file)).toString('latin1');
    const header = JSON.parse(text.slice(0, text.indexOf('\n')));
    expect(header).toMatchObject({ format: 'tradepost-export', version: 1, appVersion: '1.2.3' });
    expect(header.migrations.at(-1)).toEqual({
      name: extraMigration,
      checksum: expect.stringMatching(/^\w{64}$/),
    });
    expect(header.tables).toContainEqual({
      name: 'transfer_child',
      columns: ['id', 'odd', 'note'],
    });
  });

  test('is a snapshot: later commits are not included', async () => {
    const database = await filledDatabase(embeddedServer, migrationsFolder);
    const read = await withSnapshot(
      { connectionString: database.owner, migrationsFolder },
      async (archive) => {
        await archive.next();
        await query(database.admin, `INSERT INTO transfer_parts VALUES ('org', now(), 'late')`);
        for (;;) {
          const { value, done } = await archive.next();
          if (done) return value;
        }
      },
    );
    const counts = Object.values(await contents(database.admin)).map((digest) => Number.parseInt(digest, 10));
    expect(read.rows).toBe(counts.reduce((sum, count) => sum + count, 0) - 1);
  });

  test('that is not read to its end releases the database', async () => {
    const started = await withSnapshot(
      { connectionString: source.owner, migrationsFolder },
      async (archive) => {
        await archive.next();
        await archive.next();
        await archive.return({ tables: 0, rows: 0 });
        return true;
      },
    );
    expect(started).toBe(true);
  });

  test('fails when the connection is lost, and leaves no file', async () => {
    const lost = inFolder('lost.gz');
    const ended = exportDatabase({
      connectionString: source.owner,
      file: lost,
      migrationsFolder,
      log: () =>
        void query(
          source.admin,
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = 'tradepost transfer'`,
        ),
    });
    await expect(ended).rejects.toThrow(/terminat|connection|EPIPE|ECONNRESET/);
    expect((await readdir(folder)).filter((name) => name.startsWith('lost'))).toEqual([]);
  });

  test('refuses a database with other migrations, and a database with rows hidden from the caller', async () => {
    const database = await createDatabase(embeddedServer);
    const options = { connectionString: database.owner, file: inFolder('refused'), migrationsFolder };
    await expect(exportDatabase(options)).rejects.toThrow(`only this program has 0001_roles.sql`);
    await migrate(database.owner, migrationsFolder);
    await query(database.owner, 'DROP POLICY system_scope ON offer');
    await expect(exportDatabase(options)).rejects.toThrow(
      /row security hides rows from the role \w+ in: offer$/,
    );
    expect((await readdir(folder)).filter((name) => name.startsWith('refused'))).toEqual([]);
  });
});

describe('an import changes nothing when', () => {
  let target: TestDatabase;
  let content: Buffer;
  let raw: Buffer;
  const state = async ({ admin }: TestDatabase) => [
    await contents(admin),
    await protection(admin),
    await sequences(admin),
  ];
  const importInto = (database: TestDatabase, name: string) =>
    importDatabase({ connectionString: database.owner, file: inFolder(name), migrationsFolder });

  const flip = (bytes: Buffer, at: number) => {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] as number) ^ 1;
    return changed;
  };
  const replace = (from: string, to: string) =>
    gzipSync(Buffer.from(raw.toString('latin1').replace(from, to), 'latin1'));

  beforeAll(async () => {
    target = await createDatabase(otherServer);
    content = await readFile(file);
    raw = gunzipSync(content);
  });

  const damaged = /is truncated, was changed, or is not an export/;
  test.each<[string, RegExp, () => Buffer]>([
    ['is empty', damaged, () => Buffer.alloc(0)],
    ['is no gzip file', damaged, () => Buffer.from('PGDMP something else')],
    ['is something else in gzip', damaged, () => gzipSync('{"format":"other","version":1}\n')],
    [
      'is of a later format',
      /of format 2; this program reads format 1/,
      () => replace('"version":1', '"version":2'),
    ],
    ['is cut in half', damaged, () => content.subarray(0, content.length / 2)],
    ['lacks its last byte', damaged, () => content.subarray(0, -1)],
    ['lacks its trailer', damaged, () => gzipSync(raw.subarray(0, raw.lastIndexOf('Z\0\0\0')))],
    ['goes on after its trailer', damaged, () => gzipSync(Buffer.concat([raw, Buffer.from('D\0\0\0\0')]))],
    ['has a byte flipped at its begin', damaged, () => flip(content, 200)],
    ['has a byte flipped in its middle', damaged, () => flip(content, content.length >> 1)],
    ['has a byte flipped in its check sum', damaged, () => flip(content, content.length - 6)],
    ['has a letter of a row changed', damaged, () => replace('note 4321', 'note 4322')],
    ['has a sequence changed', damaged, () => replace('"next":"-16"', '"next":"-19"')],
    ['has a count changed', damaged, () => replace('"rows":4990', '"rows":4991')],
  ])('the file %s', async (name, message, make) => {
    await writeFile(inFolder(name), make());
    await expect(importInto(target, name)).rejects.toThrow(message);
    expect(
      await query(target.admin, `SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`),
    ).toEqual([]);
  });

  test('the file is missing', async () => {
    await expect(importInto(target, 'nowhere')).rejects.toThrow('ENOENT');
  });

  test('the file is of an older program', async () => {
    const database = await createDatabase(embeddedServer);
    await migrate(database.owner, older);
    const options = { connectionString: database.owner, file: inFolder('older.gz'), migrationsFolder: older };
    await exportDatabase({ ...options, appVersion: '0.9' });
    await expect(importInto(target, 'older.gz')).rejects.toThrow(
      `the migrations of the file (of version 0.9) and this program differ: only this program has ${extraMigration}`,
    );
    expect(await contents(target.admin)).toEqual({});
  });

  test('the database is of an older program', async () => {
    const database = await createDatabase(otherServer);
    await migrate(database.owner, older);
    const before = await state(database);
    await expect(importInto(database, 'source.tradepost')).rejects.toThrow(
      `and the database differ: only the file (of version 1.2.3) has ${extraMigration}`,
    );
    expect(await state(database)).toEqual(before);
  });

  describe('the database', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await createDatabase(otherServer);
      await migrate(database.owner, migrationsFolder);
    });

    test('contains a single row that its owner cannot see', async () => {
      await query(database.admin, `INSERT INTO transfer_parts VALUES ('org', now(), 'x')`);
      const before = await state(database);
      await expect(importInto(database, 'source.tradepost')).rejects.toThrow('not empty: transfer_parts');
      expect(await state(database)).toEqual(before);
      await query(database.admin, 'DELETE FROM transfer_parts');
    });

    test('has another table than the file', async () => {
      await query(database.owner, 'CREATE TABLE foreign_table (id text)');
      await expect(importInto(database, 'source.tradepost')).rejects.toThrow('differ in foreign_table (id)');
      await query(database.owner, 'DROP TABLE foreign_table');
    });

    test('refuses a row of the last tables, and all rows before it are rolled back', async () => {
      await query(
        database.owner,
        `ALTER TABLE transfer_parts ADD CONSTRAINT never CHECK (note = '') NOT VALID`,
      );
      const before = await state(database);
      await expect(importInto(database, 'source.tradepost')).rejects.toThrow(
        /the table transfer_parts cannot be imported: .*never/,
      );
      expect(await state(database)).toEqual(before);
      await query(database.owner, 'ALTER TABLE transfer_parts DROP CONSTRAINT never');
    });

    test('is in use', async () => {
      const user = new pg.Client({ connectionString: database.owner });
      await user.connect();
      try {
        await user.query('BEGIN; SELECT FROM api_client');
        await expect(importInto(database, 'source.tradepost')).rejects.toThrow('the database is in use');
      } finally {
        await user.end();
      }
    });

    test('refuses no row any more: then all rows arrive', async () => {
      await importInto(database, 'source.tradepost');
      expect(await contents(database.admin)).toEqual(await contents(source.admin));
    });
  });
});
