import { constants } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The user that runs the server; undefined for the user of this process. */
export type Identity = { uid: number; gid: number } | undefined;

/** Selects the user that runs PostgreSQL. PostgreSQL does not run as root, so root selects a different user. */
export async function chooseIdentity(cluster: string): Promise<Identity> {
  const own = process.getuid?.();
  if (own === undefined) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (own !== 0) {
    if (owner && owner.uid !== own) {
      throw new Error(
        `The PostgreSQL cluster ${cluster} belongs to user id ${owner.uid}; this program runs as ${own}`,
      );
    }
    return undefined;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return findUser(users, 'postgres') ?? findUser(users, 'nobody') ?? { uid: 65534, gid: 65534 };
}

function findUser(users: string, name: string): Identity {
  const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(users) ?? [];
  return Number(uid) > 0 ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** Returns whether the permission bits allow a user to read (4) or to execute or enter (1). */
export async function hasAccess(path: string, who: Identity, bits: number): Promise<boolean> {
  if (!who) return true;
  const status = await stat(path).catch(() => undefined);
  if (!status) return false;
  const shift = status.uid === who.uid ? 6 : status.gid === who.gid ? 3 : 0;
  return ((status.mode >> shift) & bits) === bits;
}

/** Returns whether the user can enter the folder and all of its parents. The path must contain no symbolic links. */
export async function canEnter(folder: string, who: Identity): Promise<boolean> {
  if (!(await hasAccess(folder, who, 1))) return false;
  const parent = dirname(folder);
  return parent === folder || canEnter(parent, who);
}

/** A folder under a path that a child process can use. The descriptors are passed to the child from number 3 on. */
export type ChildFolder = { name: string; descriptors: number[]; close(): Promise<void> };

/**
 * Opens the folder for a child process. If the child's user cannot enter the path, the child receives an open file
 * descriptor.
 */
export async function openForChild(folder: string, who: Identity): Promise<ChildFolder> {
  if (await canEnter(folder, who)) return { name: folder, descriptors: [], close: async () => {} };
  if (process.platform !== 'linux') {
    throw new Error(`PostgreSQL runs as user id ${who?.uid}, which cannot enter ${folder}`);
  }
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  return { name: '/proc/self/fd/3', descriptors: [handle.fd], close: () => handle.close() };
}

const inherited = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];
/** The environment variables of libfaketime, with which PostgreSQL uses the same clock as this process. */
export const clockVariables = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC', 'NO_FAKE_STAT'];

/** Creates the spawn options for running a child as this user, without the PG* variables of this process. */
export function childOptions(who: Identity) {
  const names = process.env.FAKETIME === undefined ? inherited : [...inherited, ...clockVariables];
  const kept = names.filter((name) => process.env[name] !== undefined);
  const env: NodeJS.ProcessEnv = Object.fromEntries(kept.map((name) => [name, process.env[name]]));
  // The child's user may not be able to enter the working folder of this process.
  return { ...who, cwd: '/', env: { ...env, LC_ALL: 'C', TZ: 'UTC' }, windowsHide: true };
}
