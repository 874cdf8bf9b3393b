import { z } from 'zod';
import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import type { Row } from '../../platform/database/statement.ts';
import { invalid } from '../../platform/errors.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { type Answer, type Batch, RawJson, type RouteRequest, route } from '../../platform/http/route.ts';
import { listStatements } from '../../platform/lists/list-query.ts';
import {
  answerPage,
  type Page,
  type PageParameters,
  pageOf,
  pageParameters,
} from '../../platform/lists/pagination.ts';
import { type Authority, lockMembers, requireNoMore } from '../authority.ts';
import { organizationErrors } from '../errors.ts';
import { permissions as allPermissions, standardRoles } from './permissions.ts';
import { CreateRoleParams, OrganizationRole, UpdateRoleParams } from './records.ts';
import {
  deleteRole,
  encodeRole,
  insertRole,
  isInUse,
  type RoleRow,
  recordRemovedRole,
  recordRole,
  selectRole,
  storedRoleColumns,
  updateRole,
} from './store.ts';

/** The creation time of standard roles, by which they precede every custom role. */
const firstTime = '0001-01-01T00:00:00.000000Z';

const descriptions: Readonly<Record<string, string>> = {
  ADMIN: 'All permissions.',
  EDITOR:
    'Reads everything, and writes everything except members, roles, clients, integrations and settings.',
  VIEWER: 'Reads everything.',
};

/** The roles that every organization has, as rows of the list of roles. */
const standardRows: readonly Row[] = Object.entries(standardRoles)
  .map(([name, allowed]) => ({
    id: name,
    name,
    description: descriptions[name],
    permissions: allPermissions.filter((permission) => allowed.has(permission)),
    read_only: 'true',
    position_time: firstTime,
  }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

const standardRole = (name: string): Row | undefined => standardRows.find((row) => row.name === name);

/** Picks the standard roles of a page, as its first rows, and the position from which custom roles follow. */
function standardOnPage(page: Page): { rows: Row[]; rest: Page } {
  const { after, offset } = page;
  const coming = standardRows.filter(
    ({ id }) => !after || (after.creationTime === firstTime && (id as string) > after.id),
  );
  return { rows: coming.slice(offset), rest: { ...page, offset: Math.max(0, offset - coming.length) } };
}

/**
 * Picks the standard roles that may follow custom roles on a page of the list in reverse order.
 * @param own how many custom roles the organization has, when the page has an offset
 */
function standardAtEnd({ after, offset }: Page, own: number): Row[] {
  const coming = standardRows.filter(
    ({ id }) => after?.creationTime !== firstTime || (id as string) < after.id,
  );
  return coming.reverse().slice(Math.max(0, offset - own));
}

const standardCount = standardRows.length;

/** Lists each permission once, in the order of the closed list. Every role may read the organization. */
const inOrder = (given: readonly string[]): string[] =>
  allPermissions.filter((permission) => permission === 'organization:read' || given.includes(permission));

const answer = (row: RoleRow): Answer => ({ body: new RawJson(encodeRole(row)) });

/** Lists the standard roles first, then custom roles, oldest first; or all in reverse order. */
function listRoles(scope: OrgScope, request: RouteRequest<PageParameters>): Batch {
  const page = pageOf(request.query, {});
  const { descending } = page;
  const standard = descending ? { rows: [], rest: page } : standardOnPage(page);
  const { rows, count } = listStatements({
    organizationId: scope.organizationId,
    table: 'custom_role',
    columns: storedRoleColumns.map(([, column]) => column),
    filters: {},
    page: { ...standard.rest, count: page.count || (descending && page.offset > 0) },
  });
  return {
    statements: count ? [rows, count] : [rows],
    respond: ([found = [], counted]) => {
      const own = Number(counted?.[0]?.total ?? 0);
      const total = page.count ? own + standardCount : undefined;
      const last = descending ? standardAtEnd(page, own) : [];
      const shown = [...standard.rows, ...found, ...last].slice(0, page.limit + 1);
      return answerPage(request, page, {}, shown, encodeRole, total);
    },
  };
}

function getRole(scope: OrgScope, name: string): Batch {
  return {
    statements: [selectRole(scope, name)],
    respond: ([rows]) => {
      const row = standardRole(name) ?? rows?.[0];
      if (!row) throw organizationErrors.role_not_found();
      return answer(row as RoleRow);
    },
  };
}

async function createRole(scope: OrgTransaction, params: CreateRoleParams): Promise<Answer> {
  if (standardRole(params.name))
    throw invalid([{ pointer: '/name', message: 'is the name of a standard role' }]);
  requireNoMore(await lockMembers(scope, 'members:write'), params.permissions);
  const row = await insertRole(scope, {
    name: params.name,
    description: params.description ?? null,
    permissions: inOrder(params.permissions),
  });
  if (!row) throw organizationErrors.role_exists();
  await scope.query(recordRole(scope, 'CREATE', row));
  return answer(row);
}

/**
 * Changes a role. The change applies from the next request on every process, because each request compares
 * revisions (decision 0004).
 */
async function changeRole(scope: OrgTransaction, name: string, params: UpdateRoleParams): Promise<Answer> {
  const { authority, before } = await requireRole(scope, name);
  if (params.permissions) requireNoMore(authority, params.permissions);
  const row = await updateRole(scope, {
    name,
    description: params.description === undefined ? before.description : params.description,
    permissions: params.permissions ? inOrder(params.permissions) : before.permissions,
  });
  await scope.query(recordRole(scope, 'UPDATE', row, before));
  return answer(row);
}

async function removeRole(scope: OrgTransaction, name: string): Promise<Answer> {
  const { before } = await requireRole(scope, name);
  if (await isInUse(scope, name)) throw organizationErrors.role_in_use();
  await scope.query(deleteRole(scope, name));
  await scope.query(recordRemovedRole(scope, before));
  return { body: name };
}

async function requireRole(
  scope: OrgTransaction,
  name: string,
): Promise<{ authority: Authority; before: RoleRow }> {
  if (standardRole(name)) throw organizationErrors.role_read_only();
  const authority = await lockMembers(scope, 'members:write');
  const [before] = await scope.query<RoleRow>(selectRole(scope, name));
  if (!before) throw organizationErrors.role_not_found();
  requireNoMore(authority, before.permissions);
  return { authority, before };
}

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
    description: 'The standard roles come first, then the custom roles in order of creation time and id.',
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
    description: 'The role must not exceed the permissions of the caller.',
    access: 'members:write',
    body: CreateRoleParams,
    example: { name: 'SALES', permissions: ['offers:read', 'offers:write'] },
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
      'Applies from the next request of each member and client with the role. The name and standard roles cannot be changed.',
    access: 'members:write',
    body: UpdateRoleParams,
    requiredFields: ['permissions'],
    example: { permissions: ['offers:read'] },
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
    summary: 'Delete an unused role',
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
