import { randomBytes } from 'node:crypto';
import { link, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, isPostmasterOf } from './processes.ts';

export type Postmaster = { pid: number; port: number };
type PidFile = Postmaster & { isReady: boolean; text: string };

export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!(pid > 0)) return undefined;
  return { pid, port: Number(lines[3] ?? 0), isReady: lines[7]?.trim() === 'ready', text };
}

/** Finds the running postmaster of the cluster. Waits while a postmaster is starting or stopping. */
export async function findPostmaster(
  cluster: string,
  log: (message: string) => void,
): Promise<Postmaster | undefined> {
  const wait = timeoutMs(log);
  for (;;) {
    const file = await readPidFile(cluster);
    if (!file) return undefined;
    if (!(await isPostmasterOf(file.pid, cluster))) {
      if (isAlive(file.pid)) await removeStale(cluster, file.text);
      return undefined;
    }
    if (file.isReady) return { pid: file.pid, port: file.port };
    await wait();
  }
}

/**
 * Creates a function that waits briefly, and that logs once if the total wait becomes long, because a recovery can take
 * minutes.
 */
export function timeoutMs(log: (message: string) => void): () => Promise<void> {
  let waits = 0;
  return async () => {
    await delay(10);
    if (++waits === 300) log('Waiting for PostgreSQL, which is still starting or stopping');
  };
}

/**
 * Removes a lock file whose process id now belongs to an unrelated process of the same user. PostgreSQL itself removes
 * only lock files of dead processes. The file is renamed first, because another process may have replaced the file.
 */
async function removeStale(cluster: string, text: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, 'utf8')) !== text) await link(aside, file).catch(() => undefined);
  await unlink(aside);
}

/**
 * Stops a postmaster: first with a fast shutdown, then with an immediate shutdown. Ignores processes of other clusters.
 */
export async function stopPostmaster(
  pid: number,
  cluster: string,
  grace: number,
  log: (message: string) => void,
): Promise<void> {
  if (!(await signal(pid, cluster, 'SIGINT')) || (await hasEnded(pid, cluster, grace))) return;
  log(`PostgreSQL did not stop within ${grace} ms; stopping it immediately, it recovers at the next start`);
  // The postmaster waits five seconds for its children before it kills them.
  if (!(await signal(pid, cluster, 'SIGQUIT')) || (await hasEnded(pid, cluster, 15_000))) return;
  throw new Error(`PostgreSQL (process ${pid}, ${cluster}) does not stop`);
}

async function signal(pid: number, cluster: string, name: NodeJS.Signals): Promise<boolean> {
  if (!(await isPostmasterOf(pid, cluster))) return false;
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

async function hasEnded(pid: number, cluster: string, within: number): Promise<boolean> {
  for (const end = Date.now() + within; Date.now() < end; await delay(20)) {
    if (!(await isPostmasterOf(pid, cluster))) return true;
  }
  return !(await isPostmasterOf(pid, cluster));
}
