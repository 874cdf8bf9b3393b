import { readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const inMemory = '/dev/shm';
/** A run takes about a tenth of it. */
const enoughBytes = 4 * 2 ** 30;

/**
 * The folder for what ends with a run: in memory where there is room, as a database is more than a thousand files, and
 * a disk takes longer to make them than most tests take. A TMPDIR of one's own decides.
 */
export const placeOfRuns = (): string => (tmpdir() === '/tmp' && isRoomy() ? inMemory : tmpdir());

/** The folders in which runs may have left something. */
export const placesOfRuns = (): string[] => (isMemory() ? [tmpdir(), inMemory] : [tmpdir()]);

/** Programs may run from there too: PostgreSQL is copied beside its data where its user cannot reach it. */
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
