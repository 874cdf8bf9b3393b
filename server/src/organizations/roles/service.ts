import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { type Answer, type Batch, RawJson, type RouteRequest } from '../../platform/http/route.ts';
import { listStatements } from '../../platform/lists/list-query.ts';
import { answerPage, type PageParameters, pageOf } from '../../platform/lists/pagination.ts';
import { type Authority, lockMembers, requireNoMore } from '../authority.ts';
import { organizationErrors } from '../errors.ts';
import { permissions as allPermissions } from './permissions.ts';
import type { CreateRoleParams, UpdateRoleParams } from './records.ts';
import { standardAtEnd, standardCount, standardOnPage, standardRole } from './standard.ts';
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

/** Each permission once, in the order of the closed list. Whoever has a role may see the organization. */
const inOrder = (given: readonly string[]): string[] =>
  allPermissions.filter((permission) => permission === 'organization:read' || given.includes(permission));

const answer = (row: RoleRow): Answer => ({ body: new RawJson(encodeRole(row)) });

/** The standard roles first, then those of the organization in order of their creation; or all of them backwards. */
export function listRoles(scope: OrgScope, request: RouteRequest<PageParameters>): Batch {
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

export function getRole(scope: OrgScope, name: string): Batch {
  return {
    statements: [selectRole(scope, name)],
    respond: ([rows]) => {
      const row = standardRole(name) ?? rows?.[0];
      if (!row) throw organizationErrors.role_not_found();
      return answer(row as RoleRow);
    },
  };
}

export async function createRole(scope: OrgTransaction, params: CreateRoleParams): Promise<Answer> {
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

/** A change counts from the next request of whoever has the role, on every process (decision 0003). */
export async function changeRole(
  scope: OrgTransaction,
  name: string,
  params: UpdateRoleParams,
): Promise<Answer> {
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

export async function removeRole(scope: OrgTransaction, name: string): Promise<Answer> {
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
