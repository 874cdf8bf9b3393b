import { chmod, constants, copyFile, lstat, mkdir, readdir, realpath, rename, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { canEnter, type Identity } from './identity.ts';
import { cleanScratch, makeScratch, removeScratch } from './scratch.ts';

/** The npm package that contains PostgreSQL for this platform. */
export type PostgresPackage = { folder: string; version: string };

const scratchPrefix = '.tradepost-postgres-';

/** Creates a copy of the package that the user can read, or reuses the copy from an earlier start. */
export async function copyOfPackage(
  pack: PostgresPackage,
  who: Identity,
  dataDir: string,
  complete: (folder: string) => Promise<unknown>,
): Promise<string> {
  const parents = await Promise.all(
    [dataDir, tmpdir(), '/tmp', '/var/tmp'].map((p) => realpath(p).catch(() => '')),
  );
  for (const parent of new Set(parents)) {
    if (!parent || !(await isSafePlace(parent)) || !(await canEnter(parent, who))) continue;
    const copy = await copyInto(parent, pack, complete);
    if (copy) return copy;
  }
  const user = who ? `user id ${who.uid}` : 'this user';
  throw new Error(
    `PostgreSQL in ${pack.folder} cannot be used by ${user}, and there is no folder for a copy`,
  );
}

const self = () => process.getuid?.() ?? 0;

/** Returns whether only this user and root can replace files in the folder. */
async function isSafePlace(folder: string): Promise<boolean> {
  const { uid, mode } = await stat(folder);
  const sticky = (mode & 0o1000) !== 0;
  return (uid === 0 || uid === self()) && (sticky || (mode & 0o022) === 0);
}

async function copyInto(
  parent: string,
  pack: PostgresPackage,
  complete: (folder: string) => Promise<unknown>,
): Promise<string | undefined> {
  const copy = join(parent, `tradepost-postgres-${pack.version}-${self()}`);
  const files = await listFiles(join(pack.folder, 'native'));
  const sizes = new Map(files.map((file) => [relative(pack.folder, file.path), file.size]));
  if ((await isOwn(copy)) && (await isComplete(copy, sizes))) return copy;
  await cleanScratch(parent, scratchPrefix);
  const scratch = await makeScratch(parent, scratchPrefix);
  try {
    await fill(join(scratch, 'new'), pack.folder, [...sizes.keys()]);
    await complete(join(scratch, 'new'));
    // Another process may have created the copy in the meantime, and may already use it.
    if ((await isOwn(copy)) && (await isComplete(copy, sizes))) return copy;
    // An incomplete copy of this user, from which a cleanup of temporary folders has deleted files.
    if (await isOwn(copy)) await rename(copy, join(scratch, 'old')).catch(() => undefined);
    await rename(join(scratch, 'new'), copy).catch(() => undefined);
    return (await isOwn(copy)) && (await isComplete(copy, sizes)) ? copy : undefined;
  } finally {
    await removeScratch(scratch);
  }
}

async function isOwn(folder: string): Promise<boolean> {
  const status = await lstat(folder).catch(() => undefined);
  return !!status?.isDirectory() && status.uid === self() && (status.mode & 0o022) === 0;
}

async function isComplete(copy: string, sizes: Map<string, number>): Promise<boolean> {
  const present = await Promise.all(
    [...sizes].map(
      async ([path, size]) => (await lstat(join(copy, path)).catch(() => undefined))?.size === size,
    ),
  );
  return present.every(Boolean);
}

async function fill(target: string, source: string, paths: string[]): Promise<void> {
  const folders = new Set(paths.map((path) => dirname(path)));
  for (const folder of folders) await mkdir(join(target, folder), { recursive: true });
  for (const path of paths) {
    const file = join(target, path);
    await copyFile(join(source, path), file, constants.COPYFILE_FICLONE);
    await chmod(file, 0o755);
  }
  for (const folder of ancestors(folders)) await chmod(join(target, folder), 0o755);
}

function ancestors(folders: Set<string>): Set<string> {
  const all = new Set<string>(['.']);
  for (let folder of folders) for (; folder !== '.'; folder = dirname(folder)) all.add(folder);
  return all;
}

/** Lists all files except links and files that are used only for compilation. The copy gets new links. */
async function listFiles(folder: string): Promise<{ path: string; size: number }[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const lists = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'include' ? [] : listFiles(path);
    return entry.isFile() && !entry.name.endsWith('.a') ? [{ path, size: (await lstat(path)).size }] : [];
  });
  return (await Promise.all(lists)).flat();
}
