import type { RowOf } from '../../platform/database/rows.ts';
import type { Row } from '../../platform/database/statement.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../../platform/records/encode.ts';
import type { DealStatus } from './states.ts';

/** The columns that store the fields of a DealRegistration, except the fields of its customer. */
const dealFields = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['channelPartnerId', 'channel_partner_id', 'text'],
  ['name', 'name', 'text'],
  ['status', 'status', 'text'],
  ['productIds', 'product_ids', 'texts'],
  ['amount', 'amount', 'number'],
  ['currency', 'currency', 'text'],
  ['expectedCloseDate', 'expected_close_date', 'text'],
  ['notes', 'notes', 'text'],
  ['hasConflict', 'has_conflict', 'json'],
  ['submittedBy', 'submitted_by', 'text'],
  ['submissionTime', 'submission_time', 'time'],
  ['decidedBy', 'decided_by', 'text'],
  ['decisionTime', 'decision_time', 'time'],
  ['decisionMessage', 'decision_note', 'text'],
  ['overrideReason', 'override_reason', 'text'],
  ['overriddenBy', 'overridden_by', 'text'],
  ['protectedProductIds', 'protected_product_ids', 'texts'],
  ['protectionEndTime', 'protection_end_time', 'time'],
  ['closeTime', 'close_time', 'time'],
  ['closeMessage', 'close_note', 'text'],
  ['offerID', 'offer_id', 'text'],
  ['entitlementID', 'entitlement_id', 'text'],
  ['createdBy', 'created_by', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'deal_registration'>;

export const customerColumns = [
  'customer_name',
  'customer_domain',
  'customer_country',
  'customer_partner',
  'customer_account_id',
  'crm_a_account_id',
] as const;

/** A deal registration with the number of its last event. */
export type DealRow = RowOf<
  'deal_registration',
  ColumnsOf<typeof dealFields> | (typeof customerColumns)[number] | 'sequence',
  { status: DealStatus }
>;

const encode = recordEncoder([...dealFields, ['customer', 'customer', 'json']]);

/** The customer as JSON, without unset fields. */
export function customerOf(row: Row): string {
  const account = row.customer_partner
    ? { partner: row.customer_partner, accountId: row.customer_account_id }
    : undefined;
  return JSON.stringify({
    name: row.customer_name ?? undefined,
    domain: row.customer_domain ?? undefined,
    country: row.customer_country ?? undefined,
    account,
    crmAAccountId: row.crm_a_account_id ?? undefined,
  });
}

export const encodeDeal = (row: Row): string => encode({ ...row, customer: customerOf(row) });

export const dealColumns = [...dealFields.map(([, column]) => column), ...customerColumns];
export const dealColumnList = `${columnList(dealFields, 'd')}, ${customerColumns
  .map((column) => `d.${column}`)
  .join(', ')}, d.sequence`;
