import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readPidFile, stopPostmaster } from '../src/platform/embedded-postgres/postmaster.ts';
import { isAlive } from '../src/platform/embedded-postgres/processes.ts';

/**
 * Suffix of the marker file beside the folder of a test run; the marker contains the owner. A killed run
 * leaves marker and folder behind.
 */
const ending = '.owner';
const isOurs = (name: string) => name.startsWith('tradepost') && name.endsWith(ending);

/** A process with its start time, so that a later process with the same id is not mistaken for it. */
type Owner = { pid: number; since: string };

/**
 * Reads the start time of a process in ticks; empty if the system does not show it, so that equal ids count
 * as equal processes.
 */
async function beginOf(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The fields before are the id and the name in brackets, which may contain spaces.
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/** Marks a folder in the temporary folder as this process's, until `forget`. */
export async function remember(folder: string): Promise<void> {
  const owner: Owner = { pid: process.pid, since: await beginOf(process.pid) };
  await writeFile(`${folder}${ending}`, JSON.stringify(owner), { mode: 0o600 });
}

export const forget = (folder: string): Promise<void> => rm(`${folder}${ending}`, { force: true });

/** Stops PostgreSQL servers that ended runs of this user left running, and removes their folders. */
export async function clearLeftovers(log: (message: string) => void, within = tmpdir()): Promise<void> {
  for (const name of (await readdir(within)).filter(isOurs)) {
    const note = path.join(within, name);
    const folder = note.slice(0, -ending.length);
    if (!(await isLeft(note))) continue;
    log(`Removing ${folder}, left by a killed test run`);
    for (const cluster of ['postgres', 'data/postgres', 'clone/data/postgres'])
      await stopServer(path.join(folder, cluster), log);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    await rm(note, { force: true });
  }
}

/** Returns whether the run has ended. An unreadable marker was removed by a different run in the meantime. */
async function isLeft(note: string): Promise<boolean> {
  const found = await stat(note).catch(() => undefined);
  if (!found?.isFile() || found.uid !== process.getuid?.()) return false;
  const text = await readFile(note, 'utf8').catch(() => '');
  // A marker that is being written is empty.
  if (text === '') return false;
  const { pid, since } = JSON.parse(text) as Owner;
  return !isAlive(pid) || (await beginOf(pid)) !== since;
}

/** Stops a server of exactly this folder, which `stopPostmaster` verifies. */
async function stopServer(cluster: string, log: (message: string) => void): Promise<void> {
  const server = await readPidFile(cluster);
  if (server) await stopPostmaster(server.pid, cluster, 2000, log);
}
