import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readPidFile, stopPostmaster } from '../src/platform/embedded-postgres/postmaster.ts';
import { isAlive } from '../src/platform/embedded-postgres/processes.ts';

/** Beside a folder that a run of tests made: whose it is. A run that was killed leaves both behind. */
const ending = '.owner';
const isOurs = (name: string) => name.startsWith('tradepost') && name.endsWith(ending);

/** A process, so that another one which has got its number since is not taken for it. */
type Owner = { pid: number; since: string };

/** When a process began, in ticks; where that cannot be told, one that has its number counts as the same. */
async function beginOf(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program comes before, in brackets, and may have blanks in it.
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/** Says of a folder in the temporary one that it is this process's, until `forget`. */
export async function remember(folder: string): Promise<void> {
  const owner: Owner = { pid: process.pid, since: await beginOf(process.pid) };
  await writeFile(`${folder}${ending}`, JSON.stringify(owner), { mode: 0o600 });
}

export const forget = (folder: string): Promise<void> => rm(`${folder}${ending}`, { force: true });

/** Clears away what runs of this user left that are no more: PostgreSQL servers, and the folders with them. */
export async function clearLeftovers(log: (message: string) => void, within = tmpdir()): Promise<void> {
  for (const name of (await readdir(within)).filter(isOurs)) {
    const note = path.join(within, name);
    const folder = note.slice(0, -ending.length);
    if (!(await isLeft(note))) continue;
    log(`Clearing away ${folder}, which a run of tests left that was killed`);
    for (const cluster of ['postgres', 'data/postgres', 'clone/data/postgres'])
      await stopServer(path.join(folder, cluster), log);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    await rm(note, { force: true });
  }
}

/** Two runs may clear away at once: what one of them cannot read any more, the other has cleared. */
async function isLeft(note: string): Promise<boolean> {
  const found = await stat(note).catch(() => undefined);
  if (!found?.isFile() || found.uid !== process.getuid?.()) return false;
  const text = await readFile(note, 'utf8').catch(() => '');
  // One that is just being written has no content yet.
  if (text === '') return false;
  const { pid, since } = JSON.parse(text) as Owner;
  return !isAlive(pid) || (await beginOf(pid)) !== since;
}

/** Only a server of exactly this folder is ended: `stopPostmaster` looks. */
async function stopServer(cluster: string, log: (message: string) => void): Promise<void> {
  const server = await readPidFile(cluster);
  if (server) await stopPostmaster(server.pid, cluster, 2000, log);
}
