import { LRUCache } from 'lru-cache';
import type { Row, Statement } from '../database/statement.ts';
import { type AppError, errors } from '../errors.ts';
import type { OrganizationStatus } from './organization-states.ts';
import { changes, type Permission } from './permissions.ts';
import type { OrgScope } from './scope.ts';

/** The calling principal, as its token describes it. */
export type Principal = {
  id: string;
  type: 'API_CLIENT' | 'USER';
  tokenVersion: number;
  tokenId: string;
  tokenExpiresAt: Date;
  /** The sign-in session of a user; absent for API clients. */
  sessionId?: string;
  /** True for an API client that authenticates with its key instead of a token. */
  isByKey?: boolean;
};

/**
 * The access of a principal to an organization. A process may cache it, because every change increments the revision
 * and every transaction checks the revision: a stale cache entry is detected before the transaction reads or writes.
 */
export type Access = {
  organizationId: string;
  revision: number;
  role: string;
  /** The permissions of the role. */
  permissions: ReadonlySet<string>;
  /** The permissions that apply in every organization status, including suspended. */
  inEveryStatus: ReadonlySet<string>;
  /** The principal's name, for the audit trail. */
  name: string | undefined;
  email: string | undefined;
  /** True for a user who signed in with a password only. */
  lacksSecondFactor: boolean;
  environment: string;
  status: OrganizationStatus;
  clockOffsetMs: number;
  /** True for access that expires. The expiry does not change the revision, so such access is never cached. */
  isPassing: boolean;
  /** The only record that the principal may access, if restricted, and the error detail for other records. */
  binding: { id: string; refusal: string } | undefined;
};

/** Creates the part of a scope that describes the caller. */
export const callerOf = (
  access: Access,
  { type, id }: Principal,
): Pick<OrgScope, 'actor' | 'permissions' | 'refusalOf' | 'lacksSecondFactor'> => ({
  actor: { type, id, email: access.email, name: access.name },
  permissions: access.permissions,
  refusalOf: (permission) => refusalOf(access, permission),
  lacksSecondFactor: access.lacksSecondFactor,
});

/** @throws 401 when the principal was deleted or its token revoked, 404 when it has no access to the organization */
export type LoadAccess = (principal: Principal, organizationId: string) => Promise<Access>;

/**
 * Builds the access check, the first statement of every transaction. The check returns no row if the cached access is
 * stale.
 */
export const gate = (access: Access, principal: Principal): Statement =>
  access.binding === undefined
    ? openGate(access, principal)
    : boundGate(access, principal, access.binding.id);

const openGate = (access: Access, principal: Principal): Statement => ({
  name: 'gate',
  text: `SELECT set_config('app.organization_id', g.organization_id, true), clock_timestamp() AS wall_now
         FROM principal_grant g WHERE g.organization_id = $1 AND g.principal_id = $2 AND g.revision = $3
           AND NOT EXISTS (SELECT FROM revoked_token r WHERE r.id = $4)`,
  values: [access.organizationId, principal.id, access.revision, principal.tokenId],
});

/**
 * Builds the access check for a principal that is bound to one record. The statement sets the binding first, because
 * row-level security hides the grant until then.
 */
const boundGate = (access: Access, principal: Principal, bindingId: string): Statement => ({
  name: 'bound_gate',
  text: `SELECT set_config('app.organization_id', g.organization_id, true), clock_timestamp() AS wall_now
         FROM (SELECT set_config('app.binding_id', $5, true) AS id OFFSET 0) bound
         CROSS JOIN LATERAL (
           SELECT g.organization_id FROM principal_grant g
           WHERE g.organization_id = $1 AND g.principal_id = $2 AND g.revision = $3
             AND g.bound_to = bound.id OFFSET 0) g
         WHERE NOT EXISTS (SELECT FROM revoked_token r WHERE r.id = $4)`,
  values: [access.organizationId, principal.id, access.revision, principal.tokenId, bindingId],
});

/**
 * The statement between the two access checks of a transaction in two organizations. Without this statement, row-level
 * security hides the grants in the second organization.
 */
export const leaveOrganization: Statement = {
  name: 'leave_organization',
  text: `SELECT set_config('app.organization_id', '', true), set_config('app.binding_id', '', true)`,
  values: [],
};

/** The error for a transaction whose access check returned no row because the cached access is stale. */
export class GateClosed extends Error {
  override readonly name = 'GateClosed';
}

export const openedAt = (rows: Row[] | undefined): Date => {
  const row = rows?.[0];
  if (!row) throw new GateClosed();
  return new Date(row.wall_now as string);
};

export type AccessMemory = {
  /** Returns the cached or loaded access if it includes the permission. Before access is denied, it is loaded again. */
  require(principal: Principal, organizationId: string, permission: Permission): Promise<Access>;
  forget(principal: Principal, organizationId: string): void;
};

/** Returns the error for an operation that needs the permission, or undefined when the operation is allowed. */
function refusalOf(access: Access, permission: Permission): AppError | undefined {
  if (!access.permissions.has(permission))
    return errors.forbidden(
      access.binding?.refusal ?? `The role ${access.role} does not include ${permission}.`,
    );
  if (access.status !== 'ACTIVE' && changes(permission) && !access.inEveryStatus.has(permission)) {
    const waits = access.status === 'PENDING_APPROVAL';
    return errors.organization_suspended(
      waits ? 'The organization is not approved yet and is read-only.' : undefined,
    );
  }
  return undefined;
}

export function createAccessMemory(load: LoadAccess, size = 10_000): AccessMemory {
  const memory = new LRUCache<string, Access>({ max: size });
  const key = (principal: Principal, organizationId: string) =>
    `${principal.id} ${principal.tokenVersion} ${principal.sessionId ?? ''} ${organizationId}`;

  return {
    require: async (principal, organizationId, permission) => {
      const remembered = memory.get(key(principal, organizationId));
      if (remembered && !refusalOf(remembered, permission)) return remembered;
      const access = await load(principal, organizationId);
      if (access.isPassing) memory.delete(key(principal, organizationId));
      else memory.set(key(principal, organizationId), access);
      const refused = refusalOf(access, permission);
      if (refused) throw refused;
      return access;
    },
    forget: (principal, organizationId) => {
      memory.delete(key(principal, organizationId));
    },
  };
}
