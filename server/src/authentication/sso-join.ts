import type { Transaction } from '../platform/database/statement.ts';
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

/** The error for a user who was authenticated by the provider but may not join. The message is shown to the user. */
export class JoinRefused extends Error {
  override readonly name = 'JoinRefused';
}

/**
 * Adds a user as a member of an organization, with an event, unless the user is already a member. Runs in the system
 * role.
 */
export type Join = (
  queryable: Transaction,
  membership: {
    organizationId: string;
    person: { id: string; email: string; name: string | undefined };
    role: string;
  },
) => Promise<void>;

export type AdmitDeps = { newId: NewId; now: () => Date; join: Join };

/**
 * Finds or creates the user of a provider's sign-in, and adds the user as a member of the organization. New members
 * need an address of the organization's domain that the provider has verified.
 * @throws NotAdmitted if these conditions are not met
 */
export async function admit(
  deps: AdmitDeps,
  queryable: Transaction,
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
    throw new JoinRefused('Your organization’s identity provider has not verified your e-mail address.');
  if (config.emailDomain === undefined || !verifiedEmail.endsWith(`@${config.emailDomain}`))
    throw new JoinRefused(
      'You are not a member of the organization, and your e-mail address does not belong to its domain.',
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

async function isMember(queryable: Transaction, organizationId: string, personId: string): Promise<boolean> {
  const rows = await queryable.query({
    name: 'is_member',
    text: 'SELECT role FROM principal_grant WHERE organization_id = $1 AND principal_id = $2',
    values: [organizationId, personId],
  });
  return rows.length > 0;
}

/**
 * Creates an account. Only the provider has verified the address so far. Tradepost verifies the address when the user
 * opens a link.
 */
async function newPerson(
  deps: AdmitDeps,
  queryable: Transaction,
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
  // Without a row, a concurrent sign-in has created the account.
  return made ?? ((await findPersonByEmail(queryable, email)) as Person);
}
