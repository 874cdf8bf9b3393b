import { requireSession, type Session, unauthenticated } from '../authentication/index.ts';
import type { Access, LoadAccess, Principal } from '../platform/access/access.ts';
import type { Database } from '../platform/database/database.ts';
import type { OuterRowOf, RowOf } from '../platform/database/rows.ts';
import type { Queryable } from '../platform/database/statement.ts';
import { errors } from '../platform/errors.ts';
import { inEveryStatus, permissionsOf, portalPermissions } from './roles/permissions.ts';
import type { OrganizationStatus } from './states.ts';

type Granted = RowOf<'principal_grant', 'revision' | 'role' | 'bound_to'> &
  RowOf<
    'organization',
    'environment' | 'status' | 'clock_offset_ms' | 'allowed_auth_methods' | 'require_second_factor',
    { status: OrganizationStatus }
  > &
  OuterRowOf<'custom_role', 'permissions'> & { is_partner_active: boolean };

const portalOnly =
  'Whoever acts for a channel partner reaches its portal, and nothing else of the organization.';

/** Reads, as the system, what a principal may do in an organization. */
export const createLoadAccess =
  (database: Database): LoadAccess =>
  (principal, organizationId) =>
    database.transaction(async (queryable) => {
      const who = await requirePrincipal(queryable, principal);
      const [row] = await queryable.query<Granted>({
        name: 'load_access',
        text: `SELECT g.revision, g.role, o.environment, o.status, o.clock_offset_ms, o.allowed_auth_methods,
                 o.require_second_factor, r.permissions,
                 g.bound_to, EXISTS (SELECT FROM channel_partner p WHERE p.organization_id = g.organization_id
                   AND p.id = g.bound_to AND p.status = 'ACTIVE') AS is_partner_active
               FROM principal_grant g JOIN organization o ON o.organization_id = g.organization_id
                 LEFT JOIN custom_role r ON r.organization_id = g.organization_id AND r.name = g.role
               WHERE g.organization_id = $1 AND g.principal_id = $2 AND o.status <> 'DELETED'`,
        values: [organizationId, principal.id],
      });
      // An organization of others looks as one that does not exist.
      if (!row) throw errors.not_found('There is no such organization.');
      if (who.session) checkMethod(who.session, organizationId, row.allowed_auth_methods);
      const lacksSecondFactor = isWithoutFactor(who.session);
      if (row.require_second_factor && lacksSecondFactor) throw errors.second_factor_required(factorHelp);
      const isBound = row.bound_to !== null;
      if (isBound && !row.is_partner_active) throw errors.forbidden('The channel partner is not active.');
      const access: Access = {
        organizationId,
        revision: row.revision,
        role: row.role,
        permissions: isBound ? portalPermissions : permissionsOf(row.role, row.permissions),
        inEveryStatus,
        name: who.name,
        email: who.email,
        lacksSecondFactor,
        environment: row.environment,
        status: row.status,
        clockOffsetMs: row.clock_offset_ms,
        binding: row.bound_to === null ? undefined : { id: row.bound_to, refusal: portalOnly },
      };
      return access;
    }, 'system');

/**
 * A person is let in by the methods that the organization allows, and with the session of an organization's own
 * provider nowhere else: the provider of one does not vouch for people in another.
 */
function checkMethod(session: Session, organizationId: string, allowed: readonly string[]): void {
  const elsewhere = session.organizationId !== undefined && session.organizationId !== organizationId;
  if (elsewhere)
    throw errors.auth_method_not_allowed(
      'You have signed in through another organization. Sign in with your password, or through this one.',
    );
  if (allowed.length > 0 && !allowed.includes(session.method))
    throw errors.auth_method_not_allowed(
      `This organization is entered by ${allowed.join(' or ')}, and not by ${session.method}.`,
    );
}

const factorHelp =
  'This organization requires a second factor. Set one up on your account page, or sign in again with it.';

/** A provider vouches for its people itself; API clients have no session. */
export const isWithoutFactor = (session: Session | undefined): boolean =>
  session?.method === 'PASSWORD' && session.factor === undefined;

export type Caller = {
  name: string | undefined;
  email: string | undefined;
  /** Of a person. */
  session?: Session;
};

/** Somebody who has signed in. */
export type Person = { id: string; email: string; name: string | undefined };

/**
 * A person that speaks for itself, and not for an organization.
 * @throws 401 as `requirePrincipal`, 403 for an API client, and for whom an organization's own provider vouches
 */
export async function requirePerson(queryable: Queryable, principal: Principal): Promise<Person> {
  const { session } = await requirePrincipal(queryable, principal);
  if (!session) throw errors.forbidden('Only a person who has signed in may do this, not an API client.');
  if (session.organizationId !== undefined)
    throw errors.auth_method_not_allowed(
      'You have signed in through an organization. Sign in with your password for this.',
    );
  return { id: principal.id, email: session.email, name: session.name };
}

/** @throws 401 when the client is gone or was rotated after the token had been made, or the session has ended */
export async function requirePrincipal(queryable: Queryable, principal: Principal): Promise<Caller> {
  if (principal.type === 'USER') {
    const session = await requireSession(queryable, principal);
    return { name: session.name, email: session.email, session };
  }
  const [row] = await queryable.query<RowOf<'api_client', 'name'>>({
    name: 'read_client_version',
    text: `SELECT name FROM api_client WHERE id = $1 AND (version = $2
             OR previous_version = $2 AND previous_until > clock_timestamp())
           AND NOT EXISTS (SELECT FROM revoked_token r WHERE r.id = $3)`,
    values: [principal.id, principal.tokenVersion, principal.tokenId],
  });
  if (!row) throw unauthenticated('The token was revoked, or its client was deleted or rotated.');
  return { name: row.name, email: undefined };
}
