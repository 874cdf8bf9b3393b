import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

/** The parameter by which a postmaster's command line names its cluster, whatever its -D says. */
export const folderParameter = 'tradepost.data_directory';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Says whether the process is a living postmaster (not a zombie) of exactly this cluster. */
export async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') return isLinuxPostmaster(pid, cluster);
  // Windows has no ps; there the process id of the lock file is all there is to go by.
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
  // Somebody may have started the cluster by hand, without our parameter.
  if (!/(^|\/)postgres$/.test(words[0] ?? '')) return false;
  const [workingFolder, folder] = await Promise.all([
    stat(`/proc/${pid}/cwd`).catch(() => undefined),
    stat(cluster).catch(() => undefined),
  ]);
  return !!workingFolder && workingFolder.ino === folder?.ino && workingFolder.dev === folder.dev;
}
