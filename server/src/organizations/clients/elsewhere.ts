import { inOther, type OrgTransaction } from '../../platform/access/scope.ts';
import type { OuterRowOf, RowOf } from '../../platform/database/rows.ts';
import { errors } from '../../platform/errors.ts';
import { findRole } from '../authority.ts';
import { permissionsOf } from '../roles/permissions.ts';
import type { OrganizationStatus } from '../states.ts';
import type { ClientRow } from './columns.ts';
import { findClient, nextSequence } from './store.ts';

type LockedElsewhere = { other: OrgTransaction; sequence: number; seen: ClientRow };

/**
 * The client as the other organizations that let it in see it, each locked for a change. None can be added meanwhile:
 * its home is locked already, which alone lets it in anywhere. They are locked in one order, so that no two wait for
 * each other.
 * @throws 403 when the client may do more in one of them than the caller may do there
 */
export async function lockElsewhere(scope: OrgTransaction, client: ClientRow): Promise<LockedElsewhere[]> {
  const locked: LockedElsewhere[] = [];
  for (const organizationId of [...client.organization_ids].sort()) {
    if (organizationId === scope.organizationId) continue;
    const caller = await callerIn(scope, organizationId);
    // Nobody gets into an organization that was deleted.
    if (caller.status === 'DELETED') continue;
    const isRefused = caller.require_second_factor && scope.lacksSecondFactor === true;
    const permissions = isRefused ? new Set<string>() : permissionsOf(caller.role ?? '', caller.permissions);
    const other = await inOther(
      caller.role === null ? scope : { ...scope, other: { organizationId, permissions } },
      organizationId,
    );
    const sequence = await nextSequence(other, client.id);
    const seen = await findClient(other, client.id);
    // It was sent away while its row was waited for.
    if (!seen) continue;
    if (scope.actor.type !== 'SERVICE') await requireCovered(other, permissions, seen.role);
    locked.push({ other, sequence, seen });
  }
  return locked;
}

/** The refusal does not name the role that the client has there: that is not the home's to know. */
async function requireCovered(
  other: OrgTransaction,
  permissions: ReadonlySet<string>,
  role: string,
): Promise<void> {
  const allowed = (await findRole(other, role)) ?? new Set<string>();
  if ([...allowed].every((permission) => permissions.has(permission))) return;
  throw errors.forbidden(
    `The client may do more in the organization ${other.organizationId} than you may do there. ` +
      'Take it from that organization first, or let somebody renew its secret who may.',
  );
}

type CallerThere = RowOf<'organization', 'status' | 'require_second_factor', { status: OrganizationStatus }> &
  OuterRowOf<'principal_grant', 'role'> &
  OuterRowOf<'custom_role', 'permissions'>;

async function callerIn(scope: OrgTransaction, organizationId: string): Promise<CallerThere> {
  const other = await inOther(scope, organizationId);
  const [row] = await other.query<CallerThere>({
    name: 'read_caller_elsewhere',
    text: `SELECT o.status, o.require_second_factor, g.role, r.permissions FROM organization o
             LEFT JOIN principal_grant g ON g.organization_id = $1 AND g.principal_id = $2
             LEFT JOIN custom_role r ON r.organization_id = $1 AND r.name = g.role
           WHERE o.organization_id = $1`,
    values: [organizationId, scope.actor.id],
  });
  return row as CallerThere;
}
