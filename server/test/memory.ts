import { readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const inMemory = '/dev/shm';
/** Minimum free memory; a run takes about a tenth of it. */
const enoughBytes = 4 * 2 ** 30;

/**
 * Returns the folder for temporary data of a run: in memory if space is sufficient, because a database has
 * more than a thousand files, and creating them on a disk takes longer than most tests. TMPDIR overrides the
 * folder.
 */
export const placeOfRuns = (): string => (tmpdir() === '/tmp' && isRoomy() ? inMemory : tmpdir());

/** Returns the folders in which runs may have left data. */
export const placesOfRuns = (): string[] => (isMemory() ? [tmpdir(), inMemory] : [tmpdir()]);

/**
 * Returns whether the memory file system can be used. It must allow execution, because PostgreSQL is copied
 * beside its data if its user cannot read the original.
 */
function isMemory(): boolean {
  if (process.platform !== 'linux') return false;
  const mounted = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, place, kind]) => place === inMemory && kind === 'tmpfs');
  const options = mounted?.[3]?.split(',') ?? [];
  return options.includes('rw') && !options.includes('noexec');
}

function isRoomy(): boolean {
  if (!isMemory()) return false;
  const { bavail, bsize } = statfsSync(inMemory);
  return Math.min(bavail * bsize, freemem()) >= enoughBytes;
}
