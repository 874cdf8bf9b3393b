import { z } from 'zod';
import { errors } from '../../platform/errors.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { route } from '../../platform/http/route.ts';
import type { NewId } from '../../platform/ids.ts';
import { key } from '../../platform/records/fields.ts';
import { organizationErrors } from '../errors.ts';
import { OrganizationRow } from '../records.ts';
import { listOrganizations } from '../service.ts';
import { changeOrganization, deleteOrganization, getOrganization, type Sold } from './change.ts';
import { createOwnOrganization } from './create.ts';
import { CreateOrganizationParams, serverOwned, UpdateOrganizationParams } from './params.ts';

export type OrganizationDeps = {
  newId: NewId;
  sold: Sold;
};

const exampleRow = {
  id: 'org_01m7z53qrwf3raysksbfq2fp2q',
  name: 'Acme',
  environment: 'TEST',
  status: 'ACTIVE',
  type: 'SELLER',
  requireSecondFactor: false,
  partners: ['MKA', 'MKB'],
  userRole: 'SALES',
  permissions: ['organization:read', 'offers:read', 'offers:write'],
  creationTime: '2026-12-01T09:00:00.000Z',
  lastUpdateTime: '2026-12-01T09:00:00.000Z',
};

const list = { path: '/org', group: 'Organization' } as const;
const one = { path: '/org/{orgId}', group: 'Organization' } as const;

export const organizationRoutes = ({ newId, sold }: OrganizationDeps) => [
  route({
    ...list,
    method: 'GET',
    operationId: 'listOrganizations',
    summary: 'List the organizations that the caller may use',
    access: 'principal',
    response: z.array(OrganizationRow),
    responseDescription: 'The organizations, in order of their creation',
    responseExample: [exampleRow],
    run: {
      kind: 'principal',
      handle: async ({ principal, database }) => ({ body: await listOrganizations(database, principal) }),
    },
  }),
  route({
    ...list,
    method: 'POST',
    operationId: 'createOrganization',
    summary: 'Create an organization',
    description:
      'For people who have signed in; the creator is its first ADMIN. A TEST organization is ACTIVE at once, another ' +
      'one when it is approved. Members must have addresses of the creator’s domain unless it is a public mail ' +
      'provider’s, or `emailDomain` is empty.',
    access: 'principal',
    body: CreateOrganizationParams,
    bodyRequired: true,
    ignored: serverOwned(CreateOrganizationParams),
    response: OrganizationRow,
    responseDescription: 'The organization',
    example: { name: 'Acme', environment: 'TEST', website: 'https://acme.example.com' },
    responseExample: exampleRow,
    run: {
      kind: 'principal',
      handle: ({ principal, database, now }, { body, requestId }) =>
        database.transaction(
          (queryable) => createOwnOrganization(queryable, { principal, now, newId, requestId }, body),
          'system',
        ),
    },
  }),
  route({
    ...one,
    method: 'GET',
    operationId: 'getOrganization',
    summary: 'Get an organization',
    access: 'organization:read',
    response: OrganizationRow,
    responseDescription: 'The organization, with the caller’s place in it',
    responseExample: exampleRow,
    run: { kind: 'batch', batch: getOrganization },
  }),
  route({
    ...one,
    method: 'PATCH',
    operationId: 'updateOrganization',
    condition: { lock: lockRows(['organization']) },
    summary: 'Change an organization',
    description:
      'Absent fields stay; null, or an empty text, removes one. A body with none of them is refused. `emailDomain` ' +
      'can be set to the domain of the caller’s own address. Settings in `info` have operations of their own and are ' +
      'ignored here. Setting `requireSecondFactor` needs a session with a second factor, or one of the provider of the ' +
      'organization; sessions without are refused from the next request on. API clients are not affected.',
    access: 'organization:write',
    errors: [errors.second_factor_required.definition],
    body: UpdateOrganizationParams,
    needed: ['name'],
    example: { description: 'Sells software.', emailDomain: 'acme.example.com' },
    bodyRequired: true,
    ignored: serverOwned(UpdateOrganizationParams),
    response: OrganizationRow,
    responseDescription: 'The organization, with the caller’s place in it',
    responseExample: exampleRow,
    run: { kind: 'transaction', handle: (scope, { body }) => changeOrganization(scope, body) },
  }),
  route({
    ...one,
    method: 'DELETE',
    operationId: 'deleteOrganization',
    condition: { lock: lockRows(['organization']) },
    summary: 'Delete an organization',
    description:
      'It is not there any more for anybody. Refused while it has entitlements that go on, or usage that was not settled ' +
      'or not taken by its marketplace. One that has ever sold anything is deleted only with its name in `confirm`.',
    access: 'organization:write',
    query: z.object({ confirm: key('The name of the organization').optional() }),
    response: z.string(),
    responseDescription: 'The identifier of the organization',
    errors: [organizationErrors.organization_in_use.definition],
    run: {
      kind: 'transaction',
      handle: (scope, { query }) => deleteOrganization(scope, sold, query.confirm),
    },
  }),
];
