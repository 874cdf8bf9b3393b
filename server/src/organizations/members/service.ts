import type { OrgTransaction } from '../../platform/access/scope.ts';
import { errors, invalid } from '../../platform/errors.ts';
import { type Answer, RawJson } from '../../platform/http/route.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { type Authority, findRole, lockMembers, requireGrantable, requireNoMore } from '../authority.ts';
import { mayJoin, toEmail } from '../email-domains.ts';
import { organizationErrors } from '../errors.ts';
import { hashInvitation, invitationLifetimeMs, invitationMail } from './invitation.ts';
import type { InviteMemberParams, UpdateMemberParams } from './records.ts';
import {
  changeGrant,
  countMemberEvent,
  deleteInvitation,
  encodeMember,
  endGrant,
  findMember,
  hasAnotherAdmin,
  type MemberRow,
  recordMember,
  selectMembersByEmail,
  setInvitedRole,
  upsertInvitation,
} from './store.ts';

export type MemberDeps = { baseUrl: () => string; randomBytes: (size: number) => Buffer };

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
  const email = requireAddress(params.email, authority);
  const role = toRole(params.role || 'VIEWER');
  await requireGrantable(scope, authority, role);
  const [before] = await scope.query<MemberRow>(selectMembersByEmail(scope, email));
  if (before?.status === 'ACTIVE') throw organizationErrors.member_exists();
  if (before) await requireNoMoreThan(scope, authority, before);
  const token = deps.randomBytes(32).toString('base64url');
  const invitation = {
    id: before?.id ?? scope.newId('inv'),
    email,
    name: params.name || before?.name || null,
    role,
    token_hash: hashInvitation(token),
    invitation_expire_time: new Date(scope.wallNow.getTime() + invitationLifetimeMs),
  };
  const [row] = (await scope.query<MemberRow>(upsertInvitation(scope, invitation))) as [MemberRow];
  const mail = invitationMail({
    email,
    role,
    token,
    baseUrl: deps.baseUrl(),
    organization: authority.organization.name,
    invitedBy: scope.actor.name ?? scope.actor.email,
  });
  await scope.query(queueMail({ ...mail, id: scope.newId('mail'), now: scope.wallNow }));
  await scope.query(recordMember(scope, before ? 'UPDATE' : 'CREATE', row, before));
  return answer(row);
}

function requireAddress(given: string, { organization }: Authority): string {
  const email = toEmail(given);
  const refuse = (message: string) => invalid([{ pointer: '/email', message }]);
  if (!email) throw refuse('must be an e-mail address');
  if (!mayJoin(email, organization.email_domain))
    throw refuse(`must be an address of ${organization.email_domain}, the organization’s domain`);
  return email;
}

/** A role that was deleted allows nothing. */
const requireNoMoreThan = async (scope: OrgTransaction, authority: Authority, member: MemberRow) =>
  requireNoMore(authority, (await findRole(scope, member.role)) ?? []);

export async function changeMember(
  scope: OrgTransaction,
  id: string,
  params: UpdateMemberParams,
): Promise<Answer> {
  const authority = await lockMembers(scope, 'members:write');
  const before = await findMember(scope, id);
  await requireNoMoreThan(scope, authority, before);
  const role = toRole(params.role || before.role);
  if (role !== before.role) {
    await requireGrantable(scope, authority, role);
    await requireAdminStays(scope, before);
    await scope.query(before.status === 'INVITED' ? setInvitedRole(scope, id, role) : changeGrant(id, role));
  }
  const row = await countMemberEvent(scope, id);
  await scope.query(recordMember(scope, 'UPDATE', row, before));
  return answer(row);
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
  if (member.status !== 'ACTIVE' || member.role !== 'ADMIN') return;
  if (!(await hasAnotherAdmin(scope, member.id))) throw organizationErrors.last_admin();
}
