import { randomFillSync } from 'node:crypto';
import { V7Generator } from 'uuidv7';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Creates an identifier such as `ofr_…`, with a short prefix and a UUIDv7 in base 32, so that ids sort by creation
 * time.
 */
export type NewId = (prefix: string) => string;

/** The pool of random bytes, which is filled in bulk because a system call costs the same for any number of bytes. */
const pool = new Uint32Array(1024);
let used = pool.length;
function nextUint32(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return pool[used++] as number;
}
const generator = new V7Generator({ nextUint32 });

/** Creates an identifier generator. @param bytes supplies the 16 bytes of each identifier; a UUIDv7 by default */
export const createIds =
  (bytes: () => Uint8Array = () => generator.generate().bytes): NewId =>
  (prefix) =>
    `${prefix}_${toBase32(bytes())}`;

/** Encodes 16 bytes in base 32. Two zero bits are prepended because the 26 digits have 130 bits. */
function toBase32(bytes: Uint8Array): string {
  let out = '';
  let pendingBits = 0;
  let bits = 2;
  for (const byte of bytes) {
    pendingBits = (pendingBits << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) out += alphabet[(pendingBits >> (bits - 5)) & 31];
    pendingBits &= 31;
  }
  return out;
}

/** The pattern of an identifier in a path. Dots alone are excluded, because `.` and `..` are path segments. */
export const identifierPattern = /^\.*[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;
export const longestIdentifier = 64;

/** Whether a text is a valid identifier in a path. */
export const isIdentifier = (value: string): boolean =>
  value.length <= longestIdentifier && identifierPattern.test(value);
