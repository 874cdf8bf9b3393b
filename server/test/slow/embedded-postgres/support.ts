import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Client } from 'pg';
import { afterAll, afterEach } from 'vitest';
import { findPackage } from '../../../src/platform/embedded-postgres/binaries.ts';
import {
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../../src/platform/embedded-postgres/index.ts';
import { readPidFile } from '../../../src/platform/embedded-postgres/postmaster.ts';
import { isPostmasterOf } from '../../../src/platform/embedded-postgres/processes.ts';

export const isRoot = process.getuid?.() === 0;
export const nobody = 65534;
export const repository = fileURLToPath(new URL('../../../../', import.meta.url));

const folders: string[] = [];
let seed: string | undefined;
const programs: ChildProcess[] = [];

/**
 * Creates a folder that every user may enter. The folder is removed after the test together with its servers.
 */
export async function makeFolder(): Promise<string> {
  const folder = await makeLastingFolder();
  folders.push(folder);
  return folder;
}

export async function makeLastingFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'embedded-postgres-')));
  await chmod(folder, 0o755);
  return folder;
}

/** Creates a folder with a cluster by copying a template, which is faster than creating the cluster. */
export async function makeData(): Promise<string> {
  if (!seed) {
    seed = await makeLastingFolder();
    await (await startEmbeddedPostgres({ dataDir: seed })).stop();
    await rm(join(seed, 'postgres.log'));
  }
  const folder = await makeFolder();
  execFileSync('cp', ['-a', `${seed}/.`, folder]);
  return folder;
}

/**
 * Registers the cleanup of a test file. Must be called once per file. After the tests, servers are stopped
 * and folders are removed.
 */
export function cleansUp(): void {
  afterEach(async () => {
    for (const program of programs.splice(0)) await kill(program);
    for (const folder of folders.splice(0)) await removeFolder(folder);
  });
  afterAll(async () => {
    if (seed) await removeFolder(seed);
    seed = undefined;
  });
}

export async function removeFolder(folder: string): Promise<void> {
  for (const pid of await servers(folder)) {
    process.kill(pid, 'SIGQUIT');
    await until(() => !isRunning(pid));
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

async function servers(folder: string): Promise<number[]> {
  const pids: number[] = [];
  for (const data of [folder, ...(await readdir(folder)).map((name) => join(folder, name))]) {
    const file = await readPidFile(join(data, 'postgres'));
    if (file && (await isPostmasterOf(file.pid, join(data, 'postgres')))) pids.push(file.pid);
  }
  return pids;
}

export async function serverPid(dataDir: string): Promise<number> {
  return (await readPidFile(join(await realpath(dataDir), 'postgres')))?.pid ?? 0;
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(
      execFileSync('cat', [`/proc/${pid}/status`], { stdio: ['ignore', 'pipe', 'ignore'] }).toString(),
    );
  } catch {
    return false;
  }
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('The condition did not hold in time');
    await delay(20);
  }
}

export async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Builds the launcher, so that a separate program can run it on every supported Node. */
export async function compileLauncher(folder: string): Promise<string> {
  await build({
    entryPoints: [join(repository, 'server/src/platform/embedded-postgres/index.ts')],
    outfile: join(folder, 'index.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  await cp(new URL('./program.mjs', import.meta.url), join(folder, 'program.mjs'));
  return join(folder, 'program.mjs');
}

export type Program = { child: ChildProcess; connectionString?: string; error?: string };

/** Starts the launcher in a separate process, and waits until it accepts requests or fails. */
export async function run(program: string, options: EmbeddedPostgresOptions, uid?: number): Promise<Program> {
  const child = launch(program, options, uid);
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    return { child, ...JSON.parse(line) };
  }
  throw new Error('The program said nothing');
}

export function launch(program: string, options: EmbeddedPostgresOptions, uid?: number): ChildProcess {
  const user = uid === undefined ? {} : { uid, gid: uid };
  const argv = [program, JSON.stringify(options)];
  const child = spawn(process.execPath, argv, { ...user, cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] });
  programs.push(child);
  return child;
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Copies the npm package, by default without the library links. */
export async function copyPackage(target: string): Promise<string> {
  const { folder } = await findPackage();
  const links = JSON.parse(await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  const left = new Set(links.map((link) => join(folder, link.target)));
  await mkdir(dirname(target), { recursive: true });
  await cp(folder, target, { recursive: true, filter: (path) => !left.has(path) && !path.endsWith('.a') });
  return target;
}
