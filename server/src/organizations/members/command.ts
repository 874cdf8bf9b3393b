import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { type Answer, RawJson } from '../../platform/http/route.ts';
import { type Authority, findRole, requireNoMore } from '../authority.ts';
import type { ChannelPartners } from '../binding.ts';
import { mayJoin } from '../email-domains.ts';
import { organizationErrors } from '../errors.ts';
import { OrganizationMember } from './records.ts';
import { encodeMember, type MemberRow } from './store.ts';

export type MemberDeps = {
  baseUrl: () => string;
  randomBytes: (size: number) => Buffer;
  channelPartners: ChannelPartners;
};

export const { member_not_found, member_exists, last_admin, invitation_not_found } = organizationErrors;

export const memberExample = {
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

export const list = { path: '/org/{orgId}/user', group: 'Organization' } as const;
export const one = { path: '/org/{orgId}/user/{userId}', group: 'Organization' } as const;
export const ofMember = {
  response: OrganizationMember,
  responseDescription: 'The member',
  responseExample: memberExample,
} as const;

export const answer = (row: MemberRow): Answer => ({ body: new RawJson(encodeMember(row)) });

/** Roles are stored in upper case and accepted in any letter case. */
export const toRole = (given: string): string => given.trim().toUpperCase();

/**
 * Requires an address of the organization's domain; people of channel partners are exempt.
 * @throws 400 for another domain
 */
export function requireOwnDomain(email: string, { organization }: Authority, pointer: string): void {
  if (mayJoin(email, organization.email_domain)) return;
  const message =
    pointer === '/email'
      ? `must be an address of ${organization.email_domain}, the organization’s domain`
      : `cannot be removed: the member’s address is not of ${organization.email_domain}, the organization’s domain`;
  throw invalid([{ pointer, message }]);
}

/** Requires that the caller has every permission of the member. A deleted role has no permissions. */
export const requireNoMoreThan = async (scope: OrgTransaction, authority: Authority, member: MemberRow) =>
  requireNoMore(authority, (await findRole(scope, member.role)) ?? []);
