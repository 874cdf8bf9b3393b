import { GateClosed } from '../platform/access/access.ts';
import type { Permission, Permissions } from '../platform/access/permissions.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { OuterRowOf, RowOf } from '../platform/database/rows.ts';
import { errors, invalid } from '../platform/errors.ts';
import { permissionsOf, standardRoles } from './roles/permissions.ts';
import type { OrganizationStatus } from './states.ts';

/** The organization and the caller's permissions in it, read while its members and roles are locked. */
export type Authority = {
  permissions: Permissions;
  organization: RowOf<'organization', 'name' | 'status' | 'email_domain', { status: OrganizationStatus }>;
};

/**
 * Locks members and roles of the organization until the end of the transaction. The caller's permissions are
 * read again after the lock, because another transaction may have changed them during the wait.
 */
export async function lockMembers(scope: OrgTransaction, permission?: Permission): Promise<Authority> {
  const [organization] = await scope.query<Authority['organization']>({
    name: 'hold_members',
    text: 'SELECT name, status, email_domain FROM organization WHERE organization_id = $1 FOR NO KEY UPDATE',
    values: [scope.organizationId],
  });
  const [own] = await scope.query<
    RowOf<'principal_grant', 'role'> & OuterRowOf<'custom_role', 'permissions'>
  >({
    name: 'read_own_role',
    text: `SELECT g.role, r.permissions FROM principal_grant g
             LEFT JOIN custom_role r ON r.organization_id = $1 AND r.name = g.role
           WHERE g.organization_id = $1 AND g.principal_id = $2`,
    values: [scope.organizationId, scope.actor.id],
  });
  const permissions = own ? permissionsOf(own.role, own.permissions) : new Set<string>();
  if (scope.boundTo !== undefined) throw new GateClosed();
  if (!organization || !own || (permission && !permissions.has(permission))) throw new GateClosed();
  return { permissions, organization };
}

/** Reads the permissions of a role of the organization; undefined when the role does not exist. */
export async function findRole(
  scope: OrgTransaction,
  role: string,
): Promise<ReadonlySet<string> | undefined> {
  if (Object.hasOwn(standardRoles, role)) return permissionsOf(role, null);
  const [row] = await scope.query<RowOf<'custom_role', 'permissions'>>({
    name: 'read_role_permissions',
    text: 'SELECT permissions FROM custom_role WHERE organization_id = $1 AND name = $2',
    values: [scope.organizationId, role],
  });
  return row && permissionsOf(role, row.permissions);
}

/**
 * Requires that the caller may grant a role.
 * @throws 400, listing the roles, when the role does not exist; 403 when the role has permissions that the
 * caller lacks
 */
export async function requireGrantable(
  scope: OrgTransaction,
  authority: Pick<Authority, 'permissions'>,
  role: string,
  pointer = '/role',
): Promise<void> {
  const granted = await findRole(scope, role);
  if (!granted) {
    const rows = await scope.query<RowOf<'custom_role', 'name'>>({
      name: 'read_role_names',
      text: 'SELECT name FROM custom_role WHERE organization_id = $1 ORDER BY name LIMIT 100',
      values: [scope.organizationId],
    });
    const known = [...Object.keys(standardRoles), ...rows.map(({ name }) => name)];
    throw invalid([{ pointer, message: `is not a role of this organization; roles: ${known.join(', ')}` }]);
  }
  requireNoMore(authority, granted);
}

/**
 * Requires that the caller has every permission that the caller grants, revokes or adds to a role.
 * @throws 403 when a permission is missing
 */
export function requireNoMore(
  authority: Pick<Authority, 'permissions'>,
  permissions: Iterable<string>,
): void {
  const beyond = [...permissions].filter((permission) => !authority.permissions.has(permission));
  if (beyond.length > 0) throw errors.forbidden(`You do not have the permissions ${beyond.join(', ')}.`);
}

/** Reads whether a principal other than the caller has a permission in the organization. */
export async function othersMay(scope: OrgTransaction, permission: Permission): Promise<boolean> {
  const roles = Object.entries(standardRoles).flatMap(([role, allowed]) =>
    allowed.has(permission) ? [role] : [],
  );
  const [row] = await scope.query<{ others: boolean }>({
    name: 'others_may',
    text: `SELECT EXISTS (
             SELECT FROM principal_grant g
               LEFT JOIN custom_role r ON r.organization_id = $1 AND r.name = g.role
             WHERE g.organization_id = $1 AND g.principal_id <> $2 AND g.bound_to IS NULL
               AND (g.role = ANY ($3) OR $4 = ANY (r.permissions))) AS others`,
    values: [scope.organizationId, scope.actor.id, roles, permission],
  });
  return row?.others ?? false;
}
