import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from './processes.ts';

/** The scratch folders in use by this process, in contrast to folders of an earlier process with the same id. */
const active = new Set<string>();
const abandonedAfter = 10 * 60_000;

/** Creates a scratch folder, which is renamed when it is complete. The name contains the process id. */
export async function makeScratch(parent: string, prefix: string): Promise<string> {
  const folder = join(parent, `${prefix}${process.pid}-${randomBytes(6).toString('hex')}`);
  active.add(folder);
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

export async function removeScratch(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  active.delete(folder);
}

/** Removes scratch folders of processes that were killed before renaming their folders. */
export async function cleanScratch(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(prefix)
      ? /^(\d+)-[0-9a-f]+$/.exec(name.slice(prefix.length))?.[1]
      : undefined;
    const folder = join(parent, name);
    if (pid && !active.has(folder) && (await isAbandoned(folder, Number(pid)))) await removeScratch(folder);
  }
}

async function isAbandoned(folder: string, pid: number): Promise<boolean> {
  const status = await lstat(folder).catch(() => undefined);
  // In a shared parent, another user could prepare a folder to misdirect a recursive removal.
  if (!status?.isDirectory() || status.uid !== (process.getuid?.() ?? status.uid)) return false;
  return pid === process.pid || !isAlive(pid) || Date.now() - status.mtimeMs > abandonedAfter;
}
