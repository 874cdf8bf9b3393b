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

/** The postmaster that serves the cluster now, once it is ready; waits for one that starts or stops. */
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

/** Waits a moment at each call and says so once it has become long, as a recovery can take minutes. */
export function timeoutMs(log: (message: string) => void): () => Promise<void> {
  let waits = 0;
  return async () => {
    await delay(10);
    if (++waits === 300) log('Waiting for PostgreSQL, which is still starting or stopping');
  };
}

/**
 * PostgreSQL clears a lock file of a dead process itself, but not one whose process id a program of the same
 * user has got since. The file goes by way of a name of its own, as another program may have replaced it.
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

/** Ends a postmaster: fast, then immediate. Does nothing if the process is not one of this cluster. */
export async function stopPostmaster(
  pid: number,
  cluster: string,
  grace: number,
  log: (message: string) => void,
): Promise<void> {
  if (!(await signal(pid, cluster, 'SIGINT')) || (await hasEnded(pid, cluster, grace))) return;
  log(`PostgreSQL did not end within ${grace} ms: ending it at once, it recovers at the next start`);
  // The postmaster itself gives its children five seconds before it kills them.
  if (!(await signal(pid, cluster, 'SIGQUIT')) || (await hasEnded(pid, cluster, 15_000))) return;
  throw new Error(`PostgreSQL, process ${pid} on ${cluster}, does not end`);
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
