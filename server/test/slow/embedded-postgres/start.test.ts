import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPackage } from '../../../src/platform/embedded-postgres/binaries.ts';
import {
  type EmbeddedPostgres,
  EmbeddedPostgresInUse,
  startEmbeddedPostgres,
} from '../../../src/platform/embedded-postgres/index.ts';
import {
  cleansUp,
  isRunning,
  makeData,
  makeLastingFolder,
  query,
  removeFolder,
  serverPid,
} from './support.ts';

cleansUp();

describe('a first start', () => {
  let folder: string;
  let dataDir: string;
  let server: EmbeddedPostgres;

  beforeAll(async () => {
    folder = await makeLastingFolder();
    dataDir = join(folder, 'new', 'data');
    server = await startEmbeddedPostgres({ dataDir, settings: { work_mem: '7MB' } });
  });
  afterAll(async () => {
    await server.stop();
    await removeFolder(folder);
  });

  test('has a durable, private server with the documented settings', async () => {
    const [row] = await query(
      server.connectionString,
      `SELECT current_user AS role, current_database() AS database, datlocale,
         pg_encoding_to_char(encoding) AS encoding,
         current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
         current_setting('data_checksums') AS checksums, current_setting('listen_addresses') AS addresses,
         current_setting('unix_socket_directories') AS sockets, current_setting('work_mem') AS work_mem,
         pg_get_userbyid(datdba) AS owner, current_setting('server_version_num')::int / 10000 AS major
       FROM pg_database WHERE datname = current_database()`,
    );
    expect(row).toEqual({
      role: 'tradepost',
      database: 'tradepost',
      owner: 'tradepost',
      datlocale: 'C.UTF-8',
      encoding: 'UTF8',
      fsync: 'on',
      commit: 'on',
      checksums: 'on',
      addresses: '127.0.0.1',
      sockets: '.',
      work_mem: '7MB',
      major: 18,
    });
    expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log', 'postgres.password']);
  });

  test('a connection without the password is refused', async () => {
    const hba = await query(server.connectionString, 'SELECT DISTINCT auth_method FROM pg_hba_file_rules');
    expect(hba).toEqual([{ auth_method: 'scram-sha-256' }]);
    const url = new URL(server.connectionString);
    const password = url.password;
    url.password = 'wrong';
    await expect(query(url.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    url.password = '';
    await expect(query(url.href, 'SELECT 1')).rejects.toThrow(/password/);
    const processes = execFileSync('ps', ['-ww', '-eo', 'args']).toString();
    expect(processes).not.toContain(password);
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toContain(password);
  });

  test('a second start in the same program is refused without side effects', async () => {
    const second = startEmbeddedPostgres({ dataDir });
    await expect(second).rejects.toBeInstanceOf(EmbeddedPostgresInUse);
    await expect(second).rejects.toThrow(`${dataDir} is in use by process ${process.pid}`);
    expect(await query(server.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test.skipIf(process.platform !== 'linux')(
    'the server has a session of its own, unaffected by Ctrl-C',
    async () => {
      const pid = await serverPid(dataDir);
      const session = execFileSync('ps', ['-o', 'sid=', '-p', String(pid)]).toString();
      expect(Number(session)).toBe(pid);
    },
  );
});

test('data outlive a stop, which can be repeated', async () => {
  const dataDir = await makeData();
  const first = await startEmbeddedPostgres({ dataDir });
  await query(first.connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const pid = await serverPid(dataDir);
  await Promise.all([first.stop(), first.stop()]);
  await first[Symbol.asyncDispose]();
  expect(isRunning(pid)).toBe(false);
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('received fast shutdown request');
  const second = await startEmbeddedPostgres({ dataDir });
  expect(await query(second.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  await second.stop();
});

test('a stop that hangs is forced after the grace period', async () => {
  const dataDir = await makeData();
  const messages: string[] = [];
  const options = { dataDir, log: (message: string) => messages.push(message), internal: { grace: 300 } };
  const server = await startEmbeddedPostgres(options);
  const pid = await serverPid(dataDir);
  const [checkpointer] = await query(
    server.connectionString,
    `SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'`,
  );
  const held = Number(checkpointer?.pid);
  process.kill(held, 'SIGSTOP');
  const stopping = server.stop();
  await expect.poll(() => messages.join()).toContain('did not stop within 300 ms');
  const serverLog = () => readFile(join(dataDir, 'postgres.log'), 'utf8');
  await expect.poll(serverLog).toContain('received immediate shutdown request');
  expect(isRunning(pid)).toBe(true);
  process.kill(held, 'SIGCONT');
  await stopping;
  expect(isRunning(pid)).toBe(false);
  expect(messages.join()).toContain('did not stop within 300 ms');
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain(
    'received immediate shutdown request',
  );
});

test('a crash of the server is reported, and the folder is locked again afterwards', async () => {
  const dataDir = await makeData();
  const messages: string[] = [];
  const server = await startEmbeddedPostgres({ dataDir, log: (message) => messages.push(message) });
  const [row] = await query(server.connectionString, `SELECT pid FROM pg_locks WHERE locktype = 'advisory'`);
  process.kill(Number(row?.pid), 'SIGKILL');
  await expect.poll(() => messages.join()).toContain('PostgreSQL ended or restarts after a crash');
  const holders = () =>
    query(server.connectionString, `SELECT pid FROM pg_locks WHERE locktype = 'advisory'`).catch(() => []);
  const said = messages.length;
  // The server recovers before it accepts connections, which takes time on a busy disk.
  await expect
    .poll(async () => [(await holders()).length, messages.slice(said)], { timeout: 120_000 })
    .toEqual([1, []]);
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toBeInstanceOf(EmbeddedPostgresInUse);
  await server.stop();
});

test('a used port leads to another port', async () => {
  const dataDir = await makeData();
  const squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  const { port } = squatter.address() as { port: number };
  const server = await startEmbeddedPostgres({ dataDir, internal: { port } });
  expect(new URL(server.connectionString).port).not.toBe(String(port));
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('Address already in use');
  await server.stop();
  squatter.close();
});

test('an impossible start is refused with the reason', async () => {
  const dataDir = await makeData();
  const start = (settings = {}) => startEmbeddedPostgres({ dataDir, settings });
  await expect(start({ work_mem: 'much' })).rejects.toThrow(/invalid value for parameter "work_mem"/);
  await expect(start({ 'fsync=off -c x': 'y' })).rejects.toThrow(
    /is not a valid name of a PostgreSQL setting/,
  );

  const password = await readFile(join(dataDir, 'postgres.password'), 'utf8');
  await writeFile(join(dataDir, 'postgres.password'), 'other');
  await expect(start()).rejects.toThrow(/does not match the cluster/);
  expect(await serverPid(dataDir)).toBe(0);
  await writeFile(join(dataDir, 'postgres.password'), password);

  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow(/made by PostgreSQL 17; this program uses PostgreSQL 18/);
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '18\n');

  await truncate(join(dataDir, 'postgres.log'), 11 * 1024 * 1024);
  await (await start()).stop();
  expect((await stat(join(dataDir, 'postgres.log'))).size).toBeLessThan(100_000);
});

test('an error names a platform without its npm package', async () => {
  const arch = Object.getOwnPropertyDescriptor(process, 'arch') as PropertyDescriptor;
  Object.defineProperty(process, 'arch', { ...arch, value: 'pdp11' });
  try {
    await expect(findPackage()).rejects.toThrow(`@embedded-postgres/${process.platform}-pdp11`);
  } finally {
    Object.defineProperty(process, 'arch', arch);
  }
});
