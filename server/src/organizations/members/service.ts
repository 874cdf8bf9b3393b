import type { OrgTransaction } from '../../platform/access/scope.ts';
import { errors, invalid } from '../../platform/errors.ts';
import { type Answer, RawJson } from '../../platform/http/route.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { type Authority, findRole, lockMembers, requireGrantable, requireNoMore } from '../authority.ts';
import { bindingFrom, bindPrincipal, type ChannelPartners } from '../binding.ts';
import { mayJoin, toEmail } from '../email-domains.ts';
import { organizationErrors } from '../errors.ts';
import { hashInvitation, invitationLifetimeMs, invitationMail } from './invitation.ts';
import type { InviteMemberParams, UpdateMemberParams } from './records.ts';
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
  recordMember,
  selectMembersByEmail,
  upsertInvitation,
} from './store.ts';

export type MemberDeps = {
  baseUrl: () => string;
  randomBytes: (size: number) => Buffer;
  channelPartners: ChannelPartners;
};

const answer = (row: MemberRow): Answer => ({ body: new RawJson(encodeMember(row)) });

/** Roles are written in capitals; they are accepted in any letter case. */
const toRole = (given: string): string => given.trim().toUpperCase();

/** Invites somebody, or renews the invitation: the mail that went out before is worth nothing any more. */
export async function inviteMember(
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

/** Of the organization's own people; those of channel partners have addresses of theirs. @throws 400 */
function requireOwnDomain(email: string, { organization }: Authority, pointer: string): void {
  if (mayJoin(email, organization.email_domain)) return;
  const message =
    pointer === '/email'
      ? `must be an address of ${organization.email_domain}, the organization’s domain`
      : `must stay: the member has no address of ${organization.email_domain}, the organization’s domain`;
  throw invalid([{ pointer, message }]);
}

/** A role that was deleted allows nothing. */
const requireNoMoreThan = async (scope: OrgTransaction, authority: Authority, member: MemberRow) =>
  requireNoMore(authority, (await findRole(scope, member.role)) ?? []);

export async function changeMember(
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
export async function removeMember(scope: OrgTransaction, id: string): Promise<Answer> {
  const authority = await lockMembers(scope, 'members:write');
  const before = await findMember(scope, id);
  await requireNoMoreThan(scope, authority, before);
  return end(scope, before);
}

/** Removes the caller from the organization. Whoever may see it may leave it. */
export async function leaveOrganization(scope: OrgTransaction): Promise<Answer> {
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

/** @throws 409 when the organization has no ADMIN without this one */
async function requireAdminStays(scope: OrgTransaction, member: MemberRow): Promise<void> {
  if (member.status !== 'ACTIVE' || member.role !== 'ADMIN' || member.channel_partner_id !== null) return;
  if (!(await hasAnotherAdmin(scope, member.id))) throw organizationErrors.last_admin();
}
