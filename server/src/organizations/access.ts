import type { Access, LoadAccess } from '../platform/access.ts';
import type { Database } from '../platform/database.ts';
import { errors } from '../platform/errors.ts';
import { permissionsOf } from '../platform/permissions.ts';
import type { Principal } from '../platform/route.ts';
import type { Queryable } from '../platform/statement.ts';
import { unauthenticated } from './tokens.ts';

/** Reads, as the system, what a principal may do in an organization. */
export const createLoadAccess =
  (database: Database): LoadAccess =>
  (principal, organizationId) =>
    database.transaction(async (queryable) => {
      const who = await requirePrincipal(queryable, principal);
      const [row] = await queryable.query<{
        revision: number;
        role: string;
        environment: string;
        status: string;
        clock_offset_ms: number;
        permissions: string[] | null;
      }>({
        name: 'load_access',
        text: `SELECT g.revision, g.role, o.environment, o.status, o.clock_offset_ms, r.permissions
               FROM principal_grant g JOIN organization o ON o.organization_id = g.organization_id
                 LEFT JOIN custom_role r ON r.organization_id = g.organization_id AND r.name = g.role
               WHERE g.organization_id = $1 AND g.principal_id = $2 AND o.status <> 'DELETED'`,
        values: [organizationId, principal.id],
      });
      // An organization of others looks as one that does not exist.
      if (!row) throw errors.not_found('There is no such organization.');
      const access: Access = {
        organizationId,
        revision: row.revision,
        role: row.role,
        permissions: permissionsOf(row.role, row.permissions),
        ...who,
        environment: row.environment,
        status: row.status,
        clockOffsetMs: row.clock_offset_ms,
      };
      return access;
    }, 'system');

/** @throws 401 when the client is gone, or was rotated after the token had been made */
export async function requirePrincipal(
  queryable: Queryable,
  principal: Principal,
): Promise<{ name: string | undefined; email: string | undefined }> {
  const [row] = await queryable.query<{ name: string }>({
    name: 'read_client_version',
    text: 'SELECT name FROM api_client WHERE id = $1 AND version = $2',
    values: [principal.id, principal.tokenVersion],
  });
  if (!row) throw unauthenticated('The client of this token was deleted or rotated.');
  return { name: row.name, email: undefined };
}
