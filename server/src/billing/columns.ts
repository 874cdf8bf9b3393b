import type { RowOf } from '../platform/database/rows.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../platform/records/encode.ts';
import type { BillingAddonStatus } from './records.ts';

/** The columns in which the fields of a BillingAddon are stored. */
export const addonColumns = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['description', 'description', 'text'],
  ['info', 'info', 'json'],
  ['status', 'status', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'addon_template'>;

/** A template with the number of its last event; `info` is JSON text. */
export type AddonRow = RowOf<
  'addon_template',
  ColumnsOf<typeof addonColumns> | 'sequence',
  { status: BillingAddonStatus }
>;

export const encodeAddon = recordEncoder(addonColumns);
export const addonColumnList = columnList(addonColumns, 'a');
