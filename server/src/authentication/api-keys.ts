import { LRUCache } from 'lru-cache';
import type { Principal } from '../platform/access/access.ts';
import { errors } from '../platform/errors.ts';
import { hashSecret } from './secrets.ts';
import type { Tokens } from './tokens.ts';

/**
 * The prefix of every key. Secret scanners search for this prefix, and credentials without the prefix are rejected
 * without a query.
 */
export const keyPrefix = 'tpk';

/** The API client of a key, and the version of its secret. Each version has a fixed secret. */
export type KeyOwner = { id: string; version: number };

/** Finds the owner of a valid key by the hash of the key. */
export type FindKey = (hash: Buffer) => Promise<KeyOwner | undefined>;

/** The token fields of a principal with a key, which has no token and does not expire. */
const withoutToken = { tokenId: '', tokenExpiresAt: new Date(8.64e15) } as const;

/** Creates the error for an invalid key, without the reason. */
export const wrongKey = () =>
  errors.unauthenticated('The key is invalid or was replaced, or its API client was deleted.', {
    headers: { 'www-authenticate': 'Key realm="tradepost"' },
  });

const keyForm = new RegExp(`^${keyPrefix}_[\\w-]{43}$`);

/**
 * Creates the function that authenticates by an access token or by an API client's key. Only key hashes and their
 * owners are cached. The validity of a key is checked with each request, as for tokens.
 */
export function createAuthenticate(
  { authenticate }: Pick<Tokens, 'authenticate'>,
  find: FindKey,
): Tokens['authenticate'] {
  const known = new LRUCache<string, Principal>({ max: 20_000 });

  const byKey = async (key: string): Promise<Principal> => {
    if (!keyForm.test(key)) throw wrongKey();
    const hash = hashSecret(key);
    const name = hash.toString('base64');
    const remembered = known.get(name);
    if (remembered) return remembered;
    const owner = await find(hash);
    if (!owner) throw wrongKey();
    const principal: Principal = {
      id: owner.id,
      type: 'API_CLIENT',
      tokenVersion: owner.version,
      ...withoutToken,
      isByKey: true,
    };
    known.set(name, principal);
    return principal;
  };

  return (authorization) => {
    const scheme = /^key(?: +|$)/i.exec(authorization ?? '');
    if (!scheme) return authenticate(authorization);
    return byKey((authorization as string).slice(scheme[0].length).trimEnd());
  };
}
