import { spawn } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../../src/platform/embedded-postgres/index.ts';

cleansUp();

import {
  cleansUp,
  compileLauncher,
  isRunning,
  kill,
  launch,
  makeData,
  makeFolder,
  query,
  run,
  serverPid,
  until,
} from './support.ts';

let compiled: string;
let program: string;

beforeAll(async () => {
  compiled = await mkdtemp(join(tmpdir(), 'embedded-postgres-program-'));
  await chmod(compiled, 0o755);
  program = await compileLauncher(compiled);
});
afterAll(() => rm(compiled, { recursive: true, force: true }));

test('a server left running by a killed program is taken over with its data and stopped later', async () => {
  const dataDir = await makeData();
  const first = await run(program, { dataDir });
  await query(first.connectionString as string, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const pid = await serverPid(dataDir);
  await kill(first.child);
  expect(isRunning(pid)).toBe(true);

  const second = await startEmbeddedPostgres({ dataDir });
  expect(await serverPid(dataDir)).toBe(pid);
  expect(second.connectionString).toBe(first.connectionString);
  expect(await query(second.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  await second.stop();
  expect(isRunning(pid)).toBe(false);
});

test('a lock that the server still has for a killed program is waited for', async () => {
  const dataDir = await makeData();
  const first = await run(program, { dataDir });
  const locks = `SELECT pid FROM pg_locks WHERE locktype = 'advisory'`;
  const [backend] = await query(first.connectionString as string, locks);
  process.kill(Number(backend?.pid), 'SIGSTOP');
  await kill(first.child);
  const second = startEmbeddedPostgres({ dataDir });
  setTimeout(() => process.kill(Number(backend?.pid), 'SIGCONT'), 500);
  const server = await second;
  expect(server.connectionString).toBe(first.connectionString);
  await server.stop();
});

test('a server left running with other settings is restarted with the current settings', async () => {
  const dataDir = await makeData();
  const first = await run(program, { dataDir, settings: { work_mem: '5MB' } });
  const pid = await serverPid(dataDir);
  await kill(first.child);
  const second = await startEmbeddedPostgres({ dataDir, settings: { work_mem: '6MB' } });
  expect(await query(second.connectionString, 'SHOW work_mem')).toEqual([{ work_mem: '6MB' }]);
  expect(isRunning(pid)).toBe(false);
  await second.stop();
});

test('a second program is refused while the first program lives', async () => {
  const dataDir = await makeData();
  const first = await run(program, { dataDir });
  const second = await run(program, { dataDir });
  expect(second.error).toContain(
    `EmbeddedPostgresInUse: The data folder ${dataDir} is in use by process ${first.child.pid}`,
  );
  expect(await query(first.connectionString as string, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('of two simultaneous first starts exactly one succeeds', async () => {
  const dataDir = await makeFolder();
  const outcomes = await Promise.all([1, 2].map(() => run(program, { dataDir })));
  const winners = outcomes.filter((outcome) => outcome.connectionString);
  const refusals = outcomes.flatMap((outcome) => outcome.error ?? []);
  expect(winners).toHaveLength(1);
  expect(refusals).toHaveLength(1);
  expect(refusals[0]).toContain(`EmbeddedPostgresInUse: The data folder ${dataDir} is in use by process`);
  expect(await query(winners[0]?.connectionString as string, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log', 'postgres.password']);
});

test('the lock file of a server that was killed together with its program does not prevent a start', async () => {
  const dataDir = await makeData();
  const first = await run(program, { dataDir });
  await query(first.connectionString as string, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const pid = await serverPid(dataDir);
  process.kill(pid, 'SIGKILL');
  await kill(first.child);
  await until(() => !isRunning(pid));
  expect(await serverPid(dataDir)).toBe(pid);
  const second = await startEmbeddedPostgres({ dataDir });
  expect(await query(second.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  await second.stop();
});

test('a lock file that names another living program is removed, and that program is not affected', async () => {
  const dataDir = await makeData();
  const { uid, gid } = await stat(join(dataDir, 'postgres'));
  const bystander = spawn('sleep', ['60'], { uid, gid, cwd: '/', stdio: 'ignore' });
  const lockFile = [bystander.pid, join(dataDir, 'postgres'), 1700000000, 5432, '', '127.0.0.1', '', 'ready'];
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${lockFile.join('\n')}\n`);
  const server = await startEmbeddedPostgres({ dataDir });
  expect(await serverPid(dataDir)).not.toBe(bystander.pid);
  await server.stop();
  expect(isRunning(bystander.pid as number)).toBe(true);
  await kill(bystander);
});

test('the server of another folder is not affected', async () => {
  const original = await makeData();
  const copy = await makeData();
  const first = await startEmbeddedPostgres({ dataDir: original });
  const pid = await serverPid(original);
  await cp(join(original, 'postgres/postmaster.pid'), join(copy, 'postgres/postmaster.pid'));

  const second = await startEmbeddedPostgres({ dataDir: copy });
  expect(await serverPid(copy)).not.toBe(pid);
  await second.stop();
  expect(await query(first.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await first.stop();
});

test('a program killed while it creates the cluster leaves no incomplete cluster', async () => {
  const dataDir = await makeFolder();
  const child = launch(program, { dataDir });
  const drafts = async () => (await readdir(dataDir)).filter((name) => name.startsWith('postgres.initdb-'));
  await until(async () => (await drafts()).length > 0);
  await kill(child);
  expect(await drafts()).toHaveLength(1);
  expect(await readdir(dataDir)).not.toContain('postgres');
  const server = await startEmbeddedPostgres({ dataDir });
  expect(await drafts()).toEqual([]);
  await server.stop();
});

test('incomplete clusters are removed, except those of living programs', async () => {
  const dataDir = await makeFolder();
  const gone = spawn('true');
  await new Promise((resolve) => gone.once('exit', resolve));
  const names = [gone.pid, process.pid, process.ppid].map((pid) => `postgres.initdb-${pid}-abc123`);
  for (const name of names) await mkdir(join(dataDir, name, 'data'), { recursive: true });
  const old = `postgres.initdb-${process.ppid}-dead`;
  await mkdir(join(dataDir, old));
  await utimes(join(dataDir, old), 1, 1);
  const server = await startEmbeddedPostgres({ dataDir });
  await server.stop();
  const left = (await readdir(dataDir)).filter((name) => name.startsWith('postgres.initdb-'));
  expect(left).toEqual([names[2]]);
});

test('a password without a cluster is used, a cluster without a password is refused', async () => {
  const dataDir = await makeFolder();
  await writeFile(join(dataDir, 'postgres.password'), 'settled-before\n', { mode: 0o600 });
  const server = await startEmbeddedPostgres({ dataDir });
  expect(new URL(server.connectionString).password).toBe('settled-before');
  await server.stop();
  expect(await readFile(join(dataDir, 'postgres.password'), 'utf8')).toBe('settled-before\n');
  await rm(join(dataDir, 'postgres.password'));
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/password .* is missing/);
});
