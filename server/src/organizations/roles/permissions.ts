import { changes } from '../../platform/access/permissions.ts';

/** The roles of every organization; its own come on top. */
export type Role = 'ADMIN' | 'EDITOR' | 'VIEWER';

/** Everything that a role may allow; a closed list. */
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
] as const;
type Permission = (typeof permissions)[number];

/**
 * The permissions of administrators only: who may come in, and with what trust, is for administrators, and so is what
 * may be offered.
 */
const administrative: readonly Permission[] = [
  'organization:write',
  'members:write',
  'clients:write',
  'integrations:write',
  'webhooks:write',
  'offers:approve',
];

/** The roles that every organization has. */
export const standardRoles: Readonly<Record<Role, ReadonlySet<string>>> = {
  // A step that any member skips is skipped for all (R14).
  VIEWER: new Set(
    permissions.filter((permission) => !changes(permission) || permission === 'onboarding:write'),
  ),
  EDITOR: new Set(permissions.filter((permission) => !administrative.includes(permission))),
  ADMIN: new Set(permissions),
};

const none: ReadonlySet<string> = new Set();

/**
 * Answers what a role allows. An unknown role may do nothing.
 * @param custom the permissions of the organization's own role of that name, if it has one
 */
export const permissionsOf = (role: string, custom: readonly string[] | null): ReadonlySet<string> =>
  Object.hasOwn(standardRoles, role) ? standardRoles[role as Role] : custom ? new Set(custom) : none;
