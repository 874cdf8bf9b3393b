import { type OrgTransaction, serviceActor } from '../../platform/access/scope.ts';
import type { Database } from '../../platform/database/database.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Transacting } from '../../platform/database/statement.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Role } from '../roles/permissions.ts';
import { createClientHere, deleteClientHere, type RandomBytes, rotateSecret } from './service.ts';

export type NewClient = { id: string; secret: string };
export type ClientDeps = { database: Database; newId: NewId; randomBytes: RandomBytes };

/** A scope of the service itself, in a transaction of the system. */
async function asService(
  { query, send }: Transacting,
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

/** Creates an API client of an organization, as the system; the secret is shown here and never again. */
export async function createClient(
  queryable: Transacting,
  deps: Omit<ClientDeps, 'database'>,
  input: { organizationId: string; name: string; role: Role; now: Date },
): Promise<NewClient> {
  const scope = await asService(queryable, deps.newId, input.now, input.organizationId);
  const { client, secret } = await createClientHere(scope, deps.randomBytes, input);
  return { id: client.id, secret };
}

/** Runs the work in the client's home. @returns undefined when there is no such client */
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
 * A new secret. The old one and its tokens end at once on every process, or after some hours.
 * @returns undefined when there is no such client
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

/** Deletes the client with its grants; its tokens are refused from now on. */
export const deleteClient = async (deps: ClientDeps, clientId: string): Promise<boolean> =>
  (await atHome(deps, clientId, async (scope) => {
    await deleteClientHere(scope, clientId);
    return true;
  })) ?? false;
