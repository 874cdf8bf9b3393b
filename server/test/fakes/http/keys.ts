import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

type Pair = { publicKey: CryptoKey; privateKey: CryptoKey };

/** Key pairs of the process by name, because the generation of a pair is slow. */
const pairs = new Map<string, Promise<Pair>>();
export const pairOf = (name: string): Promise<Pair> => {
  const known = pairs.get(name) ?? generateKeyPair('RS256', { extractable: true });
  pairs.set(name, known);
  return known;
};

/** The name of a key that the vendor never publishes. */
export const strangersKey = 'stranger';

type KeyForm = {
  /** Beginning of the keys’ names. */
  prefix?: string;
  /** Members of a key in the list, in addition to the common ones. */
  listed?: (kid: string) => object;
  /** Members of a token’s header, in addition to the common ones. */
  header?: (kid: string) => object;
};

/** Simulates a vendor’s signing keys and their list, which can change and be unavailable. */
export function createKeys({ prefix = 'key', listed = () => ({}), header = () => ({}) }: KeyForm = {}) {
  let count = 1;
  let published = [`${prefix}-1`];
  const state = { isDown: false, reads: 0 };
  const current = () => `${prefix}-${count}`;
  return {
    state,
    current,
    /** Returns the identifiers of the listed keys. */
    published: (): readonly string[] => published,
    /** Signs with a new key. The list contains the older keys until `retire`. */
    rotate: (): void => {
      count += 1;
      published = [...published, current()];
    },
    /** Removes all keys but the current one from the list. */
    retire: (): void => {
      published = [current()];
    },
    /** Returns the public list. */
    list: async (): Promise<{ keys: JWK[] }> => ({
      keys: await Promise.all(
        published.map(async (kid) => ({
          ...(await exportJWK((await pairOf(kid)).publicKey)),
          kid,
          use: 'sig',
          ...listed(kid),
        })),
      ),
    }),
    sign: async (
      claims: Record<string, unknown>,
      { key = current(), kid = key }: { key?: string; kid?: string } = {},
    ): Promise<string> =>
      new SignJWT(claims)
        .setProtectedHeader({ typ: 'JWT', alg: 'RS256', kid, ...header(kid) })
        .sign((await pairOf(key)).privateKey),
  };
}
export type Keys = ReturnType<typeof createKeys>;
