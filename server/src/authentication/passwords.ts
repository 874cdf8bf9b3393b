import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createFairTurns } from '../platform/fair-turns.ts';

/** The cost of a hash. Each hash contains its cost, so that old hashes stay valid after a change. */
export type PasswordCost = { n: number; r: number; p: number };

export const usualCost: PasswordCost = { n: 2 ** 17, r: 8, p: 1 };

export type Passwords = {
  /**
   * Hashes a new password.
   * @param name the name for fair turns; requests with the same name wait for each other
   */
  hash(password: string, name: string): Promise<string>;
  /** Verifies a password. Takes the same time if there is no hash. */
  verify(password: string, hash: string | null | undefined, name: string): Promise<boolean>;
  /** Whether a hash has a different cost than new hashes. */
  isOutdated(hash: string): boolean;
};

/**
 * The number of concurrent hash computations, each with 128 MiB: two for sign-ins (`tried`) and one for new passwords
 * (`chosen`), so that sign-ins do not wait for new passwords.
 */
const atOnce = { tried: 2, chosen: 1 };
const bounds = { mayWait: 64, mayWaitOfName: 16 };
const keyLength = 32;

/** Creates the functions that hash and verify passwords with scrypt (RFC 7914). */
export function createPasswords(cost: PasswordCost = usualCost): Passwords {
  const tried = createFairTurns({ ...bounds, atOnce: atOnce.tried });
  const chosen = createFairTurns({ ...bounds, atOnce: atOnce.chosen });
  const derive = (password: string, salt: Buffer, { n, r, p }: PasswordCost): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const options = { N: n, r, p, maxmem: 256 * n * r };
      scrypt(normalized(password), salt, keyLength, options, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  const nobodys: StoredHash = { cost, salt: Buffer.alloc(16), key: Buffer.alloc(keyLength) };
  return {
    hash: async (password, name) => {
      const salt = randomBytes(16);
      const key = await chosen.take(name, () => derive(password, salt, cost));
      const parts = [salt, key].map((part) => part.toString('base64url'));
      return ['scrypt', cost.n, cost.r, cost.p, ...parts].join('$');
    },
    verify: async (password, hash, name) => {
      const stored = hash ? parseHash(hash) : undefined;
      const { cost: used, salt, key } = stored ?? nobodys;
      const right = timingSafeEqual(await tried.take(name, () => derive(password, salt, used)), key);
      return stored !== undefined && right;
    },
    isOutdated: (hash) => {
      const used = parseHash(hash)?.cost;
      return used?.n !== cost.n || used.r !== cost.r || used.p !== cost.p;
    },
  };
}

type StoredHash = { cost: PasswordCost; salt: Buffer; key: Buffer };

function parseHash(hash: string): StoredHash | undefined {
  const [kind, n, r, p, salt, key] = hash.split('$');
  if (kind !== 'scrypt' || !salt || !key) return undefined;
  const bytes = Buffer.from(key, 'base64url');
  if (bytes.length !== keyLength) return undefined;
  return {
    cost: { n: Number(n), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: bytes,
  };
}

/** Normalizes a password, because keyboards may compose the same character differently. */
const normalized = (password: string): string => password.normalize('NFKC');

const shortest = 12;
const longest = 200;

/** Returns the error message for a new password; undefined if the password is acceptable. */
export function passwordProblem(password: string, email: string): string | undefined {
  const characters = [...normalized(password)].length;
  if (characters < shortest || characters > longest) return `must have ${shortest} to ${longest} characters`;
  if (normalized(password).toLowerCase() === email.toLowerCase()) return 'must not be the e-mail address';
  return undefined;
}
