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
  'deals:approve',
];

/** A step that any member skips is skipped for all (R14); whoever sees something may ask for help with it. */
const writtenByReaders: readonly Permission[] = ['onboarding:write', 'support:write'];

/**
 * What people and programs of a channel partner may do, all of them and nothing else: no role has it, and none of theirs
 * adds to it. A permission that is new is not among it by itself.
 */
export const portalPermissions: ReadonlySet<string> = new Set(['partnerPortal:read', 'partnerPortal:write']);

/** What a suspended organization may do beside reading: it needs help most. */
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
 * Answers what a role allows. An unknown role may do nothing.
 * @param custom the permissions of the organization's own role of that name, if it has one
 */
export const permissionsOf = (role: string, custom: readonly string[] | null): ReadonlySet<string> =>
  Object.hasOwn(standardRoles, role) ? standardRoles[role as Role] : custom ? new Set(custom) : none;
