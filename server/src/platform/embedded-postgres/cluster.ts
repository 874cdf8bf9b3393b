import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lchown,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  stat,
  unlink,
} from 'node:fs/promises';
import { join } from 'node:path';
import { childOptions, type Identity, openForChild } from './identity.ts';
import type { Layout } from './layout.ts';
import { role } from './layout.ts';
import { cleanScratch, makeScratch, removeScratch } from './scratch.ts';

export const majorVersion = '18';
const scratchPrefix = 'postgres.initdb-';

/** Returns whether the folder contains a cluster. @throws Error for a different major version or other content */
export async function clusterExists(layout: Layout): Promise<boolean> {
  const version = await readFile(join(layout.cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) {
    const content = await readdir(layout.cluster).catch(() => []);
    if (content.length === 0) return false;
    throw new Error(`${layout.cluster} is not empty and is not a PostgreSQL cluster`);
  }
  if (version.trim() !== majorVersion) {
    throw new Error(
      `The cluster ${layout.cluster} was made by PostgreSQL ${version.trim()}; this program uses ` +
        `PostgreSQL ${majorVersion}. Move its data with pg_dump ${version.trim()}, or use another folder.`,
    );
  }
  return true;
}

/** Reads the cluster password, which is generated once before the cluster is created. */
export async function readPassword(layout: Layout): Promise<string> {
  const stored = await readFile(layout.password, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (stored !== undefined) return stored.trim();
  if (await clusterExists(layout)) {
    throw new Error(
      `The cluster ${layout.cluster} exists, but its password file ${layout.password} is missing`,
    );
  }
  const draft = `${layout.password}.${randomBytes(6).toString('hex')}`;
  await writeSynced(draft, `${randomBytes(24).toString('base64url')}\n`);
  try {
    // Unlike a rename, a link does not replace the password file that another process has just created.
    await link(draft, layout.password);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  return (await readFile(layout.password, 'utf8')).trim();
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The folder of PostgreSQL's binaries, and their version. */
type Programs = { bin: string; version: string };

/**
 * Creates the cluster in a scratch folder and renames the folder at the end, so that the cluster is either complete or
 * absent.
 */
export async function createCluster(
  layout: Layout,
  programs: Programs,
  who: Identity,
  password: string,
): Promise<void> {
  await cleanScratch(layout.dataDir, scratchPrefix);
  const scratch = await makeScratch(layout.dataDir, scratchPrefix);
  try {
    const data = join(scratch, 'data');
    const passwordFile = join(scratch, 'password');
    await mkdir(data, { mode: 0o700 });
    await writeSynced(passwordFile, `${password}\n`);
    if (who) {
      await chmod(scratch, 0o711);
      await chown(data, who.uid, who.gid);
      await chown(passwordFile, who.uid, who.gid);
    }
    await runInitdb(programs, scratch, who);
    await rename(data, layout.cluster).catch(async (error: Error) => {
      if (!(await clusterExists(layout))) throw error;
    });
    await syncFolder(layout.dataDir);
  } finally {
    await removeScratch(scratch);
  }
}

async function runInitdb(programs: Programs, scratch: string, who: Identity): Promise<void> {
  const folder = await openForChild(scratch, who);
  const options = [
    '-D',
    `${folder.name}/data`,
    '-U',
    role,
    `--pwfile=${folder.name}/password`,
    '--auth=scram-sha-256',
    // The built-in provider has C.UTF-8 on every platform, with a sort order that is independent of the C library.
    // PostgreSQL 16, on which the tests also run, provides C.UTF-8 only through the C library.
    ...(Number.parseInt(programs.version, 10) < 17
      ? ['--encoding=UTF8', '--locale=C.UTF-8']
      : ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']),
    '--data-checksums',
    '--no-instructions',
  ];
  try {
    const stdio = ['ignore' as const, 'pipe' as const, 'pipe' as const, ...folder.descriptors];
    const child = spawn(join(programs.bin, 'initdb'), options, { ...childOptions(who), stdio });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => output.push(chunk));
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (status, signal) => resolve(status ?? signal));
    });
    if (code !== 0) throw new Error(`initdb failed (${code}): ${Buffer.concat(output).toString().trim()}`);
  } finally {
    await folder.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Changes the owner of a cluster copied by root to the server's user, because PostgreSQL does not run as root. */
export async function giveCluster(layout: Layout, who: Identity): Promise<void> {
  if (!who || (await stat(layout.cluster)).uid === who.uid) return;
  // With file types, the traversal does not follow symbolic links out of the cluster.
  const below = await readdir(layout.cluster, { recursive: true, withFileTypes: true });
  for (const entry of below) await lchown(join(entry.parentPath, entry.name), who.uid, who.gid);
  await lchown(layout.cluster, who.uid, who.gid);
}
