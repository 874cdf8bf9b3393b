import { createHash } from 'node:crypto';
import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement, insertInto } from '../../platform/database/define-statement.ts';
import { mustChange } from '../../platform/database/must-change.ts';
import type { RowOf, ValuesFor } from '../../platform/database/rows.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import {
  type ColumnsOf,
  columnList,
  type FieldsIn,
  narrowRecord,
  recordEncoder,
} from '../../platform/records/encode.ts';
import { organizationErrors } from '../errors.ts';
import type { MemberStatus } from './records.ts';

export const memberColumns = [
  ['id', 'id', 'text'],
  ['userID', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['email', 'email', 'text'],
  ['role', 'role', 'text'],
  ['channelPartnerId', 'channel_partner_id', 'text'],
  ['status', 'status', 'text'],
  ['joinOrganizationTime', 'join_time', 'time', 'nullable'],
  ['invitedBy', 'invited_by', 'text'],
  ['invitationExpireTime', 'invitation_expire_time', 'time'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'member'>;

/** A member or an invitation. REMOVED: the membership has ended; only the event has this status. */
export type MemberRow = RowOf<
  'member',
  ColumnsOf<typeof memberColumns> | 'sequence',
  { status: MemberStatus | 'REMOVED' }
>;

const once = memberColumns.filter(([field]) => field !== 'userID');
export const memberColumnList = `${columnList(once, 'm')}, m.sequence`;

export const encodeMember = recordEncoder(memberColumns);
/** Encodes some fields of a member, with the required columns. */
export const narrowMember = (fields: readonly string[]) => narrowRecord(memberColumns, fields);

export const selectMember = (scope: OrgScope, id: string): Statement => ({
  name: 'select_member',
  text: `SELECT ${memberColumnList} FROM member m
         WHERE m.organization_id = $1 AND m.id = $2 AND m.status <> 'REMOVED'`,
  values: [scope.organizationId, id],
});

/**
 * Finds a member or an invitation.
 * @throws 404 for an unknown id
 */
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

/** Reads whether the organization has another ADMIN. */
export async function hasAnotherAdmin(scope: OrgTransaction, id: string): Promise<boolean> {
  const [row] = await scope.query<{ found: boolean }>({
    name: 'has_another_admin',
    text: `SELECT EXISTS (SELECT FROM member m WHERE m.organization_id = $1 AND m.role = 'ADMIN'
             AND m.channel_partner_id IS NULL AND m.status = 'ACTIVE' AND m.id <> $2) AS found`,
    values: [scope.organizationId, id],
  });
  return row?.found ?? false;
}

type Invitation = ValuesFor<
  'member',
  'id' | 'email' | 'name' | 'role' | 'channel_partner_id' | 'token_hash' | 'invitation_expire_time'
>;

const upsert = defineStatement(
  'upsert_invitation',
  {
    member: columns('member', [
      'organization_id',
      'id',
      'email',
      'name',
      'role',
      'channel_partner_id',
      'token_hash',
      'invitation_expire_time',
      'invited_by',
      'creation_time',
    ]),
  },
  ({ member }) =>
    `${member.insert({ status: "'INVITED'", sequence: '1', last_update_time: member.at.creation_time }, 'm')}
     ON CONFLICT (organization_id, id) DO UPDATE SET name = EXCLUDED.name, role = EXCLUDED.role,
       channel_partner_id = EXCLUDED.channel_partner_id, token_hash = EXCLUDED.token_hash, invitation_expire_time = EXCLUDED.invitation_expire_time,
       invited_by = EXCLUDED.invited_by, last_update_time = EXCLUDED.last_update_time,
       sequence = m.sequence + 1
     RETURNING ${memberColumnList}`,
);

/** Writes a new invitation, or renews the invitation with the same id. */
export const upsertInvitation = (scope: OrgScope, invitation: Invitation): Statement =>
  upsert({
    member: {
      ...invitation,
      organization_id: scope.organizationId,
      invited_by: scope.actor.id,
      creation_time: scope.now,
    },
  });

export const changeInvitation = (
  scope: OrgScope,
  id: string,
  role: string,
  boundTo: string | null,
): Statement =>
  mustChange({
    name: 'change_invitation',
    text: `UPDATE member SET role = $3, channel_partner_id = $4
         WHERE organization_id = $1 AND id = $2 AND status = 'INVITED'`,
    values: [scope.organizationId, id, role, boundTo],
  });

export const deleteInvitation = (scope: OrgScope, id: string): Statement =>
  mustChange({
    name: 'delete_invitation',
    text: `DELETE FROM member WHERE organization_id = $1 AND id = $2 AND status = 'INVITED'`,
    values: [scope.organizationId, id],
  });

/** The written revision is a placeholder: a trigger assigns the next one. */
const insertGrant = insertInto(
  'grant_person',
  'principal_grant',
  ['organization_id', 'principal_id', 'role', 'creation_time'],
  {
    others: { principal_type: "'USER'", revision: '0' },
    after: 'ON CONFLICT DO NOTHING RETURNING principal_id',
  },
);

/** Adds a person as a member, as the system. Returns no row when the person is already a member. */
export const grantPerson = (
  scope: Pick<OrgScope, 'organizationId' | 'now'>,
  personId: string,
  role: string,
): Statement =>
  insertGrant({
    organization_id: scope.organizationId,
    principal_id: personId,
    role,
    creation_time: scope.now,
  });

/** Changes the role in the grant; triggers change the member (0010_members.sql). */
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

/**
 * Increments the event count of the member.
 * @returns the updated row
 */
export async function countMemberEvent(scope: OrgTransaction, id: string): Promise<MemberRow> {
  const [row] = await scope.query<MemberRow>({
    name: 'count_member_event',
    text: `UPDATE member AS m SET sequence = m.sequence + 1, last_update_time = $3
           WHERE m.organization_id = $1 AND m.id = $2 RETURNING ${memberColumnList}`,
    values: [scope.organizationId, id, scope.now],
  });
  return row as MemberRow;
}

export const { record: recordMember } = createEntityEvents<MemberRow, 'CREATE' | 'ADD' | 'UPDATE' | 'DELETE'>(
  'USER',
  encodeMember,
);

/** Hashes a token. A token of 256 random bits cannot be guessed, so a fast hash is enough. */
export const hashInvitation = (token: string): Buffer => createHash('sha256').update(token).digest();
