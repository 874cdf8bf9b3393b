import { marketplacePartners } from '../marketplaces/index.ts';
import type { Database } from '../platform/database.ts';
import { recordEvent } from '../platform/events.ts';
import type { NewId } from '../platform/ids.ts';
import { type Principal, RawJson } from '../platform/route.ts';
import { type OrgScope, serviceActor } from '../platform/scope.ts';
import type { Queryable, Row } from '../platform/statement.ts';
import { requirePrincipal } from './access.ts';
import { encodeOrganization, organizationColumnList } from './columns.ts';

export type NewOrganization = { name: string; environment: 'TEST' | 'PROD'; createdBy?: string };

/** Creates an organization, as the system. */
export async function createOrganization(
  queryable: Queryable,
  newId: NewId,
  now: Date,
  input: NewOrganization,
): Promise<string> {
  const organizationId = newId('org');
  await queryable.query({
    name: 'insert_organization',
    text: `INSERT INTO organization (organization_id, name, environment, type, status, created_by, creation_time, last_update_time)
           VALUES ($1, $2, $3, 'SELLER', 'ACTIVE', $4, $5, $5)`,
    values: [organizationId, input.name, input.environment, input.createdBy ?? null, now],
  });
  const scope: OrgScope = {
    organizationId,
    environment: input.environment,
    ...serviceActor,
    requestId: newId('req'),
    now,
    wallNow: now,
    newId,
  };
  const payload = JSON.stringify({ id: organizationId, name: input.name, environment: input.environment });
  await queryable.query(
    recordEvent(scope, {
      entityType: 'ORGANIZATION',
      entityId: organizationId,
      sequence: 1,
      action: 'CREATE',
      payload,
    }),
  );
  return organizationId;
}

/** Every organization there is, for the operator's command line. */
export const listEveryOrganization = (queryable: Queryable): Promise<Row[]> =>
  queryable.query({
    name: 'list_every_organization',
    text: 'SELECT organization_id, environment, status, name FROM organization ORDER BY creation_time, organization_id',
    values: [],
  });

/** The environment of an organization that is not deleted, as the system sees it. */
export const createEnvironmentOf = (database: Database) => async (organizationId: string) => {
  const [row] = await database.transaction(
    (queryable) =>
      queryable.query<{ environment: string }>({
        name: 'organization_environment',
        text: `SELECT environment FROM organization WHERE organization_id = $1 AND status <> 'DELETED'`,
        values: [organizationId],
      }),
    'system',
  );
  return row?.environment;
};

/** The organizations that a principal may use, in order of their creation (R10). */
export async function listOrganizations(database: Database, principal: Principal): Promise<RawJson> {
  const { session } = await database.transaction(
    (queryable) => requirePrincipal(queryable, principal),
    'system',
  );
  const [, rows] = await database.batch([
    {
      name: 'enter_principal',
      text: `SELECT set_config('app.principal_id', $1, true)`,
      values: [principal.id],
    },
    {
      name: 'list_organizations',
      text: `SELECT ${organizationColumnList}, g.role, (
               SELECT array_agg(DISTINCT i.partner ORDER BY i.partner) FROM integration i
               WHERE i.organization_id = o.organization_id) AS integrated
             FROM principal_grant g JOIN organization o ON o.organization_id = g.organization_id
             WHERE g.principal_id = $1 AND o.status <> 'DELETED'
               AND ($2::text IS NULL OR o.organization_id = $2)
             ORDER BY o.creation_time, o.organization_id`,
      // The session of an organization's own provider shows that organization only.
      values: [principal.id, session?.organizationId ?? null],
    },
  ]);
  return new RawJson(
    `[${(rows ?? []).map((row) => encodeOrganization({ ...row, partners: partnersOf(row) })).join(',')}]`,
  );
}

/** The sandbox plays every marketplace for a TEST organization; another one has those that it is connected to. */
const partnersOf = (row: Row): readonly string[] =>
  row.environment === 'TEST' ? marketplacePartners : ((row.integrated as string[] | null) ?? []);
