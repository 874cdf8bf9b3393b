import type { RowOf } from '../../platform/database/rows.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../../platform/records/encode.ts';

/** The columns in which the fields of a ChannelPartnerTier are stored. */
const tierFields = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['rank', 'rank', 'number'],
  ['share', 'share', 'number'],
  ['protectionDays', 'protection_days', 'number'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'channel_partner_tier'>;

/** A tier with the number of its last event. */
export type TierRow = RowOf<'channel_partner_tier', ColumnsOf<typeof tierFields> | 'sequence'>;

export const encodeTier = recordEncoder(tierFields);
export const tierColumns = tierFields.map(([, column]) => column);
export const tierColumnList = `${columnList(tierFields, 't')}, t.sequence`;
