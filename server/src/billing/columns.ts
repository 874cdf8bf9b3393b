import { columnList, type FieldColumn, recordEncoder } from '../platform/records/encode.ts';

/** Where each field of a BillingAddon lies. */
export const addonColumns: readonly FieldColumn[] = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['description', 'description', 'text'],
  ['info', 'info', 'json'],
  ['status', 'status', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
];

export const encodeAddon = recordEncoder(addonColumns);
export const addonColumnList = columnList(addonColumns, 'a');
