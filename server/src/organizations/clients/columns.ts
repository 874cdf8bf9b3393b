import type { Row } from '../../platform/database/statement.ts';
import { columnList, type FieldColumn, recordEncoder } from '../../platform/records/encode.ts';

const stored: readonly FieldColumn[] = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['description', 'description', 'text'],
  ['role', 'role', 'text'],
  ['previousSecretExpireTime', 'previous_until', 'time'],
  ['homeOrganizationID', 'home_organization_id', 'text'],
  ['organizationIDs', 'organization_ids', 'texts'],
  ['createdBy', 'created_by', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
];

export const clientColumns: readonly string[] = stored.map(([, column]) => column);
export const clientColumnList = columnList(stored, 'c');

const encode = recordEncoder([
  ...stored,
  ['type', 'type', 'text'],
  ['provider', 'provider', 'text'],
  ['secret', 'secret', 'text'],
]);

/** @param secret only in the one answer that shows it */
export const encodeClient = (row: Row, secret?: string): string =>
  encode({ ...row, type: 'BEARER_TOKEN', provider: 'tradepost', secret });
