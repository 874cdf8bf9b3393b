import type { Role } from './scope.ts';

/** Everything that a role may allow; a closed list. */
export const permissions = [
  'organization:read',
  'organization:write',
  'offers:read',
  'offers:write',
  'entitlements:read',
  'entitlements:write',
  'sandbox:write',
] as const;
export type Permission = (typeof permissions)[number];

const viewer: readonly Permission[] = ['organization:read', 'offers:read', 'entitlements:read'];
const editor: readonly Permission[] = [...viewer, 'offers:write', 'entitlements:write', 'sandbox:write'];

const byRole: Record<Role, ReadonlySet<string>> = {
  VIEWER: new Set(viewer),
  EDITOR: new Set(editor),
  ADMIN: new Set(permissions),
};

/** An unknown role may do nothing. */
export const allows = (role: string, permission: Permission): boolean =>
  byRole[role as Role]?.has(permission) ?? false;

/** True for permissions that change something, which a suspended organization does not. */
export const changes = (permission: Permission): boolean => permission.endsWith(':write');
