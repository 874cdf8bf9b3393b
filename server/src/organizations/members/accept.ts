import type { RowOf } from '../../platform/database/rows.ts';
import type { Transacting } from '../../platform/database/statement.ts';
import { errors } from '../../platform/errors.ts';
import { type Answer, RawJson } from '../../platform/http/route.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Person } from '../access.ts';
import { mayJoin } from '../email-domains.ts';
import { organizationErrors } from '../errors.ts';
import { hashInvitation } from './invitation.ts';
import { addMember, type LockedOrganization, lockedColumns } from './join.ts';
import { encodeMember, type MemberRow, memberColumnList } from './store.ts';

type Locked = { organization: LockedOrganization; invitation: MemberRow };

/** What an unknown token, a used one, one that was renewed and one that expired are answered alike. */
const none = () =>
  organizationErrors.invitation_not_found(
    'The invitation is not known, was used or renewed, or has expired.',
  );

/** The facts that the page of an invitation shows whoever has its token. */
export type Invited = {
  email: string;
  name: string | undefined;
  role: string;
  /** For a channel partner: the role gives nothing. */
  isBound: boolean;
  organization: string;
  requiresFactor: boolean;
};

/** @throws 404 */
export async function findInvitation(queryable: Transacting, token: string): Promise<Invited> {
  const [row] = await queryable.query<
    RowOf<'member', 'email' | 'name' | 'role', { email: string }> & {
      is_bound: boolean;
      organization: string;
      requires_factor: boolean;
    }
  >({
    name: 'read_invitation',
    text: `SELECT m.email, m.name, m.role, m.channel_partner_id IS NOT NULL AS is_bound, o.name AS organization,
             o.require_second_factor AS requires_factor
           FROM member m JOIN organization o ON o.organization_id = m.organization_id AND o.status <> 'DELETED'
           WHERE m.token_hash = $1 AND m.status = 'INVITED' AND m.invitation_expire_time > clock_timestamp()`,
    values: [hashInvitation(token)],
  });
  if (!row) throw none();
  const { is_bound: isBound, requires_factor: requiresFactor, ...invited } = row;
  return { ...invited, isBound, requiresFactor, name: row.name ?? undefined };
}

/** Takes up an invitation, as the system: who is invited sees nothing of the organization before. */
export async function acceptInvitation(
  queryable: Transacting,
  person: Person,
  context: { token: string; newId: NewId; requestId: string },
): Promise<Answer> {
  const { organization, invitation } = await lockInvitation(queryable, hashInvitation(context.token));
  if (invitation.email !== person.email)
    throw errors.forbidden('The invitation is for another e-mail address.');
  if (organization.status !== 'ACTIVE') throw errors.organization_suspended();
  if (invitation.channel_partner_id === null && !mayJoin(person.email, organization.email_domain))
    throw errors.forbidden('The organization’s members have addresses of another domain by now.');
  const { newId, requestId } = context;
  const joining = { person, role: invitation.role, invitation };
  const row = await addMember(queryable, { newId, requestId }, organization, joining);
  if (!row) throw organizationErrors.member_exists();
  return { body: new RawJson(encodeMember(row)) };
}

/** The organization first, as every change of members has it, so that none waits for the other. */
async function lockInvitation(queryable: Transacting, tokenHash: Buffer): Promise<Locked> {
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
