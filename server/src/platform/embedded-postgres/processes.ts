import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

/** The parameter with which a postmaster's command line identifies its cluster, independent of -D. */
export const folderParameter = 'tradepost.data_directory';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns whether the process is the live postmaster (not a zombie) of this cluster. */
export async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') return isLinuxPostmaster(pid, cluster);
  // Windows has no ps, so only the process id in the lock file is available.
  if (process.platform === 'win32') return true;
  const ps = promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  const command = await ps.then((result) => result.stdout.trim()).catch(() => '');
  return (
    command.includes(`${folderParameter}=${cluster} `) || command.endsWith(`${folderParameter}=${cluster}`)
  );
}

async function isLinuxPostmaster(pid: number, cluster: string): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const words = commandLine.split('\0');
  if (words.includes(`${folderParameter}=${cluster}`)) return true;
  // An operator may have started the cluster manually, without the parameter.
  if (!/(^|\/)postgres$/.test(words[0] ?? '')) return false;
  const [workingFolder, folder] = await Promise.all([
    stat(`/proc/${pid}/cwd`).catch(() => undefined),
    stat(cluster).catch(() => undefined),
  ]);
  return !!workingFolder && workingFolder.ino === folder?.ino && workingFolder.dev === folder.dev;
}
