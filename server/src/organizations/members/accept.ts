import type { RowOf } from '../../platform/database/rows.ts';
import type { Transaction } from '../../platform/database/statement.ts';
import { errors } from '../../platform/errors.ts';
import { type Answer, RawJson, route } from '../../platform/http/route.ts';
import type { NewId } from '../../platform/ids.ts';
import { type Person, requirePerson } from '../access.ts';
import { mayJoin } from '../email-domains.ts';
import { organizationErrors } from '../errors.ts';
import { invitation_not_found, member_exists, ofMember } from './command.ts';
import { addMember, type LockedOrganization, lockedColumns } from './join.ts';
import { AcceptInvitationParams } from './records.ts';
import { encodeMember, hashInvitation, type MemberRow, memberColumnList } from './store.ts';

type LockedInvitation = { organization: LockedOrganization; invitation: MemberRow };

/**
 * The same error for an unknown, used, renewed or expired token, so that the response does not reveal which is
 * the case.
 */
const none = () =>
  organizationErrors.invitation_not_found('The invitation is unknown, was used or renewed, or has expired.');

/** The data of the invitation page for a caller with the token. */
export type InvitationDetails = {
  organizationId: string;
  email: string;
  name: string | undefined;
  role: string;
  /** Whether the invitation is to the partner portal, where the role has no effect. */
  isBound: boolean;
  organization: string;
  requiresFactor: boolean;
};

/**
 * Finds an invitation by its token.
 * @throws 404 for an invalid token
 */
export async function findInvitation(queryable: Transaction, token: string): Promise<InvitationDetails> {
  const [row] = await queryable.query<
    RowOf<'member', 'email' | 'name' | 'role', { email: string }> & {
      is_bound: boolean;
      organization_id: string;
      organization: string;
      requires_factor: boolean;
    }
  >({
    name: 'read_invitation',
    text: `SELECT m.email, m.name, m.role, m.channel_partner_id IS NOT NULL AS is_bound, m.organization_id, o.name AS organization,
             o.require_second_factor AS requires_factor
           FROM member m JOIN organization o ON o.organization_id = m.organization_id AND o.status <> 'DELETED'
           WHERE m.token_hash = $1 AND m.status = 'INVITED' AND m.invitation_expire_time > clock_timestamp()`,
    values: [hashInvitation(token)],
  });
  if (!row) throw none();
  const {
    is_bound: isBound,
    requires_factor: requiresFactor,
    organization_id: organizationId,
    ...invited
  } = row;
  return { ...invited, organizationId, isBound, requiresFactor, name: row.name ?? undefined };
}

/**
 * Accepts an invitation, as the system, because an invited person cannot read the organization before the
 * acceptance.
 */
export async function acceptInvitation(
  queryable: Transaction,
  person: Person,
  context: { token: string; newId: NewId; requestId: string },
): Promise<Answer> {
  const { organization, invitation } = await lockInvitation(queryable, hashInvitation(context.token));
  if (invitation.email !== person.email)
    throw errors.forbidden('The invitation was sent to another e-mail address.');
  if (organization.status !== 'ACTIVE') throw errors.organization_suspended();
  if (invitation.channel_partner_id === null && !mayJoin(person.email, organization.email_domain))
    throw errors.forbidden('The organization requires an e-mail address of another domain.');
  const { newId, requestId } = context;
  const joining = { person, role: invitation.role, invitation };
  const row = await addMember(queryable, { newId, requestId }, organization, joining);
  if (!row) throw organizationErrors.member_exists();
  return { body: new RawJson(encodeMember(row)) };
}

/**
 * Locks the organization and then the invitation, the same order as every change of members, to prevent
 * deadlocks.
 */
async function lockInvitation(queryable: Transaction, tokenHash: Buffer): Promise<LockedInvitation> {
  const [organization] = await queryable.query<LockedOrganization>({
    name: 'lock_inviting_organization',
    text: `SELECT ${lockedColumns} FROM organization o
           WHERE o.organization_id = (SELECT m.organization_id FROM member m WHERE m.token_hash = $1)
             AND o.status <> 'DELETED' FOR NO KEY UPDATE`,
    values: [tokenHash],
  });
  if (!organization) throw none();
  const [invitation] = await queryable.query<MemberRow>({
    name: 'lock_invitation',
    text: `SELECT ${memberColumnList} FROM member m
           WHERE m.organization_id = $1 AND m.token_hash = $2 AND m.status = 'INVITED'
             AND m.invitation_expire_time > clock_timestamp() FOR UPDATE`,
    values: [organization.organization_id, tokenHash],
  });
  if (!invitation) throw none();
  return { organization, invitation };
}

export const acceptInvitationRoute = (deps: { newId: NewId }) =>
  route({
    ...ofMember,
    method: 'POST',
    path: '/user/acceptInvitation',
    operationId: 'acceptInvitation',
    group: 'Organization',
    summary: 'Accept an invitation',
    description:
      'The caller must be signed in with the invited address. In an organization with ' +
      '`requireSecondFactor`, the member must then sign in with a second factor.',
    access: 'principal',
    body: AcceptInvitationParams,
    errors: [invitation_not_found.definition, member_exists.definition],
    run: {
      kind: 'plain',
      handle: ({ body, requestId }, { principal, database }) =>
        database.transaction(async (queryable) => {
          const person = await requirePerson(queryable, principal);
          return acceptInvitation(queryable, person, { token: body.token, newId: deps.newId, requestId });
        }, 'system'),
    },
  });
