import { changes } from '../../platform/access/permissions.ts';

/** The standard roles of every organization; an organization can add custom roles. */
export type Role = 'ADMIN' | 'EDITOR' | 'VIEWER';

/** All permissions that a role may have; a closed list. */
export const permissions = [
  'organization:read',
  'organization:write',
  'onboarding:write',
  'members:read',
  'members:write',
  'clients:read',
  'clients:write',
  'integrations:read',
  'integrations:write',
  'audit:read',
  'notifications:read',
  'notifications:write',
  'webhooks:read',
  'webhooks:write',
  'operations:read',
  'operations:write',
  'products:read',
  'products:write',
  'buyers:read',
  'buyers:write',
  'knowledge:answer',
  'knowledge:read',
  'knowledge:write',
  'files:read',
  'files:write',
  'offers:read',
  'offers:write',
  'offers:approve',
  'entitlements:read',
  'entitlements:write',
  'metering:read',
  'metering:write',
  'billing:read',
  'billing:write',
  'revenue:read',
  'reports:read',
  'sandbox:write',
  'support:read',
  'support:write',
  'channelPartners:read',
  'channelPartners:write',
  'deals:read',
  'deals:write',
  'deals:approve',
] as const;
type Permission = (typeof permissions)[number];

/** Permissions of administrators only: to manage the organization, access and connections, and to approve. */
const administrative: readonly Permission[] = [
  'organization:write',
  'members:write',
  'clients:write',
  'integrations:write',
  'webhooks:write',
  'offers:approve',
  'deals:approve',
];

/** Permissions to write that VIEWER has: skipping an onboarding step (R14) and support requests. */
const writtenByReaders: readonly Permission[] = ['onboarding:write', 'support:write'];

/**
 * The permissions of people and programs of a channel partner. Roles do not contain these permissions, and the
 * role of a channel partner's member does not extend them. A new permission is included only if it is added
 * here.
 */
export const portalPermissions: ReadonlySet<string> = new Set(['partnerPortal:read', 'partnerPortal:write']);

/** Permissions of a suspended organization besides reading: support requests. */
export const inEveryStatus: ReadonlySet<string> = new Set<Permission>(['support:write']);

/** The roles that every organization has. */
export const standardRoles: Readonly<Record<Role, ReadonlySet<string>>> = {
  VIEWER: new Set(
    permissions.filter((permission) => !changes(permission) || writtenByReaders.includes(permission)),
  ),
  EDITOR: new Set(permissions.filter((permission) => !administrative.includes(permission))),
  ADMIN: new Set(permissions),
};

const none: ReadonlySet<string> = new Set();

/**
 * The permissions of a role; empty for an unknown role.
 * @param custom the permissions of the organization's custom role with that name, if the role exists
 */
export const permissionsOf = (role: string, custom: readonly string[] | null): ReadonlySet<string> =>
  Object.hasOwn(standardRoles, role) ? standardRoles[role as Role] : custom ? new Set(custom) : none;

/** Returns the name of a role in words: `Field sales` for FIELD_SALES. */
export function roleInWords(role: string): string {
  const words = role.replaceAll('_', ' ').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
