import type { OrgTransaction } from '../../platform/access/scope.ts';
import { withOffset } from '../../platform/database/clock.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Transaction } from '../../platform/database/statement.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Person } from '../access.ts';
import type { OrganizationStatus } from '../states.ts';
import { countMemberEvent, grantPerson, type MemberRow, recordMember } from './store.ts';

export type LockedOrganization = RowOf<
  'organization',
  'organization_id' | 'status' | 'environment' | 'email_domain' | 'clock_offset_ms',
  { status: OrganizationStatus }
> & { wall_now: string };

/** The columns that are read when an organization is locked for a new member. */
export const lockedColumns = `o.organization_id, o.status, o.environment, o.email_domain, o.clock_offset_ms,
  clock_timestamp() AS wall_now`;

/**
 * Adds a person as a member of a locked organization, as the system and with the person as the actor. The grant
 * creates the member and ends its invitation (the triggers of 0010_members.sql).
 * @param invitation the invitation that the person accepted
 * @returns undefined when the person is already a member
 */
export async function addMember(
  queryable: Transaction,
  context: { newId: NewId; requestId: string },
  organization: LockedOrganization,
  joining: { person: Person; role: string; invitation?: MemberRow },
): Promise<MemberRow | undefined> {
  const { person, role, invitation } = joining;
  const wallNow = new Date(organization.wall_now);
  const scope: OrgTransaction = {
    ...context,
    organizationId: organization.organization_id,
    environment: organization.environment,
    actor: { ...person, type: 'USER' },
    permissions: new Set(),
    wallNow,
    now: withOffset(wallNow, organization.clock_offset_ms),
    query: queryable.query,
    send: queryable.send,
  };
  const granted = await scope.query(grantPerson(scope, person.id, role));
  if (granted.length === 0) return undefined;
  const row = await countMemberEvent(scope, person.id);
  await scope.query(recordMember(scope, 'ADD', row, invitation));
  return row;
}

/**
 * Adds a person who signs in by the organization's own provider as a member, unless the person is already a
 * member. An invited person gets the role of the invitation.
 */
export const createJoin =
  (deps: { newId: NewId }) =>
  async (
    queryable: Transaction,
    membership: { organizationId: string; person: Person; role: string },
  ): Promise<void> => {
    const [organization] = await queryable.query<LockedOrganization>({
      name: 'lock_joined_organization',
      text: `SELECT ${lockedColumns} FROM organization o
             WHERE o.organization_id = $1 AND o.status = 'ACTIVE' FOR NO KEY UPDATE`,
      values: [membership.organizationId],
    });
    if (!organization) return;
    const context = { newId: deps.newId, requestId: deps.newId('req') };
    const [invited] = await queryable.query<RowOf<'member', 'role'>>({
      name: 'invited_role',
      text: `SELECT m.role FROM member m
             WHERE m.organization_id = $1 AND m.email = $2 AND m.status = 'INVITED'
               AND m.invitation_expire_time > clock_timestamp()`,
      values: [membership.organizationId, membership.person.email],
    });
    await addMember(queryable, context, organization, {
      ...membership,
      role: invited?.role ?? membership.role,
    });
  };
