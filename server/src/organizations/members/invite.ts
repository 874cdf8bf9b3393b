import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { type Answer, route } from '../../platform/http/route.ts';
import { composeMail } from '../../platform/mail/layout.ts';
import { type Mail, queueMail } from '../../platform/mail/outbox.ts';
import { lockMembers, requireGrantable } from '../authority.ts';
import { bindingFrom } from '../binding.ts';
import { toEmail } from '../email-domains.ts';
import { organizationErrors } from '../errors.ts';
import { roleInWords } from '../roles/permissions.ts';
import {
  answer,
  list,
  type MemberDeps,
  member_exists,
  ofMember,
  requireNoMoreThan,
  requireOwnDomain,
  toRole,
} from './command.ts';
import { InviteMemberParams } from './records.ts';
import {
  hashInvitation,
  type MemberRow,
  recordMember,
  selectMembersByEmail,
  upsertInvitation,
} from './store.ts';

/** Invites a person, or renews the invitation, which revokes the token of an earlier mail. */
async function inviteMember(
  deps: MemberDeps,
  scope: OrgTransaction,
  params: InviteMemberParams,
): Promise<Answer> {
  const authority = await lockMembers(scope, 'members:write');
  const email = requireAddress(params.email);
  const role = toRole(params.role || 'VIEWER');
  await requireGrantable(scope, authority, role);
  const [before] = await scope.query<MemberRow>(selectMembersByEmail(scope, email));
  if (before?.status === 'ACTIVE') throw organizationErrors.member_exists();
  if (before) await requireNoMoreThan(scope, authority, before);
  const boundTo = await bindingFrom(
    scope,
    { authority, partners: deps.channelPartners },
    params.channelPartnerId,
    before?.channel_partner_id ?? null,
  );
  if (boundTo === null) requireOwnDomain(email, authority, '/email');
  const token = deps.randomBytes(32).toString('base64url');
  const invitation = {
    id: before?.id ?? scope.newId('inv'),
    email,
    name: params.name || before?.name || null,
    role,
    channel_partner_id: boundTo,
    token_hash: hashInvitation(token),
    invitation_expire_time: new Date(scope.wallNow.getTime() + invitationLifetimeMs),
  };
  const [row] = (await scope.query<MemberRow>(upsertInvitation(scope, invitation))) as [MemberRow];
  const mail = invitationMail({
    email,
    role: boundTo === null ? role : undefined,
    token,
    baseUrl: deps.baseUrl(),
    organization: authority.organization.name,
    invitedBy: scope.actor.name ?? scope.actor.email,
  });
  await scope.query(queueMail({ ...mail, id: scope.newId('mail'), now: scope.wallNow }));
  await scope.query(recordMember(scope, before ? 'UPDATE' : 'CREATE', row, before));
  return answer(row);
}

function requireAddress(given: string): string {
  const email = toEmail(given);
  if (!email) throw invalid([{ pointer: '/email', message: 'must be an e-mail address' }]);
  return email;
}

/** Time during which an invitation can be accepted. */
const invitationLifetimeMs = 7 * 24 * 3_600_000;

/** The mail with the invitation link. */
function invitationMail(invitation: {
  email: string;
  organization: string;
  /** Absent for people of a channel partner, where the role has no effect. */
  role: string | undefined;
  invitedBy: string | undefined;
  token: string;
  baseUrl: string;
}): Mail {
  const organization = invitation.organization.replaceAll(/\s+/g, ' ');
  const { role } = invitation;
  const by = invitation.invitedBy?.replaceAll(/\s+/g, ' ');
  const what = role === undefined ? `the partner portal of ${organization}` : organization;
  return {
    to: [invitation.email],
    subject: `Invitation to ${organization}`,
    ...composeMail({
      heading: `Join ${organization}`,
      paragraphs: [`${by ? `${by} invites you` : 'You are invited'} to join ${what} on Tradepost.`],
      facts: [
        { name: 'Organization', value: organization },
        ...(role === undefined ? [] : [{ name: 'Role', value: roleInWords(role) }]),
        { name: 'Your sign-in address', value: invitation.email },
      ],
      button: {
        label: 'Accept the invitation',
        url: `${invitation.baseUrl}/invitation?token=${invitation.token}`,
      },
      notes: ['The invitation can be used once, within 7 days. If you did not expect it, ignore this mail.'],
      footer: {
        text: `You receive this mail because ${by ?? 'an administrator'} entered your address in the list of members of ${organization}.`,
      },
    }),
  };
}

export const inviteMemberRoute = (deps: MemberDeps) =>
  route({
    ...list,
    ...ofMember,
    method: 'POST',
    operationId: 'inviteMember',
    quota: 'members',
    summary: 'Invite a person by e-mail',
    description:
      'The mail contains a token that can be used once, within 7 days. Inviting the same address again ' +
      'renews the invitation. The role must not exceed the permissions of the caller. With `channelPartnerId` ' +
      'the person belongs to a channel partner and can use only the partner portal.',
    access: 'members:write',
    body: InviteMemberParams,
    example: { email: 'ann@example.com', role: 'EDITOR' },
    errors: [member_exists.definition, deps.channelPartners.missing],
    run: { kind: 'transaction', handle: (scope, { body }) => inviteMember(deps, scope, body) },
  });
