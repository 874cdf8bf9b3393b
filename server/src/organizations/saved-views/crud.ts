import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { errors } from '../../platform/errors.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { lockMembers } from '../authority.ts';
import { organizationErrors } from '../errors.ts';
import { CreateSavedViewParams, listParameter, SavedView, UpdateSavedViewParams } from './records.ts';
import { requireRoom, requireValid } from './rules.ts';
import {
  countViews,
  deleteView,
  encodeView,
  insertView,
  isNameTaken,
  selectMembership,
  selectView,
  updateView,
  type ViewRow,
  viewColumns,
} from './store.ts';

const { member_not_found, saved_view_not_found, saved_view_exists } = organizationErrors;

/**
 * Locks the members of the organization, so that the limit and unique names also hold for concurrent requests.
 * @throws 403 for an organization that is read-only, 404 for an API client, which is not a member
 */
async function lockMembership(scope: OrgTransaction): Promise<void> {
  const { organization } = await lockMembers(scope);
  if (organization.status !== 'ACTIVE') throw errors.organization_suspended();
  const [member] = await scope.query(selectMembership(scope));
  if (!member) throw member_not_found();
}

async function lockView(scope: OrgTransaction, id: string): Promise<ViewRow> {
  await lockMembership(scope);
  const [view] = await scope.query<ViewRow>(selectView(scope, id));
  if (!view) throw saved_view_not_found();
  return view;
}

async function requireFreeName(
  scope: OrgTransaction,
  view: { list: string; name: string },
  exceptId?: string,
): Promise<void> {
  if (!(await isNameTaken(scope, view, exceptId))) return;
  const message = 'is the name of another saved view of this list';
  throw saved_view_exists(`/name: ${message}`, { findings: [{ pointer: '/name', message }] });
}

async function createView(scope: OrgTransaction, params: CreateSavedViewParams): Promise<ViewRow> {
  await lockMembership(scope);
  const view = requireValid(params);
  requireRoom(await countViews(scope, view.list));
  await requireFreeName(scope, view);
  return insertView(scope, { ...view, query: JSON.stringify(view.query), id: scope.newId('view') });
}

async function changeView(
  scope: OrgTransaction,
  id: string,
  params: UpdateSavedViewParams,
): Promise<ViewRow> {
  const before = await lockView(scope, id);
  const { name = before.name, query } = requireValid(params);
  await requireFreeName(scope, { list: before.list, name }, id);
  return updateView(scope, { id, name, query: query ? JSON.stringify(query) : before.query });
}

const group = 'Organization';
const access = 'organization:read';
const path = '/org/{orgId}/user/me/savedView';
const pathOfOne = '/org/{orgId}/user/me/savedView/{savedViewId}';
const example = { list: 'offers', name: 'Waiting for buyers', query: { status: 'PENDING_ACCEPTANCE' } };
const ofView = {
  group,
  access,
  response: SavedView,
  responseDescription: 'The view',
  responseExample: {
    id: 'view_01m7z53qrwf3raysksbfq2fp2q',
    ...example,
    creationTime: '2026-12-01T09:00:00.000Z',
    lastUpdateTime: '2026-12-01T09:00:00.000Z',
  },
} as const;
const condition = { lock: lockRows(['organization']) };
const answer = (row: ViewRow) => ({ body: new RawJson(encodeView(row)) });

const reads = [
  route({
    method: 'GET',
    path,
    operationId: 'listMySavedViews',
    group,
    summary: 'List the saved views of the calling member',
    description: 'Lists the views in order of creation time and id. API clients are not members.',
    access,
    query: z.object({ list: listParameter, ...pageParameters() }),
    response: z.array(SavedView),
    responseDescription: 'The views',
    responseExample: [ofView.responseExample],
    errors: [member_not_found.definition],
    run: {
      kind: 'batch',
      batch: (scope, request) =>
        listBatch(scope, request, {
          table: 'saved_view',
          columns: viewColumns.map(([, column]) => column),
          filters: { member_id: scope.actor.id, list: request.query.list },
          encode: encodeView,
          under: { statement: selectMembership(scope), missing: member_not_found },
        }),
    },
  }),
  readRoute({
    ...ofView,
    path: pathOfOne,
    operationId: 'getMySavedView',
    summary: 'Get a saved view of the calling member',
    select: (scope, { savedViewId }) => selectView(scope, savedViewId),
    notFound: saved_view_not_found,
    encode: encodeView,
  }),
];

const changes = [
  route({
    ...ofView,
    method: 'POST',
    path,
    operationId: 'createMySavedView',
    summary: 'Save a view of a list for the calling member',
    description:
      'Every member may save views, which only this member can read. A list has at most 50 views of a member.',
    errors: [member_not_found.definition, saved_view_exists.definition],
    body: CreateSavedViewParams,
    example,
    run: {
      kind: 'transaction',
      handle: async (scope, { body }) => answer(await createView(scope, body)),
    },
  }),
  route({
    ...ofView,
    method: 'PATCH',
    path: pathOfOne,
    operationId: 'updateMySavedView',
    condition,
    summary: 'Rename a saved view of the calling member, or replace its query',
    errors: [member_not_found.definition, saved_view_not_found.definition, saved_view_exists.definition],
    body: UpdateSavedViewParams,
    requiredFields: ['name', 'query'],
    example: { name: 'Pending offers' },
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => answer(await changeView(scope, params.savedViewId, body)),
    },
  }),
  route({
    method: 'DELETE',
    path: pathOfOne,
    operationId: 'deleteMySavedView',
    condition,
    group,
    access,
    summary: 'Delete a saved view of the calling member',
    response: z.string(),
    responseDescription: 'The id of the view',
    errors: [member_not_found.definition, saved_view_not_found.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        await lockView(scope, params.savedViewId);
        await scope.query(deleteView(scope, params.savedViewId));
        return { body: params.savedViewId };
      },
    },
  }),
];

export const savedViewRoutes = [...reads, ...changes];
