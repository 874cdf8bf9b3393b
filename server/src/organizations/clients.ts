import { createHash, timingSafeEqual } from 'node:crypto';
import type { Database } from '../platform/database.ts';
import type { NewId } from '../platform/ids.ts';
import type { Role } from '../platform/scope.ts';
import type { Queryable } from '../platform/statement.ts';

export type NewClient = { id: string; secret: string };
export type ClientDeps = { database: Database; newId: NewId; randomBytes: (size: number) => Buffer };

/** 256 random bits with a prefix that secret scanners can look for. */
export const makeSecret = (randomBytes: (size: number) => Buffer): string =>
  `tps_${randomBytes(32).toString('base64url')}`;

/** A secret of 256 random bits needs no slow hash: it cannot be guessed. */
const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Creates an API client that may act in one organization; the secret is told here and never again. */
export async function createClient(
  queryable: Queryable,
  deps: Omit<ClientDeps, 'database'>,
  input: { organizationId: string; name: string; role: Role; now: Date; createdBy?: string },
): Promise<NewClient> {
  const id = deps.newId('cli');
  const secret = makeSecret(deps.randomBytes);
  await queryable.query({
    name: 'insert_api_client',
    text: `INSERT INTO api_client (id, name, secret_hash, created_by, creation_time, last_update_time)
           VALUES ($1, $2, $3, $4, $5, $5)`,
    values: [id, input.name, hashSecret(secret), input.createdBy ?? null, input.now],
  });
  await queryable.query({
    name: 'insert_principal_grant',
    text: `INSERT INTO principal_grant (organization_id, principal_id, principal_type, role, creation_time)
           VALUES ($1, $2, 'API_CLIENT', $3, $4)`,
    values: [input.organizationId, id, input.role, input.now],
  });
  return { id, secret };
}

/** Ends the secret and every token of the client at once, on every process. */
export async function rotateClient(deps: ClientDeps, clientId: string): Promise<string | undefined> {
  const secret = makeSecret(deps.randomBytes);
  const rows = await deps.database.transaction(
    (queryable) =>
      queryable.query({
        name: 'rotate_api_client',
        text: `UPDATE api_client SET secret_hash = $2, version = version + 1, last_update_time = clock_timestamp()
               WHERE id = $1 RETURNING id`,
        values: [clientId, hashSecret(secret)],
      }),
    'system',
  );
  return rows.length === 1 ? secret : undefined;
}

/** Deletes the client with its grants; its tokens are refused from now on. */
export async function deleteClient(deps: ClientDeps, clientId: string): Promise<boolean> {
  const rows = await deps.database.transaction(
    (queryable) =>
      queryable.query({
        name: 'delete_api_client',
        text: 'DELETE FROM api_client WHERE id = $1 RETURNING id',
        values: [clientId],
      }),
    'system',
  );
  return rows.length === 1;
}

const noClient = Buffer.alloc(32);

/** The version of the client's tokens when the secret is right. */
export async function checkSecret(
  database: Database,
  clientId: string,
  secret: string,
): Promise<{ version: number; wallNow: Date } | undefined> {
  const [row] = await database.transaction(
    (queryable) =>
      queryable.query<{ secret_hash: Buffer; version: number; wall_now: string }>({
        name: 'read_client_secret',
        text: 'SELECT secret_hash, version, clock_timestamp() AS wall_now FROM api_client WHERE id = $1',
        values: [clientId],
      }),
    'system',
  );
  // An unknown client takes the same comparison.
  const right = timingSafeEqual(hashSecret(secret), row?.secret_hash ?? noClient);
  return row && right ? { version: row.version, wallNow: new Date(row.wall_now) } : undefined;
}
