import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { columnList, type FieldColumn, recordEncoder } from '../../platform/records/encode.ts';

export type RoleRow = Row & {
  organization_id: string;
  id: string;
  name: string;
  description: string | null;
  permissions: string[];
  sequence: number;
};

export const roleColumns: readonly FieldColumn[] = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['description', 'description', 'text'],
  ['permissions', 'permissions', 'texts'],
  ['readOnly', 'read_only', 'json'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
];
export const storedRoleColumns = roleColumns.filter(([, column]) => column !== 'read_only');
const storedColumnList = `${columnList(storedRoleColumns, 'r')}, r.sequence`;

const encode = recordEncoder(roleColumns);
export const encodeRole = (row: Row): string => encode({ read_only: 'false', ...row });

export const selectRole = (scope: OrgScope, name: string): Statement => ({
  name: 'select_role',
  text: `SELECT ${storedColumnList} FROM custom_role r WHERE r.organization_id = $1 AND r.name = $2`,
  values: [scope.organizationId, name],
});

/** Whether anybody has the role, or was invited to it. */
export async function isInUse(scope: OrgTransaction, name: string): Promise<boolean> {
  const [row] = await scope.query<{ used: boolean }>({
    name: 'is_role_in_use',
    text: `SELECT EXISTS (SELECT FROM principal_grant g WHERE g.organization_id = $1 AND g.role = $2)
             OR EXISTS (SELECT FROM member m WHERE m.organization_id = $1 AND m.role = $2
               AND m.status = 'INVITED') AS used`,
    values: [scope.organizationId, name],
  });
  return row?.used ?? false;
}

/** Writes a new role; no row when there is one of its name. */
export async function insertRole(
  scope: OrgTransaction,
  role: Pick<RoleRow, 'name' | 'description' | 'permissions'>,
): Promise<RoleRow | undefined> {
  const [row] = await scope.query<RoleRow>({
    name: 'insert_role',
    text: `INSERT INTO custom_role AS r (organization_id, name, id, description, permissions, creation_time,
             last_update_time)
           VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT (organization_id, name) DO NOTHING
           RETURNING ${storedColumnList}`,
    values: [
      scope.organizationId,
      role.name,
      scope.newId('rol'),
      role.description,
      role.permissions,
      scope.now,
    ],
  });
  return row;
}

export async function updateRole(
  scope: OrgTransaction,
  role: Pick<RoleRow, 'name' | 'description' | 'permissions'>,
): Promise<RoleRow> {
  const [row] = await scope.query<RoleRow>({
    name: 'update_role',
    text: `UPDATE custom_role AS r SET description = $3, permissions = $4, last_update_time = $5,
             sequence = r.sequence + 1
           WHERE r.organization_id = $1 AND r.name = $2 RETURNING ${storedColumnList}`,
    values: [scope.organizationId, role.name, role.description, role.permissions, scope.now],
  });
  return row as RoleRow;
}

export const deleteRole = (scope: OrgScope, name: string): Statement => ({
  name: 'delete_role',
  text: 'DELETE FROM custom_role WHERE organization_id = $1 AND name = $2',
  values: [scope.organizationId, name],
});

export const roleEvent = (
  scope: OrgScope,
  action: 'CREATE' | 'UPDATE' | 'DELETE',
  row: RoleRow,
  before?: RoleRow,
): Statement =>
  recordEvent(scope, {
    entityType: 'ROLE',
    entityId: row.id,
    sequence: row.sequence,
    action,
    payload: encodeRole(row),
    before: before && encodeRole(before),
  });
