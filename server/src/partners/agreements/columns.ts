import type { RowOf } from '../../platform/database/rows.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../../platform/records/encode.ts';

/** The columns in which the fields of a ChannelPartnerAgreement are stored. */
const agreementFields = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['channelPartnerId', 'channel_partner_id', 'text'],
  ['name', 'name', 'text'],
  ['productIds', 'product_ids', 'texts'],
  ['countries', 'countries', 'texts'],
  ['share', 'share', 'number'],
  ['startDate', 'start_date', 'text'],
  ['endDate', 'end_date', 'text', 'nullable'],
  ['fileId', 'file_id', 'text'],
  ['createdBy', 'created_by', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'channel_partner_agreement'>;

/** An agreement with the number of its last event. */
export type AgreementRow = RowOf<'channel_partner_agreement', ColumnsOf<typeof agreementFields> | 'sequence'>;

export const encodeAgreement = recordEncoder(agreementFields);
export const agreementColumns = agreementFields.map(([, column]) => column);
export const agreementColumnList = `${columnList(agreementFields, 'a')}, a.sequence`;
