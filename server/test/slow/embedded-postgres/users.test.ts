import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { findPackage } from '../../../src/platform/embedded-postgres/binaries.ts';
import { canEnter } from '../../../src/platform/embedded-postgres/identity.ts';
import { startEmbeddedPostgres } from '../../../src/platform/embedded-postgres/index.ts';

cleansUp();

import {
  cleansUp,
  compileLauncher,
  copyPackage,
  isRoot,
  makeData,
  makeFolder,
  nobody,
  query,
  repository,
  run,
  serverPid,
} from './support.ts';

const anyone = { uid: nobody, gid: nobody };
const nobodyCanRun =
  (await canEnter(dirname(process.execPath), anyone)) && (await canEnter(repository, anyone));
/** Only root can run as other users; without root these tests are skipped. */
const rootTest = test.skipIf(!isRoot || process.platform !== 'linux');
const nobodyTest = test.skipIf(!isRoot || !nobodyCanRun);

let shared: string;
let program: string;
let packageDir: string;

beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), 'embedded-postgres-shared-'));
  await chmod(shared, 0o755);
  await mkdir(join(shared, 'program'));
  program = await compileLauncher(join(shared, 'program'));
  packageDir = await copyPackage(join(shared, 'closed', 'package'));
  await chmod(dirname(packageDir), 0o700);
});
afterAll(() => rm(shared, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

const programOf = async (dataDir: string) => readlink(`/proc/${await serverPid(dataDir)}/exe`);

async function closedFolder(): Promise<string> {
  const closed = join(await makeFolder(), 'closed');
  await mkdir(closed, { mode: 0o700 });
  return closed;
}

test('missing library links of the package are created', async () => {
  const dataDir = await makeData();
  const unlinked = await copyPackage(join(await makeFolder(), 'package'));
  await chmod(join(unlinked, 'native/bin/postgres'), 0o644);
  expect(await readdir(join(unlinked, 'native/lib'))).not.toContain('libicuuc.so.60');
  const server = await startEmbeddedPostgres({ dataDir, internal: { packageDir: unlinked } });
  expect(await query(server.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect((await lstat(join(unlinked, 'native/lib/libicuuc.so.60'))).isSymbolicLink()).toBe(true);
  await server.stop();
});

rootTest('root runs the server as another user, also on a folder that only root may enter', async () => {
  const dataDir = join(await closedFolder(), 'data');
  const server = await startEmbeddedPostgres({ dataDir });
  const pid = await serverPid(dataDir);
  expect((await stat(`/proc/${pid}`)).uid).not.toBe(0);
  await query(server.connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/in use/);
  await server.stop();
  const again = await startEmbeddedPostgres({ dataDir });
  expect(await query(again.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  await again.stop();
});

rootTest('programs that only root can come to are copied beside the data', async () => {
  const dataDir = await makeData();
  const server = await startEmbeddedPostgres({ dataDir, internal: { packageDir } });
  expect(dirname(dirname(dirname(dirname(await programOf(dataDir)))))).toBe(dataDir);
  await server.stop();
});

rootTest('with data and programs closed the copy goes to a temporary folder and is kept whole', async () => {
  const dataDir = await closedFolder();
  const temporary = await makeFolder();
  vi.stubEnv('TMPDIR', temporary);
  const start = () => startEmbeddedPostgres({ dataDir, internal: { packageDir } });
  await (await start()).stop();
  const [name] = await readdir(temporary);
  const copy = join(temporary, name as string);
  const { ino } = await stat(copy);
  await (await start()).stop();
  expect((await stat(copy)).ino).toBe(ino);
  await rm(join(copy, 'native/share/postgresql/timezonesets'), { recursive: true });
  const server = await start();
  expect(await programOf(dataDir)).toBe(join(copy, 'native/bin/postgres'));
  expect(await readdir(join(copy, 'native/share/postgresql'))).toContain('timezonesets');
  expect(await readdir(temporary)).toEqual([name]);
  await server.stop();
});

rootTest('a copy that another user has laid ready is not used', async () => {
  const dataDir = await makeFolder();
  const { version } = await findPackage(packageDir);
  const trap = join(dataDir, `tradepost-postgres-${version}-0`, 'native', 'bin');
  await mkdir(trap, { recursive: true });
  await writeFile(join(trap, 'postgres'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  await chown(dirname(dirname(trap)), nobody, nobody);
  const temporary = await makeFolder();
  vi.stubEnv('TMPDIR', temporary);
  const server = await startEmbeddedPostgres({ dataDir, internal: { packageDir } });
  expect(await programOf(dataDir)).toContain(temporary);
  await server.stop();
});

rootTest('the server runs as the owner of the cluster, and a cluster of root is given away', async () => {
  const dataDir = await makeData();
  const chownAll = async (uid: number) => {
    const entries = await readdir(join(dataDir, 'postgres'), { recursive: true, withFileTypes: true });
    for (const entry of entries) await chown(join(entry.parentPath, entry.name), uid, uid);
    await chown(join(dataDir, 'postgres'), uid, uid);
  };
  await chownAll(12345);
  const owned = await startEmbeddedPostgres({ dataDir });
  expect((await stat(`/proc/${await serverPid(dataDir)}`)).uid).toBe(12345);
  await owned.stop();
  await chownAll(0);
  const given = await startEmbeddedPostgres({ dataDir });
  expect((await stat(join(dataDir, 'postgres/base'))).uid).not.toBe(0);
  await given.stop();
});

nobodyTest(
  'a user other than root runs the server as itself, and from a copy if the package is read-only',
  async () => {
    const dataDir = await makeFolder();
    await chown(dataDir, nobody, nobody);
    await rm(join(packageDir, 'native/lib/libicuuc.so.60'), { force: true });
    await chmod(dirname(packageDir), 0o755);
    const { error } = await run(program, { dataDir, internal: { packageDir } }, nobody);
    await chmod(dirname(packageDir), 0o700);
    expect(error).toBeUndefined();
    expect((await stat(`/proc/${await serverPid(dataDir)}`)).uid).toBe(nobody);
    expect(await programOf(dataDir)).toContain(join(dataDir, 'tradepost-postgres-'));
    expect(await readdir(join(packageDir, 'native/lib'))).not.toContain('libicuuc.so.60');
  },
);

nobodyTest('the cluster of another user is refused with the reason', async () => {
  const dataDir = await makeFolder();
  await chown(dataDir, nobody, nobody);
  await mkdir(join(dataDir, 'postgres'), { mode: 0o755 });
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '18\n');
  await writeFile(join(dataDir, 'postgres.password'), 'x', { mode: 0o644 });
  const { error } = await run(program, { dataDir }, nobody);
  expect(error).toContain(`belongs to user id 0; this program runs as ${nobody}`);
});
