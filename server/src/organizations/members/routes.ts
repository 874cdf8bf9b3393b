import { z } from 'zod';
import { readRoute } from '../../platform/http/read-route.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { route } from '../../platform/http/route.ts';
import type { NewId } from '../../platform/ids.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { narrowingParameters, severalOf } from '../../platform/lists/narrowing.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { fieldNames } from '../../platform/records/encode.ts';
import { requirePerson } from '../access.ts';
import { toEmail } from '../email-domains.ts';
import { organizationErrors } from '../errors.ts';
import { acceptInvitation } from './accept.ts';
import { type InvitationPageDeps, invitationPages } from './invitation-pages.ts';
import { joinPages } from './join-pages.ts';
import {
  AcceptInvitationParams,
  InviteMemberParams,
  MemberStatus,
  OrganizationMember,
  UpdateMemberParams,
} from './records.ts';
import { changeMember, inviteMember, leaveOrganization, type MemberDeps, removeMember } from './service.ts';
import { encodeMember, memberColumns, narrowMember, selectMember } from './store.ts';

const { member_not_found, member_exists, last_admin, invitation_not_found } = organizationErrors;

const listParameters = z.object({
  status: severalOf(MemberStatus, 'Only members in one of these states'),
  role: z.string().max(50).optional().meta({ description: 'Only members of this role' }),
  email: z.string().max(320).optional().meta({ description: 'Only the member with this address' }),
  ...narrowingParameters(
    'It is in the name or the e-mail address, in any letter case, or begins the id.',
    fieldNames(memberColumns),
  ),
  ...pageParameters(),
});

const memberExample = {
  id: 'usr_01m7z53qrwf3raysksbfq2fp2q',
  userID: 'usr_01m7z53qrwf3raysksbfq2fp2q',
  organizationID: 'org_01m7z53qrwf3raysksbfq2fp2q',
  name: 'Ann Lee',
  email: 'ann@example.com',
  role: 'EDITOR',
  status: 'ACTIVE',
  joinOrganizationTime: '2026-12-01T09:00:00.000Z',
  creationTime: '2026-12-01T09:00:00.000Z',
  lastUpdateTime: '2026-12-01T09:00:00.000Z',
};

const list = { path: '/org/{orgId}/user', group: 'Organization' } as const;
const one = { path: '/org/{orgId}/user/{userId}', group: 'Organization' } as const;
const ofMember = {
  response: OrganizationMember,
  responseDescription: 'The member',
  responseExample: memberExample,
} as const;

const readRoutes = [
  route({
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
          // Members are so few that each is compared: a quota says how many.
          searched: { within: ['name', 'email'] },
        });
      },
    },
  }),
  readRoute({
    ...one,
    ...ofMember,
    operationId: 'getMember',
    summary: 'Get a member or an invitation',
    access: 'members:read',
    select: (scope, { userId }) => selectMember(scope, userId),
    missing: member_not_found,
    encode: encodeMember,
  }),
];

const changeRoutes = (deps: Pick<MemberDeps, 'channelPartners'>) => [
  route({
    ...one,
    ...ofMember,
    method: 'PATCH',
    operationId: 'updateMember',
    condition: { lock: lockRows(['organization']) },
    summary: 'Change the role of a member or of an invitation',
    description:
      'Counts from the member’s next request. The last ADMIN keeps its role. `channelPartnerId` binds a member to a ' +
      'channel partner, whose portal is all that it reaches then; null ends that.',
    access: 'members:write',
    body: UpdateMemberParams,
    needed: ['role'],
    example: { role: 'EDITOR' },
    bodyRequired: true,
    errors: [member_not_found.definition, last_admin.definition, deps.channelPartners.missing],
    run: {
      kind: 'transaction',
      handle: (scope, { params, body }) => changeMember(deps, scope, params.userId, body),
    },
  }),
  route({
    ...one,
    method: 'DELETE',
    operationId: 'removeMember',
    condition: { lock: lockRows(['organization']) },
    summary: 'Remove a member, or withdraw an invitation',
    description: 'Counts from the member’s next request. The last ADMIN cannot be removed.',
    access: 'members:write',
    response: z.string(),
    responseDescription: 'The identifier of the member',
    errors: [member_not_found.definition, last_admin.definition],
    run: {
      kind: 'transaction',
      handle: (scope, { params }) => removeMember(scope, params.userId),
    },
  }),
  route({
    method: 'POST',
    path: '/org/{orgId}/leave',
    operationId: 'leaveOrganization',
    group: 'Organization',
    summary: 'Leave the organization',
    description: 'Ends the caller’s own membership. The last ADMIN cannot leave; an API client is no member.',
    access: 'organization:read',
    response: z.string(),
    responseDescription: 'The identifier of the member',
    errors: [member_not_found.definition, last_admin.definition],
    run: { kind: 'transaction', handle: leaveOrganization },
  }),
];

const invitationRoutes = (deps: MemberDeps & { newId: NewId }) => [
  route({
    ...list,
    ...ofMember,
    method: 'POST',
    operationId: 'inviteMember',
    quota: 'members',
    summary: 'Invite somebody by e-mail',
    description:
      'The mail holds a token that is good for 7 days, and once. Inviting the same address again renews the ' +
      'invitation. The role may allow nothing beyond what the caller may do. With `channelPartnerId` somebody of a channel ' +
      'partner’s is invited, who reaches its portal and nothing else.',
    access: 'members:write',
    body: InviteMemberParams,
    example: { email: 'ann@example.com', role: 'EDITOR' },
    bodyRequired: true,
    errors: [member_exists.definition, deps.channelPartners.missing],
    run: { kind: 'transaction', handle: (scope, { body }) => inviteMember(deps, scope, body) },
  }),
  route({
    ...ofMember,
    method: 'POST',
    path: '/user/acceptInvitation',
    operationId: 'acceptInvitation',
    group: 'Organization',
    summary: 'Take up an invitation',
    description:
      'The caller must be signed in with the address that was invited. In an organization with `requireSecondFactor`, the ' +
      'member needs a sign-in with a second factor before anything else.',
    access: 'principal',
    body: AcceptInvitationParams,
    bodyRequired: true,
    errors: [invitation_not_found.definition, member_exists.definition],
    run: {
      kind: 'principal',
      handle: ({ principal, database }, { body, requestId }) =>
        database.transaction(async (queryable) => {
          const person = await requirePerson(queryable, principal);
          return acceptInvitation(queryable, person, { token: body.token, newId: deps.newId, requestId });
        }, 'system'),
    },
  }),
];

export const memberRoutes = (deps: MemberDeps & InvitationPageDeps) => [
  ...readRoutes,
  ...invitationRoutes(deps),
  ...changeRoutes(deps),
  ...invitationPages(deps),
  ...joinPages(deps),
];
