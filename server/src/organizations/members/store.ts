import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { columnList, type FieldColumn, recordEncoder } from '../../platform/records/encode.ts';
import { organizationErrors } from '../errors.ts';

export type MemberRow = Row & {
  organization_id: string;
  id: string;
  status: 'INVITED' | 'ACTIVE' | 'REMOVED';
  email: string | null;
  name: string | null;
  role: string;
  sequence: number;
};

export const memberColumns: readonly FieldColumn[] = [
  ['id', 'id', 'text'],
  ['userID', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['email', 'email', 'text'],
  ['role', 'role', 'text'],
  ['status', 'status', 'text'],
  ['joinOrganizationTime', 'join_time', 'time', 'nullable'],
  ['invitedBy', 'invited_by', 'text'],
  ['invitationExpireTime', 'invitation_expire_time', 'time'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
];
const once = memberColumns.filter(([field]) => field !== 'userID');
export const memberColumnList = `${columnList(once, 'm')}, m.sequence`;

export const encodeMember = recordEncoder(memberColumns);

export const selectMember = (scope: OrgScope, id: string): Statement => ({
  name: 'select_member',
  text: `SELECT ${memberColumnList} FROM member m
         WHERE m.organization_id = $1 AND m.id = $2 AND m.status <> 'REMOVED'`,
  values: [scope.organizationId, id],
});

/** @throws 404 */
export async function findMember(scope: OrgTransaction, id: string): Promise<MemberRow> {
  const [row] = await scope.query<MemberRow>(selectMember(scope, id));
  if (!row) throw organizationErrors.member_not_found();
  return row;
}

export const selectMembersByEmail = (scope: OrgScope, email: string): Statement => ({
  name: 'select_members_by_email',
  text: `SELECT ${memberColumnList} FROM member m
         WHERE m.organization_id = $1 AND m.email = $2 AND m.status <> 'REMOVED'`,
  values: [scope.organizationId, email],
});

/** Whether the organization has an ADMIN beside this one. */
export async function hasAnotherAdmin(scope: OrgTransaction, id: string): Promise<boolean> {
  const [row] = await scope.query<{ found: boolean }>({
    name: 'has_another_admin',
    text: `SELECT EXISTS (SELECT FROM member m WHERE m.organization_id = $1 AND m.role = 'ADMIN'
             AND m.status = 'ACTIVE' AND m.id <> $2) AS found`,
    values: [scope.organizationId, id],
  });
  return row?.found ?? false;
}

export type Invitation = {
  id: string;
  email: string;
  name: string | null;
  role: string;
  tokenHash: Buffer;
  expiresAt: Date;
};

/** Writes a new invitation, or renews the one that its identifier says. */
export const upsertInvitation = (scope: OrgScope, invitation: Invitation): Statement => ({
  name: 'upsert_invitation',
  text: `INSERT INTO member AS m (organization_id, id, status, email, name, role, token_hash,
           invitation_expire_time, invited_by, sequence, creation_time, last_update_time)
         VALUES ($1, $2, 'INVITED', $3, $4, $5, $6, $7, $8, 1, $9, $9)
         ON CONFLICT (organization_id, id) DO UPDATE SET name = EXCLUDED.name, role = EXCLUDED.role,
           token_hash = EXCLUDED.token_hash, invitation_expire_time = EXCLUDED.invitation_expire_time,
           invited_by = EXCLUDED.invited_by, last_update_time = EXCLUDED.last_update_time,
           sequence = m.sequence + 1
         RETURNING ${memberColumnList}`,
  values: [
    scope.organizationId,
    invitation.id,
    invitation.email,
    invitation.name,
    invitation.role,
    invitation.tokenHash,
    invitation.expiresAt,
    scope.actor.id,
    scope.now,
  ],
});

export const setInvitedRole = (scope: OrgScope, id: string, role: string): Statement => ({
  name: 'set_invited_role',
  text: `UPDATE member SET role = $3 WHERE organization_id = $1 AND id = $2 AND status = 'INVITED'`,
  values: [scope.organizationId, id, role],
});

export const deleteInvitation = (scope: OrgScope, id: string): Statement => ({
  name: 'delete_invitation',
  text: `DELETE FROM member WHERE organization_id = $1 AND id = $2 AND status = 'INVITED'`,
  values: [scope.organizationId, id],
});

/** Makes a person a member, as the system; no row when it is one already. */
export const grantPerson = (
  scope: Pick<OrgScope, 'organizationId' | 'now'>,
  personId: string,
  role: string,
): Statement => ({
  name: 'grant_person',
  text: `INSERT INTO principal_grant (organization_id, principal_id, principal_type, role, creation_time)
         VALUES ($1, $2, 'USER', $3, $4) ON CONFLICT DO NOTHING RETURNING principal_id`,
  values: [scope.organizationId, personId, role, scope.now],
});

/** Changes the grant, and with it the member (the triggers of 0010_members.sql). */
export const changeGrant = (id: string, role: string): Statement => ({
  name: 'change_member_role',
  text: 'SELECT change_member_role($1, $2)',
  values: [id, role],
});

export const endGrant = (id: string): Statement => ({
  name: 'end_membership',
  text: 'SELECT end_membership($1)',
  values: [id],
});

/** Counts one more event of the member, and answers the row as it is then. */
export async function countMemberEvent(scope: OrgTransaction, id: string): Promise<MemberRow> {
  const [row] = await scope.query<MemberRow>({
    name: 'count_member_event',
    text: `UPDATE member AS m SET sequence = m.sequence + 1, last_update_time = $3
           WHERE m.organization_id = $1 AND m.id = $2 RETURNING ${memberColumnList}`,
    values: [scope.organizationId, id, scope.now],
  });
  return row as MemberRow;
}

export const memberEvent = (
  scope: OrgScope,
  action: 'CREATE' | 'ADD' | 'UPDATE' | 'DELETE',
  row: MemberRow,
  before?: MemberRow,
): Statement =>
  recordEvent(scope, {
    entityType: 'USER',
    entityId: row.id,
    sequence: row.sequence,
    action,
    payload: encodeMember(row),
    before: before && encodeMember(before),
  });
