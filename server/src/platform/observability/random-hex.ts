import { randomFillSync } from 'node:crypto';

/** The pool of random bytes, which is filled in bulk because a system call costs the same for any number of bytes. */
const pool = Buffer.allocUnsafe(4096);
let used = pool.length;

/** Returns random bytes as hexadecimal digits, for identifiers. Every byte of the pool is used once. */
export function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}
