import type { Principal } from '../../platform/access/access.ts';
import type { Queryable } from '../../platform/database/statement.ts';
import { invalid } from '../../platform/errors.ts';
import { type Answer, RawJson } from '../../platform/http/route.ts';
import type { NewId } from '../../platform/ids.ts';
import { type Person, requirePerson } from '../access.ts';
import { ownDomain } from '../email-domains.ts';
import { grantPerson } from '../members/store.ts';
import { createOrganization } from '../service.ts';
import { firstStatus } from '../states.ts';
import type { CreateOrganizationParams } from './params.ts';
import { askingOf, encodeOwnRow, type OwnRow, selectOwnOrganization } from './row-conversion.ts';

type Context = { principal: Principal; now: Date; newId: NewId; requestId: string };

/** Makes an organization whose first ADMIN is the person who asks, as the system. */
export async function createOwnOrganization(
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

/** Absent: as the creator's address says. Empty: none. */
function firstDomain(person: Person, given: string | null | undefined): string | undefined {
  if (given === undefined) return ownDomain(person.email);
  if (!given) return undefined;
  return requireOwnDomain(given, person.email);
}

/** @throws 400 for a domain that is not the one of the caller's verified address */
export function requireOwnDomain(given: string, email: string | undefined): string {
  const domain = email === undefined ? undefined : ownDomain(email);
  if (domain !== undefined && given.toLowerCase() === domain) return domain;
  const message = domain
    ? `must be ${domain}, the domain of your own address, or empty`
    : 'can be set by a person with an address of that domain only, and not to a public mail provider’s';
  throw invalid([{ pointer: '/emailDomain', message }]);
}
