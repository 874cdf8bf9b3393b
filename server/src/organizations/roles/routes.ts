import { z } from 'zod';
import { lockRows } from '../../platform/http/record-tags.ts';
import { route } from '../../platform/http/route.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { organizationErrors } from '../errors.ts';
import { CreateRoleParams, OrganizationRole, UpdateRoleParams } from './records.ts';
import { changeRole, createRole, getRole, listRoles, removeRole } from './service.ts';

const { role_not_found, role_exists, role_in_use, role_read_only } = organizationErrors;

const roleExample = {
  id: 'rol_01m7z53qrwf3raysksbfq2fp2q',
  organizationID: 'org_01m7z53qrwf3raysksbfq2fp2q',
  name: 'SALES',
  description: 'Makes offers.',
  permissions: ['organization:read', 'offers:read', 'offers:write'],
  readOnly: false,
  creationTime: '2026-12-01T09:00:00.000Z',
  lastUpdateTime: '2026-12-01T09:00:00.000Z',
};

const list = { path: '/org/{orgId}/role', group: 'Organization' } as const;
const one = { path: '/org/{orgId}/role/{roleName}', group: 'Organization' } as const;

export const roleRoutes = () => [
  route({
    ...list,
    method: 'GET',
    operationId: 'listRoles',
    summary: 'List the roles of the organization',
    description:
      'The standard roles first, then those that the organization made, in order of creation time and id.',
    access: 'members:read',
    query: z.object(pageParameters()),
    response: z.array(OrganizationRole),
    responseDescription: 'The roles',
    responseExample: [roleExample],
    run: { kind: 'batch', batch: listRoles },
  }),
  route({
    ...list,
    method: 'POST',
    operationId: 'createRole',
    summary: 'Create a role',
    description: 'It may allow nothing beyond what the caller may do.',
    access: 'members:write',
    body: CreateRoleParams,
    example: { name: 'SALES', permissions: ['offers:read', 'offers:write'] },
    bodyRequired: true,
    response: OrganizationRole,
    responseDescription: 'The role',
    responseExample: roleExample,
    errors: [role_exists.definition],
    run: { kind: 'transaction', handle: (scope, { body }) => createRole(scope, body) },
  }),
  route({
    ...one,
    method: 'GET',
    operationId: 'getRole',
    summary: 'Get a role',
    access: 'members:read',
    response: OrganizationRole,
    responseDescription: 'The role',
    responseExample: roleExample,
    errors: [role_not_found.definition],
    run: { kind: 'batch', batch: (scope, { params }) => getRole(scope, params.roleName) },
  }),
  route({
    ...one,
    method: 'PATCH',
    operationId: 'updateRole',
    condition: { lock: lockRows(['organization']) },
    summary: 'Change a role',
    description:
      'Counts from the next request of whoever has it. The name stays; standard roles cannot be changed.',
    access: 'members:write',
    body: UpdateRoleParams,
    needed: ['permissions'],
    example: { permissions: ['offers:read'] },
    bodyRequired: true,
    response: OrganizationRole,
    responseDescription: 'The role',
    responseExample: roleExample,
    errors: [role_not_found.definition, role_read_only.definition],
    run: {
      kind: 'transaction',
      handle: (scope, { params, body }) => changeRole(scope, params.roleName, body),
    },
  }),
  route({
    ...one,
    method: 'DELETE',
    operationId: 'deleteRole',
    condition: { lock: lockRows(['organization']) },
    summary: 'Delete a role that nobody has',
    access: 'members:write',
    response: z.string(),
    responseDescription: 'The name of the role',
    errors: [role_not_found.definition, role_read_only.definition, role_in_use.definition],
    run: {
      kind: 'transaction',
      handle: (scope, { params }) => removeRole(scope, params.roleName),
    },
  }),
];
