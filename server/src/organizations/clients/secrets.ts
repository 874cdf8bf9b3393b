import { createHash, timingSafeEqual } from 'node:crypto';
import { type CheckedSecret, type KeyOwner, keyPrefix } from '../../authentication/index.ts';
import type { Database } from '../../platform/database/database.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { ClientType } from './records.ts';

const prefixes: Record<ClientType, string> = { BEARER_TOKEN: 'tps', API_KEY: keyPrefix };

/** Creates a secret of 256 random bits with a prefix that secret scanners can detect. */
export const makeSecret = (randomBytes: (size: number) => Buffer, type: ClientType): string =>
  `${prefixes[type]}_${randomBytes(32).toString('base64url')}`;

/** Hashes a secret. A secret of 256 random bits cannot be guessed, so a fast hash is enough. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const none = Buffer.alloc(32);

type StoredSecrets = RowOf<
  'api_client',
  'secret_hash' | 'version' | 'previous_secret_hash' | 'previous_version'
> & { ends_in_s: number | null; wall_now: string };

/**
 * Checks a client's secret.
 * @returns the token version of the secret; undefined when the secret is wrong or expired
 */
export async function checkSecret(
  database: Database,
  clientId: string,
  secret: string,
): Promise<CheckedSecret | undefined> {
  const [row] = await database.transaction(
    (queryable) =>
      queryable.query<StoredSecrets>({
        name: 'read_client_secret',
        text: `SELECT secret_hash, version, previous_secret_hash, previous_version, clock_timestamp() AS wall_now,
                 floor(extract(epoch FROM previous_until - clock_timestamp()))::integer AS ends_in_s
               FROM api_client WHERE id = $1 AND type = 'BEARER_TOKEN'`,
        values: [clientId],
      }),
    'system',
  );
  const given = hashSecret(secret);
  // An unknown client, or a client without an older secret, requires the same comparisons, so that the duration
  // reveals no information.
  const isPresent = timingSafeEqual(given, row?.secret_hash ?? none);
  const isPrevious = timingSafeEqual(given, row?.previous_secret_hash ?? none);
  if (!row) return undefined;
  const wallNow = new Date(row.wall_now);
  if (isPresent) return { version: row.version, wallNow };
  const endsInS = row.ends_in_s ?? 0;
  if (!isPrevious || row.previous_version === null || endsInS < 1) return undefined;
  return { version: row.previous_version, wallNow, endsInS };
}

type ClientSecretRow = RowOf<'api_client', 'id' | 'version' | 'secret_hash'>;

/**
 * Finds the owner of an API key by the hash of the key. A lookup by hash is safe against timing attacks,
 * because a key has 256 random bits and the time of the lookup reveals at most the first bytes of other hashes.
 */
export async function findKey(database: Database, hash: Buffer): Promise<KeyOwner | undefined> {
  const found = await database.transaction(
    (queryable) =>
      queryable.query<ClientSecretRow>({
        name: 'find_api_key',
        text: `SELECT c.id, c.version, c.secret_hash FROM api_client c WHERE c.type = 'API_KEY' AND c.secret_hash = $1
               UNION ALL
               SELECT c.id, c.previous_version, c.previous_secret_hash FROM api_client c
               WHERE c.type = 'API_KEY' AND c.previous_secret_hash = $1 AND c.previous_until > clock_timestamp()`,
        values: [hash],
      }),
    'system',
  );
  const [row] = found;
  return row && timingSafeEqual(row.secret_hash, hash) ? { id: row.id, version: row.version } : undefined;
}
