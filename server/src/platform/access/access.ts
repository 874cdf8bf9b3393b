import { LRUCache } from 'lru-cache';
import type { Row, Statement } from '../database/statement.ts';
import { type AppError, errors } from '../errors.ts';
import type { OrganizationStatus } from './organization-states.ts';
import { changes, type Permission } from './permissions.ts';
import type { OrgScope } from './scope.ts';

/** The principal that calls, as its token says. */
export type Principal = {
  id: string;
  type: 'API_CLIENT' | 'USER';
  tokenVersion: number;
  tokenId: string;
  tokenExpiresAt: Date;
  /** Of a person: its sign-in. */
  sessionId?: string;
};

/**
 * The access of a principal to an organization, as a process may remember it. The revision changes with any of it and
 * every transaction checks it, so a stale memory is found out before it can do harm.
 */
export type Access = {
  organizationId: string;
  revision: number;
  role: string;
  /** What the role allows. */
  permissions: ReadonlySet<string>;
  /** What of it holds in every status of the organization. */
  inEveryStatus: ReadonlySet<string>;
  /** Who the principal is, for the audit trail. */
  name: string | undefined;
  email: string | undefined;
  /** A person whose session was opened by password alone. */
  lacksSecondFactor: boolean;
  environment: string;
  status: OrganizationStatus;
  clockOffsetMs: number;
  /** What of the organization it is bound to, if it is: it sees no more than that. The words say so to who asks for more. */
  binding: { id: string; refusal: string } | undefined;
};

/** What a scope says of who calls. */
export const callerOf = (
  access: Access,
  { type, id }: Principal,
): Pick<OrgScope, 'actor' | 'permissions' | 'refusalOf' | 'lacksSecondFactor'> => ({
  actor: { type, id, email: access.email, name: access.name },
  permissions: access.permissions,
  refusalOf: (permission) => refusalOf(access, permission),
  lacksSecondFactor: access.lacksSecondFactor,
});

/** @throws 401 when the principal is gone or its token outdated, 404 when it has no access to the organization */
export type LoadAccess = (principal: Principal, organizationId: string) => Promise<Access>;

/** The statement that opens every transaction: no row means that the access was not as remembered. */
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
 * The gate of whoever is bound. What the transaction may see is narrowed first: the grant itself is
 * not seen before.
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

/** Between the gates of a transaction of two organizations: within one, the grants of another are not seen. */
export const leaveOrganization: Statement = {
  name: 'leave_organization',
  text: `SELECT set_config('app.organization_id', '', true), set_config('app.binding_id', '', true)`,
  values: [],
};

/** Thrown inside a transaction whose gate did not open. */
export class GateClosed extends Error {
  override readonly name = 'GateClosed';
}

export const openedAt = (rows: Row[] | undefined): Date => {
  const row = rows?.[0];
  if (!row) throw new GateClosed();
  return new Date(row.wall_now as string);
};

export type AccessMemory = {
  /** The access, remembered or loaded, if it allows the permission. A refusal is never decided from memory. */
  require(principal: Principal, organizationId: string, permission: Permission): Promise<Access>;
  forget(principal: Principal, organizationId: string): void;
};

/** Answers why an operation that asks for a permission is refused; nothing where it is not. */
function refusalOf(access: Access, permission: Permission): AppError | undefined {
  if (!access.permissions.has(permission))
    return errors.forbidden(
      access.binding?.refusal ?? `The role ${access.role} does not include ${permission}.`,
    );
  if (access.status !== 'ACTIVE' && changes(permission) && !access.inEveryStatus.has(permission)) {
    const waits = access.status === 'PENDING_APPROVAL';
    return errors.organization_suspended(
      waits ? 'The organization is not approved yet: it can be read, not changed.' : undefined,
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
      memory.set(key(principal, organizationId), access);
      const refused = refusalOf(access, permission);
      if (refused) throw refused;
      return access;
    },
    forget: (principal, organizationId) => {
      memory.delete(key(principal, organizationId));
    },
  };
}
