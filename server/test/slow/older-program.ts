import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeFolder, repository } from '../process/program.ts';
import { type Release, releases } from '../released.ts';

const git = (folder: string, ...words: string[]): string =>
  execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/**
 * Returns the newest version that lacks some of the current migrations; its installations upgrade to the
 * current version.
 */
export function versionBefore(present: readonly string[]): Release {
  const older = releases.filter(({ migrations }) => present.some((name) => !(name in migrations)));
  return (older.at(-1) ?? releases.at(-1)) as Release;
}

/** Returns whether the history of this clone includes the version. */
export function isInHistory({ commit }: Release): boolean {
  try {
    git(repository, 'cat-file', '-e', `${commit}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

/** Returns the migrations of a version, by its commit. */
export const migrationsOf = ({ commit }: Release): Record<string, string> =>
  Object.fromEntries(
    git(repository, 'ls-tree', '--name-only', commit, 'server/migrations/')
      .split('\n')
      .filter((name) => name.endsWith('.sql'))
      .map((name) => [path.basename(name), git(repository, 'show', `${commit}:${name}`)]),
  );

/** Returns the installed packages in a lock file, without the version of the root package. */
function packagesOf(lockFile: string): string {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'));
  for (const own of ['', 'server']) delete packages[own]?.version;
  return JSON.stringify(packages);
}

/**
 * Builds a version in a separate folder, and returns the file that starts the version. Uses the packages
 * installed here if they are identical, or else installs packages from the registry.
 */
export async function buildOlder({ commit }: Release): Promise<string> {
  const folder = path.join(await makeFolder('tradepost-older-', tmpdir()), 'program');
  git(repository, 'clone', '--quiet', '--shared', '--no-checkout', repository, folder);
  git(folder, '-c', 'advice.detachedHead=false', 'checkout', '--quiet', commit);
  const lock = 'package-lock.json';
  if (packagesOf(path.join(folder, lock)) === packagesOf(path.join(repository, lock)))
    symlinkSync(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'));
  else
    execFileSync(
      'npm',
      ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
      {
        cwd: folder,
        stdio: 'pipe',
      },
    );
  const own = path.join(folder, 'scripts', 'build.mjs');
  const build = existsSync(own) ? [own] : [compilerOf(folder), '-p', 'server/tsconfig.build.json'];
  execFileSync(process.execPath, build, { cwd: folder, stdio: 'pipe' });
  const main = path.join(folder, 'server', 'dist', 'main.js');
  if (!existsSync(main)) throw new Error(`${main} was not built`);
  return main;
}

/** Returns the build tool of the versions up to 0.2.0. */
function compilerOf(folder: string): string {
  const compiler = path.join(folder, 'node_modules', 'typescript');
  const { bin } = JSON.parse(readFileSync(path.join(compiler, 'package.json'), 'utf8'));
  return path.join(compiler, typeof bin === 'string' ? bin : bin.tsc);
}
