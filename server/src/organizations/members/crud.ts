import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { errors } from '../../platform/errors.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { type Answer, route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { narrowingParameters, severalOf } from '../../platform/lists/narrowing.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { fieldNames } from '../../platform/records/encode.ts';
import { lockMembers, requireGrantable } from '../authority.ts';
import { bindingFrom, bindPrincipal } from '../binding.ts';
import { toEmail } from '../email-domains.ts';
import { organizationErrors } from '../errors.ts';
import {
  answer,
  last_admin,
  list,
  type MemberDeps,
  member_not_found,
  memberExample,
  ofMember,
  one,
  requireNoMoreThan,
  requireOwnDomain,
  toRole,
} from './command.ts';
import { MemberStatus, OrganizationMember, UpdateMemberParams } from './records.ts';
import {
  changeGrant,
  changeInvitation,
  countMemberEvent,
  deleteInvitation,
  encodeMember,
  endGrant,
  findMember,
  hasAnotherAdmin,
  type MemberRow,
  memberColumns,
  narrowMember,
  recordMember,
  selectMember,
} from './store.ts';

async function changeMember(
  { channelPartners: partners }: Pick<MemberDeps, 'channelPartners'>,
  scope: OrgTransaction,
  id: string,
  params: UpdateMemberParams,
): Promise<Answer> {
  const authority = await lockMembers(scope, 'members:write');
  const before = await findMember(scope, id);
  await requireNoMoreThan(scope, authority, before);
  const role = toRole(params.role || before.role);
  const given = params.channelPartnerId;
  const boundTo = await bindingFrom(scope, { authority, partners }, given, before.channel_partner_id);
  if (role !== before.role) await requireGrantable(scope, authority, role);
  if (boundTo === null && before.channel_partner_id !== null)
    requireOwnDomain(before.email ?? '', authority, '/channelPartnerId');
  if (role !== before.role || boundTo !== before.channel_partner_id) {
    if (role !== before.role || boundTo !== null) await requireAdminStays(scope, before);
    await writePlace(scope, before, role, boundTo);
  }
  const row = await countMemberEvent(scope, id);
  await scope.query(recordMember(scope, 'UPDATE', row, before));
  return answer(row);
}

async function writePlace(scope: OrgTransaction, before: MemberRow, role: string, boundTo: string | null) {
  const { id, status } = before;
  if (status === 'INVITED') {
    await scope.query(changeInvitation(scope, id, role, boundTo));
    return;
  }
  if (role !== before.role) await scope.query(changeGrant(id, role));
  if (boundTo !== before.channel_partner_id) await scope.query(bindPrincipal(id, boundTo));
}

/** Ends a membership, or withdraws an invitation. */
async function removeMember(scope: OrgTransaction, id: string): Promise<Answer> {
  const authority = await lockMembers(scope, 'members:write');
  const before = await findMember(scope, id);
  await requireNoMoreThan(scope, authority, before);
  return end(scope, before);
}

/** Removes the caller from the organization. The caller only needs the permission to read the organization. */
async function leaveOrganization(scope: OrgTransaction): Promise<Answer> {
  const { organization } = await lockMembers(scope);
  if (organization.status !== 'ACTIVE') throw errors.organization_suspended();
  return end(scope, await findMember(scope, scope.actor.id));
}

async function end(scope: OrgTransaction, before: MemberRow): Promise<Answer> {
  await requireAdminStays(scope, before);
  const { sequence } = await countMemberEvent(scope, before.id);
  await scope.query(before.status === 'INVITED' ? deleteInvitation(scope, before.id) : endGrant(before.id));
  const after: MemberRow = { ...before, status: 'REMOVED', sequence };
  await scope.query(recordMember(scope, 'DELETE', after, before));
  return { body: before.id };
}

/**
 * Requires that the organization has an ADMIN besides this member.
 * @throws 409 for the last ADMIN
 */
