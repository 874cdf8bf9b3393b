import { z } from 'zod';
import type { Session } from '../../authentication/index.ts';
import { marketplacePartners } from '../../marketplaces/index.ts';
import type { Principal } from '../../platform/access/access.ts';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { Database } from '../../platform/database/database.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import { type Answer, type Batch, RawJson, route } from '../../platform/http/route.ts';
import { isWithoutFactor, requirePrincipal } from '../access.ts';
import {
  encodeInBrief,
  encodeOrganization,
  organizationColumnList,
  type StoredOrganization,
} from '../columns.ts';
import { OrganizationRow } from '../records.ts';
import { permissions, permissionsOf, portalPermissions } from '../roles/permissions.ts';
import { exampleRow, list, one } from './params.ts';

/** An organization with a principal's role, as a row of the view `principal_organization`. */
export type OwnRow = StoredOrganization &
  RowOf<
    'principal_organization',
    'role' | 'join_time' | 'integrated' | 'role_permissions' | 'channel_partner_id',
    { role: string; join_time: string }
  >;

/**
 * Lists the organizations of a principal, oldest first. The view returns rows of the transaction's principal
 * only.
 * @param only the one organization that a session from its own provider may read
 */
const selectOwnOrganizations = (principalId: string, only: string | undefined): Statement => ({
  name: 'list_organizations',
  text: `SELECT ${organizationColumnList}, o.role, o.join_time, o.integrated, o.role_permissions,
           o.channel_partner_id
         FROM principal_organization o
         WHERE o.principal_id = $1 AND o.status <> 'DELETED'
           AND ($2::text IS NULL OR o.organization_id = $2)
         ORDER BY o.creation_time, o.organization_id`,
  values: [principalId, only ?? null],
});

/** Reads one organization of a principal. */
export const selectOwnOrganization = (organizationId: string, principalId: string): Statement => ({
  name: 'select_own_organization',
  text: `SELECT ${organizationColumnList}, g.role, g.creation_time AS join_time, (
             SELECT array_agg(DISTINCT i.partner ORDER BY i.partner) FROM integration i
             WHERE i.organization_id = o.organization_id) AS integrated, (
             SELECT r.permissions FROM custom_role r
             WHERE r.organization_id = g.organization_id AND r.name = g.role) AS role_permissions,
             g.bound_to AS channel_partner_id
           FROM principal_grant g JOIN organization o ON o.organization_id = g.organization_id
           WHERE g.organization_id = $1 AND g.principal_id = $2`,
  values: [organizationId, principalId],
});

/** The caller. Rows contain a person's membership; for an API client they contain only the role (R10). */
type CallerInfo = {
  id: string;
  type: string;
  name?: string | undefined;
  email?: string | undefined;
  /** Whether the session was opened by password alone. */
  lacksSecondFactor?: boolean;
};

export const askingOf = (
  principal: Principal,
  who: { name: string | undefined; email: string | undefined; session?: Session },
): CallerInfo => ({
  id: principal.id,
  type: principal.type,
  name: who.name,
  email: who.email,
  lacksSecondFactor: isWithoutFactor(who.session),
});

/** Encodes an organization with the caller’s role and permissions. */
export function encodeOwnRow(row: OwnRow, asking: CallerInfo): string {
  const ofPerson =
    asking.type === 'USER'
      ? { user_id: asking.id, user_name: asking.name, user_email: asking.email }
      : { join_time: undefined };
  if (row.channel_partner_id !== null)
    return encodeInBrief({
      ...row,
      permissions: [...portalPermissions],
      require_second_factor: null,
      ...ofPerson,
    });
  if (row.require_second_factor && asking.lacksSecondFactor)
    return encodeInBrief({ ...row, permissions: [], ...ofPerson });
  return encodeOrganization({
    ...row,
    partners: partnersOf(row),
    permissions: allowedTo(row),
    ...ofPerson,
  });
}

/** Lists a role's permissions in the order of the closed list; a deleted role has no permissions. */
const allowedTo = (row: OwnRow): readonly string[] => {
  const allowed = permissionsOf(row.role, row.role_permissions);
  return permissions.filter((permission) => allowed.has(permission));
};

/**
 * The partners of an organization: all marketplaces in TEST, because the sandbox simulates them; otherwise the
 * partners of its integrations.
 */
const partnersOf = (row: OwnRow): readonly string[] =>
  row.environment === 'TEST' ? marketplacePartners : (row.integrated ?? []);

/** Lists the organizations that a principal may use, oldest first (R10). */
async function listOrganizations(database: Database, principal: Principal): Promise<RawJson> {
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

export const listOrganizationsRoute = route({
  ...list,
  method: 'GET',
  operationId: 'listOrganizations',
  summary: 'List the caller’s organizations',
  access: 'principal',
  response: z.array(OrganizationRow),
  responseDescription: 'The organizations, in order of their creation',
  responseExample: [exampleRow],
  run: {
    kind: 'plain',
    handle: async (_request, { principal, database }) => ({
      body: await listOrganizations(database, principal),
    }),
  },
});

export const answer = (scope: OrgScope, row: Row | undefined): Answer => ({
  body: new RawJson(encodeOwnRow(row as OwnRow, scope.actor)),
});

const getOrganization = (scope: OrgScope): Batch => ({
  statements: [selectOwnOrganization(scope.organizationId, scope.actor.id)],
  respond: ([rows]) => answer(scope, rows?.[0]),
});

export const getOrganizationRoute = route({
  ...one,
  method: 'GET',
  operationId: 'getOrganization',
  summary: 'Get an organization',
  access: 'organization:read',
  response: OrganizationRow,
  responseDescription: 'The organization, with the caller’s role and permissions',
  responseExample: exampleRow,
  run: { kind: 'batch', batch: getOrganization },
});

/**
 * The environment of an organization, read as the system; undefined when the organization is deleted or
 * unknown.
 */
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
