import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import { mustChange } from '../../platform/database/must-change.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../../platform/records/encode.ts';
import type { ViewCounts } from './rules.ts';

export const viewColumns = [
  ['id', 'id', 'text'],
  ['list', 'list', 'text'],
  ['name', 'name', 'text'],
  ['query', 'query', 'json'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'saved_view'>;
const selected = columnList(viewColumns, 'v');

export type ViewRow = RowOf<'saved_view', ColumnsOf<typeof viewColumns>>;

export const encodeView = recordEncoder(viewColumns);

/** Reads whether the caller is a member; an API client is not a member. */
export const selectMembership = (scope: OrgScope): Statement => ({
  name: 'select_own_membership',
  text: `SELECT m.id FROM member m WHERE m.organization_id = $1 AND m.id = $2 AND m.status = 'ACTIVE'`,
  values: [scope.organizationId, scope.actor.id],
});

export const selectView = (scope: OrgScope, id: string): Statement => ({
  name: 'select_saved_view',
  text: `SELECT ${selected} FROM saved_view v
         WHERE v.organization_id = $1 AND v.member_id = $2 AND v.id = $3`,
  values: [scope.organizationId, scope.actor.id, id],
});

export async function countViews(scope: OrgTransaction, list: string): Promise<ViewCounts> {
  const [row] = await scope.query<ViewCounts>({
    name: 'count_saved_views',
    text: `SELECT count(*) FILTER (WHERE v.list = $3)::int AS "ofList", count(*)::int AS "ofMember"
           FROM saved_view v WHERE v.organization_id = $1 AND v.member_id = $2`,
    values: [scope.organizationId, scope.actor.id, list],
  });
  return row as ViewCounts;
}

/** Reads whether another view of the caller's list has the name, ignoring case. */
export async function isNameTaken(
  scope: OrgTransaction,
  { list, name }: { list: string; name: string },
  exceptId?: string,
): Promise<boolean> {
  const rows = await scope.query({
    name: 'find_saved_view_by_name',
    text: `SELECT v.id FROM saved_view v WHERE v.organization_id = $1 AND v.member_id = $2 AND v.list = $3
             AND v.name_key = lower($4) AND v.id IS DISTINCT FROM $5`,
    values: [scope.organizationId, scope.actor.id, list, name, exceptId ?? null],
  });
  return rows.length > 0;
}

const insert = defineStatement(
  'insert_saved_view',
  {
    view: columns('saved_view', [
      'organization_id',
      'member_id',
      'id',
      'list',
      'name',
      'query',
      'creation_time',
    ]),
  },
  ({ view }) => `${view.insert({ last_update_time: view.at.creation_time }, 'v')} RETURNING ${selected}`,
);

export async function insertView(
  scope: OrgTransaction,
  view: Pick<ViewRow, 'id' | 'list' | 'name' | 'query'>,
): Promise<ViewRow> {
  const [row] = await scope.query<ViewRow>(
    insert({
      view: {
        ...view,
        organization_id: scope.organizationId,
        member_id: scope.actor.id,
        creation_time: scope.now,
      },
    }),
  );
  return row as ViewRow;
}

const update = defineStatement(
  'update_saved_view',
  {
    key: columns('saved_view', ['organization_id', 'member_id', 'id']),
    view: columns('saved_view', ['name', 'query', 'last_update_time']),
  },
  ({ key, view }) => `UPDATE saved_view v SET ${view.set} WHERE ${key.equals('v')} RETURNING ${selected}`,
);

export async function updateView(
  scope: OrgTransaction,
  { id, name, query }: Pick<ViewRow, 'id' | 'name' | 'query'>,
): Promise<ViewRow> {
  const [row] = await scope.query<ViewRow>(
    update({
      key: { organization_id: scope.organizationId, member_id: scope.actor.id, id },
      view: { name, query, last_update_time: scope.now },
    }),
  );
  return row as ViewRow;
}

export const deleteView = (scope: OrgScope, id: string): Statement =>
  mustChange({
    name: 'delete_saved_view',
    text: 'DELETE FROM saved_view WHERE organization_id = $1 AND member_id = $2 AND id = $3',
    values: [scope.organizationId, scope.actor.id, id],
  });