async function requireAdminStays(scope: OrgTransaction, member: MemberRow): Promise<void> {
  if (member.status !== 'ACTIVE' || member.role !== 'ADMIN' || member.channel_partner_id !== null) return;
  if (!(await hasAnotherAdmin(scope, member.id))) throw organizationErrors.last_admin();
}

const listParameters = z.object({
  status: severalOf(MemberStatus, 'Only members in one of these states'),
  role: z.string().max(50).optional().meta({ description: 'Only members with this role' }),
  email: z.string().max(320).optional().meta({ description: 'Only the member with this address' }),
  ...narrowingParameters(
    'Part of the name or e-mail address, in any letter case, or the start of the id.',
    fieldNames(memberColumns),
  ),
  ...pageParameters(),
});

export const listMembersRoute = route({
  ...list,
  method: 'GET',
  operationId: 'listMembers',
  summary: 'List members and invitations',
  description: 'In order of creation time and id.',
  access: 'members:read',
  query: listParameters,
  response: z.array(OrganizationMember),
  responseDescription: 'The members',
  responseExample: [memberExample],
  run: {
    kind: 'batch',
    batch: (scope, request) => {
      const { status, role, email } = request.query;
      return listBatch(scope, request, {
        table: 'member',
        columns: memberColumns.map(([, column]) => column),
        filters: { status, role, email: email && (toEmail(email) ?? email) },
        hiddenStatus: 'REMOVED',
        encode: encodeMember,
        slim: narrowMember,
        // A quota limits the number of members, so a search may compare every member.
        searched: { within: ['name', 'email'] },
      });
    },
  },
});

export const getMemberRoute = readRoute({
  ...one,
  ...ofMember,
  operationId: 'getMember',
  summary: 'Get a member or an invitation',
  access: 'members:read',
  select: (scope, { userId }) => selectMember(scope, userId),
  notFound: member_not_found,
  encode: encodeMember,
});

export const updateMemberRoute = (deps: Pick<MemberDeps, 'channelPartners'>) =>
  route({
    ...one,
    ...ofMember,
    method: 'PATCH',
    operationId: 'updateMember',
    condition: { lock: lockRows(['organization']) },
    summary: 'Change the role of a member or of an invitation',
    description:
      'Applies from the member’s next request. The last ADMIN keeps that role. `channelPartnerId` binds a ' +
      'member to a channel partner, so that the member can use only the partner portal; null removes the binding.',
    access: 'members:write',
    body: UpdateMemberParams,
    requiredFields: ['role'],
    example: { role: 'EDITOR' },
    errors: [member_not_found.definition, last_admin.definition, deps.channelPartners.missing],
    run: {
      kind: 'transaction',
      handle: (scope, { params, body }) => changeMember(deps, scope, params.userId, body),
    },
  });

export const removeMemberRoute = route({
  ...one,
  method: 'DELETE',
  operationId: 'removeMember',
  condition: { lock: lockRows(['organization']) },
  summary: 'Remove a member, or withdraw an invitation',
  description: 'Applies from the member’s next request. The last ADMIN cannot be removed.',
  access: 'members:write',
  response: z.string(),
  responseDescription: 'The identifier of the member',
  errors: [member_not_found.definition, last_admin.definition],
  run: {
    kind: 'transaction',
    handle: (scope, { params }) => removeMember(scope, params.userId),
  },
});

export const leaveOrganizationRoute = route({
  method: 'POST',
  path: '/org/{orgId}/leave',
  operationId: 'leaveOrganization',
  group: 'Organization',
  summary: 'Leave the organization',
  description: 'Ends the caller’s own membership. The last ADMIN cannot leave. API clients are not members.',
  access: 'organization:read',
  response: z.string(),
  responseDescription: 'The identifier of the member',
  errors: [member_not_found.definition, last_admin.definition],
  run: { kind: 'transaction', handle: leaveOrganization },
});
