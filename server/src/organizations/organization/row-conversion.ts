import type { Session } from '../../authentication/index.ts';
import { marketplacePartners } from '../../marketplaces/index.ts';
import type { Principal } from '../../platform/access/access.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { isWithoutFactor } from '../access.ts';
import {
  encodeInBrief,
  encodeOrganization,
  organizationColumnList,
  type StoredOrganization,
} from '../columns.ts';
import { permissions, permissionsOf, portalPermissions } from '../roles/permissions.ts';

/** An organization with the place that a principal has in it, as the view of principals' organizations shows it. */
export type OwnRow = StoredOrganization &
  RowOf<
    'principal_organization',
    'role' | 'join_time' | 'integrated' | 'role_permissions' | 'channel_partner_id',
    { role: string; join_time: string }
  >;

/**
 * The organizations of a principal, in order of their creation. The view shows those of the transaction's principal.
 * @param only the one that the session of an organization's own provider shows
 */
export const selectOwnOrganizations = (principalId: string, only: string | undefined): Statement => ({
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

/** The principal who asks: the rows show a person's place in the organization, and of a client its role only (R10). */
export type Asking = {
  id: string;
  type: string;
  name?: string | undefined;
  email?: string | undefined;
  /** The session was opened by password alone. */
  lacksSecondFactor?: boolean;
};

export const askingOf = (
  principal: Principal,
  who: { name: string | undefined; email: string | undefined; session?: Session },
): Asking => ({
  id: principal.id,
  type: principal.type,
  name: who.name,
  email: who.email,
  lacksSecondFactor: isWithoutFactor(who.session),
});

/** An organization with the caller’s place in it. */
export function encodeOwnRow(row: OwnRow, asking: Asking): string {
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

/** Lists permissions in the order of the closed list; of a role that is not there any more, none. */
const allowedTo = (row: OwnRow): readonly string[] => {
  const allowed = permissionsOf(row.role, row.role_permissions);
  return permissions.filter((permission) => allowed.has(permission));
};

/** The sandbox plays every marketplace for a TEST organization; another one has those that it is connected to. */
const partnersOf = (row: OwnRow): readonly string[] =>
  row.environment === 'TEST' ? marketplacePartners : (row.integrated ?? []);
