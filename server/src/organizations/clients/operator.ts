import { type OrgTransaction, serviceActor } from '../../platform/access/scope.ts';
import type { Database } from '../../platform/database/database.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Transaction } from '../../platform/database/statement.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Role } from '../roles/permissions.ts';
import type { RandomBytes } from './command.ts';
import { createClientHere, deleteClientHere } from './crud.ts';
import type { ClientType } from './records.ts';
import { rotateSecret } from './rotate.ts';

export type NewClient = { id: string; secret: string };
export type ClientDeps = { database: Database; newId: NewId; randomBytes: RandomBytes };

/** A scope in which the service itself acts, in a transaction of the system. */
async function asService(
  { query, send }: Transaction,
  newId: NewId,
  now: Date,
  organizationId: string,
): Promise<OrgTransaction> {
  await query({
    name: 'enter_organization',
    text: `SELECT set_config('app.organization_id', $1, true)`,
    values: [organizationId],
  });
  const times = { now, wallNow: now };
  return {
    organizationId,
    environment: '',
    ...serviceActor,
    requestId: newId('req'),
    ...times,
    newId,
    query,
    send,
  };
}

/** Creates an API client of an organization, as the system. The secret is returned once and not stored. */
export async function createClient(
  queryable: Transaction,
  deps: Omit<ClientDeps, 'database'>,
  input: { organizationId: string; name: string; role: Role; type?: ClientType; now: Date },
): Promise<NewClient> {
  const scope = await asService(queryable, deps.newId, input.now, input.organizationId);
  const { client, secret } = await createClientHere(scope, deps.randomBytes, input);
  return { id: client.id, secret };
}

/**
 * Runs work in the client's home organization.
 * @returns undefined when the client does not exist
 */
const atHome = <T>(
  deps: ClientDeps,
  clientId: string,
  work: (scope: OrgTransaction) => Promise<T>,
): Promise<T | undefined> =>
  deps.database.transaction(async (queryable) => {
    const [row] = await queryable.query<
      RowOf<'api_client', 'home_organization_id', { home_organization_id: string }> & { now: string }
    >({
      name: 'read_client_home',
      text: `SELECT c.home_organization_id,
               clock_timestamp() + o.clock_offset_ms * interval '1 millisecond' AS now
             FROM api_client c JOIN organization o ON o.organization_id = c.home_organization_id WHERE c.id = $1`,
      values: [clientId],
    });
    return row && work(await asService(queryable, deps.newId, new Date(row.now), row.home_organization_id));
  }, 'system');

/**
 * Replaces the client's secret. The old secret and its tokens expire immediately on every process, or after the
 * given hours.
 * @returns undefined when the client does not exist
 */
export const rotateClient = (
  deps: ClientDeps,
  clientId: string,
  overlapHours = 0,
): Promise<string | undefined> =>
  atHome(
    deps,
    clientId,
    async (scope) => (await rotateSecret(scope, deps.randomBytes, clientId, overlapHours)).secret,
  );

/** Deletes the client with its grants. Its tokens are rejected from now on. */
export const deleteClient = async (deps: ClientDeps, clientId: string): Promise<boolean> =>
  (await atHome(deps, clientId, async (scope) => {
    await deleteClientHere(scope, clientId);
    return true;
  })) ?? false;
