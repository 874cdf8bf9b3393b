import type { Principal } from '../../platform/access/access.ts';
import { type Actor, type OrgScope, serviceActor } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import type { Queryable } from '../../platform/database/statement.ts';
import { invalid } from '../../platform/errors.ts';
import { type Answer, RawJson, route } from '../../platform/http/route.ts';
import type { NewId } from '../../platform/ids.ts';
import { type Person, requirePerson } from '../access.ts';
import { organizationColumnList, recordOrganization, type StoredOrganization } from '../columns.ts';
import { ownDomain } from '../email-domains.ts';
import { grantPerson } from '../members/store.ts';
import { OrganizationRow } from '../records.ts';
import { firstStatus, type OrganizationStatus } from '../states.ts';
import { CreateOrganizationParams, exampleRow, list, serverOwned } from './params.ts';
import { askingOf, encodeOwnRow, type OwnRow, selectOwnOrganization } from './read.ts';

type NewOrganization = {
  name: string;
  environment: 'TEST' | 'PROD';
  createdBy?: string;
  description?: string | undefined;
  website?: string | undefined;
  emailDomain?: string | undefined;
  type?: string | undefined;
  /** Status; ACTIVE by default. */
  status?: OrganizationStatus;
  /** Creator; the service itself by default. */
  actor?: Actor;
  requestId?: string;
};

const insert = defineStatement(
  'insert_organization',
  {
    organization: columns('organization', [
      'organization_id',
      'name',
      'environment',
      'type',
      'status',
      'description',
      'website',
      'email_domain',
      'created_by',
      'creation_time',
    ]),
  },
  ({ organization }) =>
    `${organization.insert({ last_update_time: organization.at.creation_time }, 'o')}
     RETURNING ${organizationColumnList}`,
);

/** Creates an organization, as the system. */
export async function createOrganization(
  queryable: Queryable,
  newId: NewId,
  now: Date,
  input: NewOrganization,
): Promise<string> {
  const organizationId = newId('org');
  const status: OrganizationStatus = input.status ?? 'ACTIVE';
  const [row] = await queryable.query<StoredOrganization>(
    insert({
      organization: {
        organization_id: organizationId,
        name: input.name,
        environment: input.environment,
        type: input.type ?? 'SELLER',
        status,
        description: input.description,
        website: input.website,
        email_domain: input.emailDomain,
        created_by: input.createdBy,
        creation_time: now,
      },
    }),
  );
  const scope: OrgScope = {
    organizationId,
    environment: input.environment,
    ...serviceActor,
    ...(input.actor ? { actor: input.actor } : {}),
    requestId: input.requestId ?? newId('req'),
    now,
    wallNow: now,
    newId,
  };
  const made = row as StoredOrganization;
  await queryable.query(recordOrganization(scope, 'CREATE', { ...made, sequence: 1 }));
  return organizationId;
}

type Context = { principal: Principal; now: Date; newId: NewId; requestId: string };

/** Creates an organization with the calling person as its first ADMIN, as the system. */
async function createOwnOrganization(
  queryable: Queryable,
  { principal, newId, now, requestId }: Context,
  params: CreateOrganizationParams,
): Promise<Answer> {
  const person = await requirePerson(queryable, principal);
  const environment = params.environment ?? 'TEST';
  const organizationId = await createOrganization(queryable, newId, now, {
    name: params.name,
    environment,
    description: params.description || undefined,
    website: params.website || undefined,
    type: params.type || undefined,
    emailDomain: firstDomain(person, params.emailDomain),
    status: firstStatus(environment),
    createdBy: person.id,
    actor: { ...person, type: 'USER' },
    requestId,
  });
  await queryable.query(grantPerson({ organizationId, now }, person.id, 'ADMIN'));
  const [row] = await queryable.query<OwnRow>(selectOwnOrganization(organizationId, person.id));
  return { body: new RawJson(encodeOwnRow(row as OwnRow, askingOf(principal, person))) };
}

/** The domain of a new organization: the creator's domain if absent, no domain if the text is empty. */
function firstDomain(person: Person, given: string | null | undefined): string | undefined {
  if (given === undefined) return ownDomain(person.email);
  if (!given) return undefined;
  return requireOwnDomain(given, person.email);
}

/**
 * Requires the domain of the caller's verified address.
 * @throws 400 for another domain
 */
export function requireOwnDomain(given: string, email: string | undefined): string {
  const domain = email === undefined ? undefined : ownDomain(email);
  if (domain !== undefined && given.toLowerCase() === domain) return domain;
  const message = domain
    ? `must be ${domain}, the domain of your own address, or empty`
    : 'can be set only by a person with an address of that domain, and not to the domain of a public mail provider';
  throw invalid([{ pointer: '/emailDomain', message }]);
}

export const createOrganizationRoute = ({ newId }: { newId: NewId }) =>
  route({
    ...list,
    method: 'POST',
    operationId: 'createOrganization',
    summary: 'Create an organization',
    description:
      'Requires a signed-in person, who becomes its first ADMIN. A TEST organization is ACTIVE immediately, a ' +
      'PROD organization after its approval. Members must have addresses of the creator’s domain unless ' +
      'the domain belongs to a public mail provider, or `emailDomain` is empty.',
    access: 'principal',
    body: CreateOrganizationParams,
    serverSetFields: serverOwned(CreateOrganizationParams),
    response: OrganizationRow,
    responseDescription: 'The organization',
    example: { name: 'Acme', environment: 'TEST', website: 'https://acme.example.com' },
    responseExample: exampleRow,
    run: {
      kind: 'plain',
      handle: ({ body, requestId }, { principal, database, now }) =>
        database.transaction(
          (queryable) => createOwnOrganization(queryable, { principal, now, newId, requestId }, body),
          'system',
        ),
    },
  });
