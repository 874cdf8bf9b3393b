import { recordEvent } from '../platform/events.ts';
import type { NewId } from '../platform/ids.ts';
import type { Queryable } from '../platform/statement.ts';
import {
  findPersonByEmail,
  findPersonByIdentity,
  insertIdentity,
  insertPerson,
  type Person,
} from './person-store.ts';
import type { SsoConfig } from './sso-config.ts';
import type { ProviderIdentity } from './sso-provider.ts';

/** Why a person that the provider knows does not come in; in words for that person. */
export class NotAdmitted extends Error {
  override readonly name = 'NotAdmitted';
}

/** Makes a person a member of an organization, with an event, unless it is one. As the system. */
export type Join = (
  queryable: Queryable,
  membership: {
    organizationId: string;
    person: { id: string; email: string; name: string | undefined };
    role: string;
  },
) => Promise<void>;

export type AdmitDeps = { newId: NewId; now: () => Date; join: Join };

/**
 * The person behind a provider's sign-in, as a member of the organization. Whoever is not a member yet needs an
 * address of the organization's domain that the provider has verified. @throws NotAdmitted
 */
export async function admit(
  deps: AdmitDeps,
  queryable: Queryable,
  config: SsoConfig,
  identity: ProviderIdentity,
): Promise<Person> {
  const { issuer, subject, verifiedEmail } = identity;
  const known =
    (await findPersonByIdentity(queryable, issuer, subject)) ??
    (verifiedEmail === undefined ? undefined : await findPersonByEmail(queryable, verifiedEmail));
  if (known && (await isMember(queryable, config.organizationId, known.id))) {
    await queryable.query(insertIdentity({ issuer, subject, personId: known.id }, deps.now()));
    return known;
  }
  if (verifiedEmail === undefined)
    throw new NotAdmitted('Your organization’s sign-in did not vouch for your e-mail address.');
  if (config.emailDomain === undefined || !verifiedEmail.endsWith(`@${config.emailDomain}`))
    throw new NotAdmitted(
      'Your e-mail address is not one of the organization’s domain, and you are no member of it.',
    );
  const person = known ?? (await newPerson(deps, queryable, identity, verifiedEmail));
  await queryable.query(insertIdentity({ issuer, subject, personId: person.id }, deps.now()));
  const { id, email, name } = person;
  await deps.join(queryable, {
    organizationId: config.organizationId,
    person: { id, email, name },
    role: config.defaultRole,
  });
  return person;
}

async function isMember(queryable: Queryable, organizationId: string, personId: string): Promise<boolean> {
  const rows = await queryable.query({
    name: 'is_member',
    text: 'SELECT role FROM principal_grant WHERE organization_id = $1 AND principal_id = $2',
    values: [organizationId, personId],
  });
  return rows.length > 0;
}

/** The address is the provider's word and not ours: it counts as verified once the person follows a link of ours. */
async function newPerson(
  deps: AdmitDeps,
  queryable: Queryable,
  { name }: ProviderIdentity,
  email: string,
): Promise<Person> {
  const person = {
    id: deps.newId('usr'),
    email,
    name,
    passwordHash: undefined,
    emailVerifiedAt: undefined,
  };
  const made = await insertPerson(queryable, person, deps.now());
  // Made by another sign-in at this moment.
  return made ?? ((await findPersonByEmail(queryable, email)) as Person);
}

/** The join of this slice: the grant, and the event that says so. */
export const createJoin =
  (deps: { newId: NewId; now: () => Date }): Join =>
  async (queryable, { organizationId, person, role }) => {
    const [joined] = await queryable.query<{
      environment: string;
      clock_offset_ms: number;
      sequence: number;
    }>({
      name: 'join_organization',
      text: `WITH joined AS (
               INSERT INTO principal_grant (organization_id, principal_id, principal_type, role, creation_time)
               VALUES ($1, $2, 'USER', $3, $4) ON CONFLICT (organization_id, principal_id) DO NOTHING
               RETURNING organization_id)
             SELECT o.environment, o.clock_offset_ms, (
               SELECT coalesce(max(e.sequence), 0) + 1 FROM event e
               WHERE e.organization_id = $1 AND e.entity_type = 'MEMBER' AND e.entity_id = $2) AS sequence
             FROM joined j JOIN organization o ON o.organization_id = j.organization_id`,
      values: [organizationId, person.id, role, deps.now()],
    });
    if (!joined) return;
    const wallNow = deps.now();
    const scope = {
      organizationId,
      environment: joined.environment,
      actor: { type: 'USER', ...person },
      permissions: new Set<string>(),
      requestId: deps.newId('req'),
      wallNow,
      now: new Date(wallNow.getTime() + joined.clock_offset_ms),
      newId: deps.newId,
    } as const;
    const { id, email, name } = person;
    await queryable.query(
      recordEvent(scope, {
        entityType: 'MEMBER',
        entityId: id,
        sequence: joined.sequence,
        action: 'CREATE',
        payload: JSON.stringify({ userID: id, userEmail: email, userName: name, userRole: role }),
      }),
    );
  };
