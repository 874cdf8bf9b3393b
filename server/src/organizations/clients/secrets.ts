import { createHash, timingSafeEqual } from 'node:crypto';
import type { CheckedSecret } from '../../authentication/index.ts';
import type { Database } from '../../platform/database/database.ts';
import type { RowOf } from '../../platform/database/rows.ts';

/** Makes a secret of 256 random bits with a prefix that secret scanners can look for. */
export const makeSecret = (randomBytes: (size: number) => Buffer): string =>
  `tps_${randomBytes(32).toString('base64url')}`;

/** A secret of 256 random bits needs no slow hash: it cannot be guessed. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const none = Buffer.alloc(32);

type StoredSecrets = RowOf<
  'api_client',
  'secret_hash' | 'version' | 'previous_secret_hash' | 'previous_version'
> & { ends_in_s: number | null; wall_now: string };

/** The version of the client's tokens when the secret is right: the present one, or the one before until its end. */
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
               FROM api_client WHERE id = $1`,
        values: [clientId],
      }),
    'system',
  );
  const given = hashSecret(secret);
  // An unknown client, or one without an older secret, takes the same comparisons.
  const isPresent = timingSafeEqual(given, row?.secret_hash ?? none);
  const isPrevious = timingSafeEqual(given, row?.previous_secret_hash ?? none);
  if (!row) return undefined;
  const wallNow = new Date(row.wall_now);
  if (isPresent) return { version: row.version, wallNow };
  const endsInS = row.ends_in_s ?? 0;
  if (!isPrevious || row.previous_version === null || endsInS < 1) return undefined;
  return { version: row.previous_version, wallNow, endsInS };
}
