import type { RowOf } from '../../platform/database/rows.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../../platform/records/encode.ts';
import type { Account } from '../fields.ts';
import type { ChannelPartnerType } from './records.ts';
import type { ChannelPartnerStatus } from './states.ts';

/** The columns in which the fields of a ChannelPartner are stored. */
const channelPartnerFields = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['type', 'type', 'text'],
  ['status', 'status', 'text'],
  ['tierId', 'tier_id', 'text'],
  ['contactIds', 'contact_ids', 'texts'],
  ['domains', 'domains', 'texts'],
  ['accounts', 'accounts', 'json'],
  ['crmAAccountId', 'crm_a_account_id', 'text'],
  ['crmBCompanyId', 'crm_b_company_id', 'text'],
  ['crmCAccountId', 'crm_c_account_id', 'text'],
  ['ownerId', 'owner_id', 'text'],
  ['notes', 'notes', 'text'],
  ['createdBy', 'created_by', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'channel_partner'>;

/** A channel partner with the number of its last event; `accounts` is JSON text. */
export type ChannelPartnerRow = RowOf<
  'channel_partner',
  ColumnsOf<typeof channelPartnerFields> | 'sequence',
  { status: ChannelPartnerStatus; type: ChannelPartnerType }
>;

export const encodeChannelPartner = recordEncoder(channelPartnerFields);
export const channelPartnerColumns = channelPartnerFields.map(([, column]) => column);
export const channelPartnerColumnList = `${columnList(channelPartnerFields, 'p')}, p.sequence`;

export const accountsOf = ({ accounts }: Pick<ChannelPartnerRow, 'accounts'>): Account[] =>
  JSON.parse(accounts);
