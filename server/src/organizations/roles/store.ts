import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import { mustChange } from '../../platform/database/must-change.ts';
import type { ColumnOf, RowOf } from '../../platform/database/rows.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import {
  type ColumnsOf,
  columnList,
  type FieldColumn,
  recordEncoder,
} from '../../platform/records/encode.ts';

const roleColumns = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['description', 'description', 'text'],
  ['permissions', 'permissions', 'texts'],
  ['readOnly', 'read_only', 'json'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies readonly FieldColumn<ColumnOf<'custom_role'> | 'read_only'>[];

export type RoleRow = RowOf<'custom_role', Exclude<ColumnsOf<typeof roleColumns>, 'read_only'> | 'sequence'>;

export const storedRoleColumns = roleColumns.filter(
  (field): field is Exclude<(typeof roleColumns)[number], { 1: 'read_only' }> => field[1] !== 'read_only',
);
const storedColumnList = `${columnList(storedRoleColumns, 'r')}, r.sequence`;

const encode = recordEncoder(roleColumns);
export const encodeRole = (row: Row): string => encode({ read_only: 'false', ...row });

export const selectRole = (scope: OrgScope, name: string): Statement => ({
  name: 'select_role',
  text: `SELECT ${storedColumnList} FROM custom_role r WHERE r.organization_id = $1 AND r.name = $2`,
  values: [scope.organizationId, name],
});

/** Reads whether a member, client or invitation has the role. */
export async function isInUse(scope: OrgTransaction, name: string): Promise<boolean> {
  const [row] = await scope.query<{ used: boolean }>({
    name: 'is_role_in_use',
    text: `SELECT EXISTS (SELECT FROM principal_grant g WHERE g.organization_id = $1 AND g.role = $2)
             OR EXISTS (SELECT FROM organization_client c WHERE c.organization_id = $1 AND c.role = $2)
             OR EXISTS (SELECT FROM member m WHERE m.organization_id = $1 AND m.role = $2
               AND m.status <> 'REMOVED') AS used`,
    values: [scope.organizationId, name],
  });
  return row?.used ?? false;
}

const insert = defineStatement(
  'insert_role',
  {
    role: columns('custom_role', [
      'organization_id',
      'name',
      'id',
      'description',
      'permissions',
      'creation_time',
    ]),
  },
  ({ role }) => `${role.insert({ last_update_time: role.at.creation_time }, 'r')}
    ON CONFLICT (organization_id, name) DO NOTHING RETURNING ${storedColumnList}`,
);

/**
 * Inserts a role.
 * @returns undefined when the name is taken
 */
export async function insertRole(
  scope: OrgTransaction,
  role: Pick<RoleRow, 'name' | 'description' | 'permissions'>,
): Promise<RoleRow | undefined> {
  const [row] = await scope.query<RoleRow>(
    insert({
      role: {
        ...role,
        organization_id: scope.organizationId,
        id: scope.newId('rol'),
        creation_time: scope.now,
      },
    }),
  );
  return row;
}

const update = defineStatement(
  'update_role',
  {
    key: columns('custom_role', ['organization_id', 'name']),
    role: columns('custom_role', ['description', 'permissions', 'last_update_time']),
  },
  ({ key, role }) => `UPDATE custom_role AS r SET ${role.set}, sequence = r.sequence + 1
    WHERE ${key.equals('r')} RETURNING ${storedColumnList}`,
);

export async function updateRole(
  scope: OrgTransaction,
  role: Pick<RoleRow, 'name' | 'description' | 'permissions'>,
): Promise<RoleRow> {
  const [row] = await scope.query<RoleRow>(
    update({
      key: { organization_id: scope.organizationId, name: role.name },
      role: { ...role, last_update_time: scope.now },
    }),
  );
  return row as RoleRow;
}

export const deleteRole = (scope: OrgScope, name: string): Statement =>
  mustChange({
    name: 'delete_role',
    text: 'DELETE FROM custom_role WHERE organization_id = $1 AND name = $2',
    values: [scope.organizationId, name],
  });

export const { record: recordRole, recordRemoved: recordRemovedRole } = createEntityEvents<
  RoleRow,
  'CREATE' | 'UPDATE'
>('ROLE', encodeRole);
