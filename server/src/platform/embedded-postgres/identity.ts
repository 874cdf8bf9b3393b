import { constants } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The user that the server runs as; undefined means the user of this process. */
export type Identity = { uid: number; gid: number } | undefined;

/** Chooses the user as which PostgreSQL runs. It refuses to run as root, so root picks another user for it. */
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

/** Says whether a user has access by the permission bits of a mode: 4 to read, 1 to execute or enter. */
export async function hasAccess(path: string, who: Identity, bits: number): Promise<boolean> {
  if (!who) return true;
  const status = await stat(path).catch(() => undefined);
  if (!status) return false;
  const shift = status.uid === who.uid ? 6 : status.gid === who.gid ? 3 : 0;
  return ((status.mode >> shift) & bits) === bits;
}

/** Says whether the user may enter the folder and all above it. The path must be free of symbolic links. */
export async function canEnter(folder: string, who: Identity): Promise<boolean> {
  if (!(await hasAccess(folder, who, 1))) return false;
  const parent = dirname(folder);
  return parent === folder || canEnter(parent, who);
}

/** A folder under a name that a child process can use, with the descriptors to pass on from the fourth on. */
export type ChildFolder = { name: string; descriptors: number[]; close(): Promise<void> };

/**
 * Opens the folder for the child, which gets it as an open descriptor where the user may not come to it by its path.
 */
export async function openForChild(folder: string, who: Identity): Promise<ChildFolder> {
  if (await canEnter(folder, who)) return { name: folder, descriptors: [], close: async () => {} };
  if (process.platform !== 'linux') {
    throw new Error(`User id ${who?.uid}, as which PostgreSQL runs, cannot enter ${folder}`);
  }
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  return { name: '/proc/self/fd/3', descriptors: [handle.fd], close: () => handle.close() };
}

const inherited = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];
/** The settings of libfaketime: PostgreSQL must have the same clock as this process. */
export const clockVariables = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC', 'NO_FAKE_STAT'];

/** The options of spawn that make a child run as this user, untouched by PG* variables of this process. */
export function childOptions(who: Identity) {
  const names = process.env.FAKETIME === undefined ? inherited : [...inherited, ...clockVariables];
  const kept = names.filter((name) => process.env[name] !== undefined);
  const env: NodeJS.ProcessEnv = Object.fromEntries(kept.map((name) => [name, process.env[name]]));
  // The folder of this process may be closed to the user of the child.
  return { ...who, cwd: '/', env: { ...env, LC_ALL: 'C', TZ: 'UTC' }, windowsHide: true };
}
