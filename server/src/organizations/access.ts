import { requireSession, type Session, unauthenticated, wrongKey } from '../authentication/index.ts';
import type { Access, LoadAccess, Principal } from '../platform/access/access.ts';
import type { Database } from '../platform/database/database.ts';
import type { OuterRowOf, RowOf } from '../platform/database/rows.ts';
import type { Queryable } from '../platform/database/statement.ts';
import { errors } from '../platform/errors.ts';
import { inEveryStatus, permissionsOf, portalPermissions } from './roles/permissions.ts';
import type { OrganizationStatus } from './states.ts';

type GrantRow = RowOf<'principal_grant', 'revision' | 'role' | 'bound_to'> &
  RowOf<
    'organization',
    'environment' | 'status' | 'clock_offset_ms' | 'allowed_auth_methods' | 'require_second_factor',
    { status: OrganizationStatus }
  > &
  OuterRowOf<'custom_role', 'permissions'> & { is_partner_active: boolean };

const portalOnly = 'Callers of a channel partner can use only the partner portal.';

/** Reads, as the system, what a principal may do in an organization. */
export const createLoadAccess =
  (database: Database): LoadAccess =>
  (principal, organizationId) =>
    database.transaction(async (queryable) => {
      const who = await requirePrincipal(queryable, principal);
      const [row] = await queryable.query<GrantRow>({
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
      // The error for another tenant's organization is the same as for an unknown organization.
      if (!row) throw errors.not_found('Organization not found.');
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
        isPassing: who.isPassing,
        binding: row.bound_to === null ? undefined : { id: row.bound_to, refusal: portalOnly },
      };
      return access;
    }, 'system');

/**
 * Requires a sign-in method that the organization allows. A session from an organization's own identity
 * provider is rejected in every other organization, because the provider authenticates only members of its own
 * organization.
 */
function checkMethod(session: Session, organizationId: string, allowed: readonly string[]): void {
  const elsewhere = session.organizationId !== undefined && session.organizationId !== organizationId;
  if (elsewhere)
    throw errors.auth_method_not_allowed(
      'Your session belongs to another organization’s sign-in. Sign in with your password or through this organization.',
    );
  if (allowed.length > 0 && !allowed.includes(session.method))
    throw errors.auth_method_not_allowed(
      `This organization does not allow the sign-in method ${session.method}. Allowed: ${allowed.join(', ')}.`,
    );
}

const factorHelp =
  'This organization requires a second factor. Set one up on your account page, or sign in with it.';

/**
 * Returns whether a session lacks a second factor. Identity providers check factors themselves, and API clients
 * have no session.
 */
export const isWithoutFactor = (session: Session | undefined): boolean =>
  session?.method === 'PASSWORD' && session.factor === undefined;

export type Caller = {
  name: string | undefined;
  email: string | undefined;
  /** The session of a person; absent for API clients. */
  session?: Session;
  /** Whether the key was replaced and works only until the end of its overlap. */
  isPassing: boolean;
};

/** The signed-in user. */
export type Person = { id: string; email: string; name: string | undefined };

/**
 * Requires a signed-in person who acts for themselves and not through an organization's sign-in.
 * @throws 401 like `requirePrincipal`; 403 for an API client or a session of an organization's own provider
 */
export async function requirePerson(queryable: Queryable, principal: Principal): Promise<Person> {
  const { session } = await requirePrincipal(queryable, principal);
  if (!session)
    throw errors.forbidden('This operation requires a signed-in person; API clients are not allowed.');
  if (session.organizationId !== undefined)
    throw errors.auth_method_not_allowed(
      'Your session belongs to an organization’s sign-in. Sign in with your password for this operation.',
    );
  return { id: principal.id, email: session.email, name: session.name };
}

/**
 * Requires that a token or session is still valid.
 * @throws 401 when the client was deleted, was rotated after the token was issued, or the session has ended
 */
export async function requirePrincipal(queryable: Queryable, principal: Principal): Promise<Caller> {
  if (principal.type === 'USER') {
    const session = await requireSession(queryable, principal);
    return { name: session.name, email: session.email, session, isPassing: false };
  }
  const isByKey = principal.isByKey === true;
  const [row] = await queryable.query<RowOf<'api_client', 'name' | 'version'>>({
    name: 'read_client_version',
    text: `SELECT name, version FROM api_client WHERE id = $1 AND (version = $2
             OR previous_version = $2 AND previous_until > clock_timestamp())
           AND NOT EXISTS (SELECT FROM revoked_token r WHERE r.id = $3)`,
    values: [principal.id, principal.tokenVersion, principal.tokenId],
  });
  if (!row && isByKey) throw wrongKey();
  if (!row) throw unauthenticated('The token was revoked, or its client was deleted or rotated.');
  // A token that was exchanged for a secret expires before the secret.
  return { name: row.name, email: undefined, isPassing: isByKey && row.version !== principal.tokenVersion };
}
