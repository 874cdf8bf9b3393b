import type { Transacting } from '../platform/database/statement.ts';
import type { NewId } from '../platform/ids.ts';
import {
  findPersonByEmail,
  findPersonByIdentity,
  insertIdentity,
  insertPerson,
  type Person,
} from './person-store.ts';
import type { SsoConfig } from './sso-config.ts';
import type { ProviderIdentity } from './sso-provider.ts';

/** The error that says why a person whom the provider knows does not come in; in words for that person. */
export class NotAdmitted extends Error {
  override readonly name = 'NotAdmitted';
}

/** Makes a person a member of an organization, with an event, unless it is one. As the system. */
export type Join = (
  queryable: Transacting,
  membership: {
    organizationId: string;
    person: { id: string; email: string; name: string | undefined };
    role: string;
  },
) => Promise<void>;

export type AdmitDeps = { newId: NewId; now: () => Date; join: Join };

/**
 * Makes the person behind a provider's sign-in a member of the organization. Whoever is not a member yet needs an
 * address of the organization's domain that the provider has verified. @throws NotAdmitted
 */
export async function admit(
  deps: AdmitDeps,
  queryable: Transacting,
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

async function isMember(queryable: Transacting, organizationId: string, personId: string): Promise<boolean> {
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
  queryable: Transacting,
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
