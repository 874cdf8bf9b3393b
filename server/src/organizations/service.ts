import type { Principal } from '../platform/access/access.ts';
import { type Actor, type OrgScope, serviceActor } from '../platform/access/scope.ts';
import type { Database } from '../platform/database/database.ts';
import { columns, defineStatement } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Queryable } from '../platform/database/statement.ts';
import { RawJson } from '../platform/http/route.ts';
import type { NewId } from '../platform/ids.ts';
import { requirePrincipal } from './access.ts';
import { organizationColumnList, recordOrganization, type StoredOrganization } from './columns.ts';
import {
  askingOf,
  encodeOwnRow,
  type OwnRow,
  selectOwnOrganizations,
} from './organization/row-conversion.ts';
import type { OrganizationStatus } from './states.ts';

export type NewOrganization = {
  name: string;
  environment: 'TEST' | 'PROD';
  createdBy?: string;
  description?: string | undefined;
  website?: string | undefined;
  emailDomain?: string | undefined;
  type?: string | undefined;
  /** Absent: ACTIVE. */
  status?: OrganizationStatus;
  /** Absent: the service itself. */
  actor?: Actor;
  requestId?: string;
};

const insert = defineStatement(
  'insert_organization',
  {
    organization: columns('organization', [
      'organization_id',
      'name',
      'environment',
      'type',
      'status',
      'description',
      'website',
      'email_domain',
      'created_by',
      'creation_time',
    ]),
  },
  ({ organization }) =>
    `${organization.insert({ last_update_time: organization.at.creation_time }, 'o')}
     RETURNING ${organizationColumnList}`,
);

/** Creates an organization, as the system. */
export async function createOrganization(
  queryable: Queryable,
  newId: NewId,
  now: Date,
  input: NewOrganization,
): Promise<string> {
  const organizationId = newId('org');
  const status: OrganizationStatus = input.status ?? 'ACTIVE';
  const [row] = await queryable.query<StoredOrganization>(
    insert({
      organization: {
        organization_id: organizationId,
        name: input.name,
        environment: input.environment,
        type: input.type ?? 'SELLER',
        status,
        description: input.description,
        website: input.website,
        email_domain: input.emailDomain,
        created_by: input.createdBy,
        creation_time: now,
      },
    }),
  );
  const scope: OrgScope = {
    organizationId,
    environment: input.environment,
    ...serviceActor,
    ...(input.actor ? { actor: input.actor } : {}),
    requestId: input.requestId ?? newId('req'),
    now,
    wallNow: now,
    newId,
  };
  const made = row as StoredOrganization;
  await queryable.query(recordOrganization(scope, 'CREATE', { ...made, sequence: 1 }));
  return organizationId;
}

/** Lists every organization, for the operator's command line. */
export const listEveryOrganization = (
  queryable: Queryable,
): Promise<
  RowOf<
    'organization',
    'organization_id' | 'environment' | 'status' | 'name',
    { status: OrganizationStatus }
  >[]
> =>
  queryable.query({
    name: 'list_every_organization',
    text: 'SELECT organization_id, environment, status, name FROM organization ORDER BY creation_time, organization_id',
    values: [],
  });

/** The environment of an organization that is not deleted, as the system sees it. */
export const createEnvironmentOf = (database: Database) => async (organizationId: string) => {
  const [row] = await database.transaction(
    (queryable) =>
      queryable.query<RowOf<'organization', 'environment'>>({
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
  const who = await database.transaction((queryable) => requirePrincipal(queryable, principal), 'system');
  const [, rows] = await database.batch([
    {
      name: 'enter_principal',
      text: `SELECT set_config('app.principal_id', $1, true)`,
      values: [principal.id],
    },
    selectOwnOrganizations(principal.id, who.session?.organizationId),
  ]);
  const asking = askingOf(principal, who);
  return new RawJson(`[${(rows ?? []).map((row) => encodeOwnRow(row as OwnRow, asking)).join(',')}]`);
}
