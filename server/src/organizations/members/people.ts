import type { Digest } from '../../notifications/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { OuterRowOf, RowOf } from '../../platform/database/rows.ts';
import { permissionsOf, portalPermissions } from '../roles/permissions.ts';
import type { MemberStatus } from './records.ts';

type NotifiedRow = RowOf<
  'member',
  'id' | 'email' | 'role' | 'skip_own_actions' | 'mail_digest',
  { email: string; mail_digest: Digest }
>;

/** Finds the members that can be notified by mail, with their mail settings; people of channel partners are excluded. */
export async function findPeople(scope: OrgTransaction) {
  const rows = await scope.query<NotifiedRow>({
    name: 'find_people',
    text: `SELECT m.id, m.email, m.role, m.skip_own_actions, m.mail_digest FROM member m
           WHERE m.organization_id = $1 AND m.status = 'ACTIVE' AND m.email IS NOT NULL
             AND m.channel_partner_id IS NULL
           ORDER BY m.creation_time, m.id`,
    values: [scope.organizationId],
  });
  return rows.map(({ id, email, role, skip_own_actions: skipOwnActions, mail_digest: digest }) => ({
    id,
    email,
    role,
    skipOwnActions,
    digest,
  }));
}

type MemberAccessRow = RowOf<
  'member',
  'id' | 'status' | 'email' | 'name' | 'role' | 'channel_partner_id',
  { status: MemberStatus | 'REMOVED' }
> &
  OuterRowOf<'custom_role', 'permissions'>;

/**
 * Finds present and former members with their permissions. People of channel partners have the permissions of
 * the portal, independent of their role. Of former members only the id is known.
 */
export async function findEveryMember(scope: OrgTransaction) {
  const rows = await scope.query<MemberAccessRow>({
    name: 'find_every_member',
    text: `SELECT m.id, m.status, m.email, m.name, m.role, m.channel_partner_id, r.permissions
           FROM member m LEFT JOIN custom_role r ON r.organization_id = m.organization_id AND r.name = m.role
           WHERE m.organization_id = $1 AND m.status <> 'INVITED'`,
    values: [scope.organizationId],
  });
  return rows.map(({ id, status, email, name, role, channel_partner_id: boundTo, permissions }) => ({
    id,
    isActive: status === 'ACTIVE',
    email,
    name,
    permissions: boundTo === null ? permissionsOf(role, permissions) : portalPermissions,
  }));
}

export async function organizationName(scope: OrgTransaction): Promise<string | undefined> {
  const [row] = await scope.query<RowOf<'organization', 'name'>>({
    name: 'organization_name',
    text: 'SELECT o.name FROM organization o WHERE o.organization_id = $1',
    values: [scope.organizationId],
  });
  return row?.name;
}

/**
 * Locks an active member until the end of the transaction.
 * @returns false for an invited person, a former member and a person of a channel partner
 */
export async function lockMemberForReference(scope: OrgTransaction, id: string): Promise<boolean> {
  const rows = await scope.query({
    name: 'hold_member',
    text: `SELECT id FROM member WHERE organization_id = $1 AND id = $2 AND status = 'ACTIVE'
             AND channel_partner_id IS NULL FOR SHARE`,
    values: [scope.organizationId, id],
  });
  return rows.length > 0;
}
