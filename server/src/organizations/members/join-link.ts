import type { RowOf } from '../../platform/database/rows.ts';
import type { Queryable, Transaction } from '../../platform/database/statement.ts';
import { errors } from '../../platform/errors.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Person } from '../access.ts';
import { mayJoin } from '../email-domains.ts';
import { organizationErrors } from '../errors.ts';
import type { Role } from '../roles/permissions.ts';
import { addMember, type LockedOrganization, lockedColumns } from './join.ts';
import { hashInvitation } from './store.ts';

/**
 * The path of a join link. Opening the link has no effect, because programs that preview links also open it.
 */
export const joinPath = '/join';

/** Time during which a join link can be used. */
export const joinLinkLifetimeMs = 3_600_000;

export type NewJoinLink = { organizationId: string; role: Role; now: Date };

/**
 * Creates a link with which the first user becomes a member, as the system. The operator uses it if the
 * person's address is unknown. Deletes the organization's expired links.
 * @returns path and query of the link; only a hash of its token is stored
 */
export async function createJoinLink(
  { query }: Queryable,
  { newId, random }: { newId: NewId; random: (size: number) => Buffer },
  { organizationId, role, now }: NewJoinLink,
): Promise<string> {
  const token = `tpj_${random(32).toString('base64url')}`;
  await query({
    name: 'drop_old_join_links',
    text: 'DELETE FROM join_link WHERE organization_id = $1 AND expire_time <= $2',
    values: [organizationId, now],
  });
  await query({
    name: 'insert_join_link',
    text: `INSERT INTO join_link (organization_id, join_link_id, token_hash, role, creation_time, expire_time)
           VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [
      organizationId,
      newId('jln'),
      hashInvitation(token),
      role,
      now,
      new Date(now.getTime() + joinLinkLifetimeMs),
    ],
  });
  return `${joinPath}?token=${token}`;
}

/**
 * The same error for an unknown, used or expired link, so that the response does not reveal which is the case.
 */
const none = () =>
  organizationErrors.invitation_not_found(
    'The link is unknown, was used, or has expired. Links are valid for one hour.',
  );

const good = `l.token_hash = $1 AND l.expire_time > clock_timestamp()`;

/**
 * Finds a join link by its token.
 * @throws 404 for an invalid token
 */
export async function findJoinLink(
  queryable: Transaction,
  token: string,
): Promise<{ role: string; organization: string }> {
  const [row] = await queryable.query<RowOf<'join_link', 'role'> & { organization: string }>({
    name: 'read_join_link',
    text: `SELECT l.role, o.name AS organization
           FROM join_link l JOIN organization o ON o.organization_id = l.organization_id AND o.status <> 'DELETED'
           WHERE ${good}`,
    values: [hashInvitation(token)],
  });
  if (!row) throw none();
  return row;
}

/**
 * Adds a person as a member by a join link, as the system, and deletes the link.
 * @throws 404 for an unknown, used or expired link; 409 for a member; 403 when the organization does not
 * accept the person's address
 */
export async function takeJoinLink(
  queryable: Transaction,
  person: Person,
  context: { token: string; newId: NewId; requestId: string },
): Promise<void> {
  const tokenHash = hashInvitation(context.token);
  // Locks the organization first, like every change of members, so that a second request finds the link used.
  const [organization] = await queryable.query<LockedOrganization>({
    name: 'lock_joined_by_link',
    text: `SELECT ${lockedColumns} FROM organization o
           WHERE o.organization_id = (SELECT l.organization_id FROM join_link l WHERE ${good})
             AND o.status <> 'DELETED' FOR NO KEY UPDATE`,
    values: [tokenHash],
  });
  if (!organization) throw none();
  const [link] = await queryable.query<RowOf<'join_link', 'role'>>({
    name: 'take_join_link',
    text: `DELETE FROM join_link l WHERE ${good} AND l.organization_id = $2 RETURNING l.role`,
    values: [tokenHash, organization.organization_id],
  });
  if (!link) throw none();
  if (organization.status !== 'ACTIVE') throw errors.organization_suspended();
  if (!mayJoin(person.email, organization.email_domain))
    throw errors.forbidden('The organization requires an e-mail address of another domain.');
  const { newId, requestId } = context;
  const row = await addMember(queryable, { newId, requestId }, organization, { person, role: link.role });
  if (!row) throw organizationErrors.member_exists();
}
