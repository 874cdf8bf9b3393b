import { setTimeout as delay } from 'node:timers/promises';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Database } from '../platform/database/database.ts';
import { insertInto } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Queryable } from '../platform/database/statement.ts';
import type { NewId } from '../platform/ids.ts';
import type { Vault } from '../platform/secrets/encryption.ts';

/** RS256, the algorithm that every consumer of RFC 9068 tokens must support. */
export const signingAlgorithm = 'RS256';

export type SigningKeys = {
  /** Returns the key that signs new tokens. */
  current(): Promise<{ kid: string; key: CryptoKey }>;
  /** Finds the public key of a token; undefined for unknown keys. */
  find(kid: string): Promise<CryptoKey | undefined>;
  /** Returns the public keys as a JSON Web Key Set (RFC 7517). */
  published(): Promise<{ keys: JWK[] }>;
  /** Creates a new signing key. The old key stays published until its last token has expired. */
  rotate(): Promise<string>;
};

type StoredKey = RowOf<'signing_key', 'kid' | 'public_jwk' | 'sealed_private_jwk' | 'retired_at'>;
type KeySet = {
  readAt: number;
  currentKid: string;
  privateKey: CryptoKey;
  publicKeys: Map<string, { jwk: JWK; key: CryptoKey }>;
};

const refreshMs = 60_000;
const searchEveryMs = 50;
const context = (kid: string) => `signing key ${kid}`;

export function createSigningKeys(deps: {
  database: Database;
  vault: Vault;
  newId: NewId;
  now: () => Date;
}): SigningKeys {
  let loading: Promise<KeySet> | undefined;
  let searching: Promise<KeySet> | undefined;

  const keySet = async (notOlderThan: number): Promise<KeySet> => {
    const known = await loading?.catch(() => undefined);
    if (known && deps.now().getTime() - known.readAt < notOlderThan) return known;
    loading = read(deps);
    return loading;
  };

  /** Reads the keys again for an unknown `kid`. Concurrent lookups share one query, which runs at most every 50 ms. */
  const search = (): Promise<KeySet> => {
    searching ??= delay(searchEveryMs)
      .then(() => keySet(0))
      .finally(() => {
        searching = undefined;
      });
    return searching;
  };

  return {
    current: async () => {
      const { currentKid, privateKey } = await keySet(refreshMs);
      return { kid: currentKid, key: privateKey };
    },
    find: async (kid) => {
      const known = (await keySet(refreshMs)).publicKeys.get(kid);
      if (known) return known.key;
      // Another process may have just rotated the key. A running lookup may have started before the rotation, so the
      // lookup is repeated once.
      return ((await search()).publicKeys.get(kid) ?? (await search()).publicKeys.get(kid))?.key;
    },
    published: async () => ({
      keys: [...(await keySet(refreshMs)).publicKeys.values()].map(({ jwk }) => jwk),
    }),
    rotate: async () => {
      const kid = await deps.database.transaction(async (queryable) => {
        await queryable.query({
          name: 'retire_signing_keys',
          text: 'UPDATE signing_key SET retired_at = $1 WHERE retired_at IS NULL',
          values: [deps.now()],
        });
        return insertKey(queryable, deps);
      }, 'system');
      loading = undefined;
      return kid;
    },
  };
}

type Deps = { database: Database; vault: Vault; newId: NewId; now: () => Date };

async function read(deps: Deps): Promise<KeySet> {
  const rows = await deps.database.transaction(async (queryable) => {
    await queryable.query({
      name: 'lock_keys',
      text: 'SELECT pg_advisory_xact_lock(7239441003)',
      values: [],
    });
    const stored = await storedKeys(queryable);
    if (stored.some((row) => row.retired_at === null)) return stored;
    await insertKey(queryable, deps);
    return storedKeys(queryable);
  }, 'system');
  const publicKeys = new Map<string, { jwk: JWK; key: CryptoKey }>();
  for (const row of rows) {
    const jwk = JSON.parse(row.public_jwk) as JWK;
    publicKeys.set(row.kid, { jwk, key: (await importJWK(jwk, signingAlgorithm)) as CryptoKey });
  }
  const current = rows.find((row) => row.retired_at === null) as StoredKey;
  const privateJwk = JSON.parse(deps.vault.decrypt(current.sealed_private_jwk, context(current.kid))) as JWK;
  const privateKey = (await importJWK(privateJwk, signingAlgorithm)) as CryptoKey;
  return { readAt: deps.now().getTime(), currentKid: current.kid, privateKey, publicKeys };
}

const storedKeys = (queryable: Queryable): Promise<StoredKey[]> =>
  queryable.query<StoredKey>({
    name: 'read_signing_keys',
    text: `SELECT kid, public_jwk, sealed_private_jwk, retired_at FROM signing_key
           WHERE retired_at IS NULL OR retired_at > clock_timestamp() - interval '2 hours'
           ORDER BY creation_time DESC`,
    values: [],
  });

const insert = insertInto('insert_signing_key', 'signing_key', [
  'kid',
  'algorithm',
  'public_jwk',
  'sealed_private_jwk',
  'creation_time',
]);

async function insertKey(queryable: Queryable, deps: Deps): Promise<string> {
  const kid = deps.newId('key');
  const { publicKey, privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const publicJwk: JWK = { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: signingAlgorithm };
  const privateJwk = JSON.stringify(await exportJWK(privateKey));
  await queryable.query(
    insert({
      kid,
      algorithm: signingAlgorithm,
      public_jwk: JSON.stringify(publicJwk),
      sealed_private_jwk: deps.vault.encrypt(privateJwk, context(kid)),
      creation_time: deps.now(),
    }),
  );
  return kid;
}
