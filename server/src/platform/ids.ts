import { randomFillSync } from 'node:crypto';
import { V7Generator } from 'uuidv7';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Makes identifiers `ofr_…`: a short prefix and a UUIDv7 in base 32, so that they sort by time of creation. */
export type NewId = (prefix: string) => string;

/** Asking the system for random bytes costs the same for a few as for many: they are asked for so many at once. */
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

/** @param bytes supplies the 16 bytes of the identifier; a UUIDv7 by default. */
export const createIds =
  (bytes: () => Uint8Array = () => generator.generate().bytes): NewId =>
  (prefix) =>
    `${prefix}_${toBase32(bytes())}`;

/** 26 digits of five bits hold 130: two zero bits come first. */
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

/** The pattern of an identifier in a path; dots alone are steps of a path, and anything else names nothing. */
export const identifierPattern = /^\.*[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;
export const longestIdentifier = 64;

/** Says whether a text may stand in a path as an identifier. */
export const isIdentifier = (value: string): boolean =>
  value.length <= longestIdentifier && identifierPattern.test(value);
