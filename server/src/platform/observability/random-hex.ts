import { randomFillSync } from 'node:crypto';

/** Asking the system for random bytes costs the same for a few as for many: they are asked for so many at once. */
const pool = Buffer.allocUnsafe(4096);
let used = pool.length;

/** Makes a text of random bytes in hexadecimal digits, for identifiers. No byte is given out twice. */
export function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}
