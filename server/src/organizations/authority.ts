import { GateClosed } from '../platform/access/access.ts';
import type { Permission, Permissions } from '../platform/access/permissions.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { OuterRowOf, RowOf } from '../platform/database/rows.ts';
import { errors, invalid } from '../platform/errors.ts';
import { permissionsOf, standardRoles } from './roles/permissions.ts';
import type { OrganizationStatus } from './states.ts';

/** The organization, and what the caller may do in it now that nobody else changes members or roles. */
export type Authority = {
  permissions: Permissions;
  organization: RowOf<'organization', 'name' | 'status' | 'email_domain', { status: OrganizationStatus }>;
};

/**
 * Locks members and roles of the organization until the end of the transaction. Whoever waited here may have lost its
 * rights meanwhile: they are read once more.
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

/** Reads what a role of the organization allows; undefined when it has no such role. */
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

/** @throws 400 that lists the roles when there is no such one, 403 when it allows more than the caller may */
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
    throw invalid([{ pointer, message: `is not a role; known are ${known.join(', ')}` }]);
  }
  requireNoMore(authority, granted);
}

/** Requires that the caller gives, takes or shapes no rights beyond its own. @throws 403 */
export function requireNoMore(
  authority: Pick<Authority, 'permissions'>,
  permissions: Iterable<string>,
): void {
  const beyond = [...permissions].filter((permission) => !authority.permissions.has(permission));
  if (beyond.length > 0) throw errors.forbidden(`You do not have ${beyond.join(', ')} yourself.`);
}

/** Reads whether anybody but the caller may do something in the organization. */
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
