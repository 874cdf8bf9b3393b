import { traitsOf } from '../marketplaces/index.ts';
import type { Row } from '../platform/database/statement.ts';
import { type FieldColumn, recordEncoder } from '../platform/records/encode.ts';

/** Encodes a day as the midnight at its start. */
const midnight = (day: string): string => `"${day}T00:00:00.000Z"`;

/** The amounts of a revenue record. */
export const moneyFields = [
  ['amount', 'amount', 'number'],
  ['collectableAmount', 'collectable_amount', 'number'],
  ['invoiceAmount', 'invoice_amount', 'number'],
  ['taxAmount', 'tax_amount', 'number'],
  ['disburseAmount', 'disburse_amount', 'number'],
  ['refundInvoiceAmount', 'refund_invoice_amount', 'number'],
  ['refundDisburseAmount', 'refund_disburse_amount', 'number'],
] as const satisfies readonly FieldColumn[];

const dayFields = [
  ['date', 'day', 'time'],
  ['invoiceDate', 'invoice_date', 'time'],
  ['paymentDueDate', 'payment_due_date', 'time'],
  ['disburseDate', 'disburse_date', 'time'],
  ['refundInvoiceDate', 'refund_invoice_date', 'time'],
  ['refundDisburseDate', 'refund_disburse_date', 'time'],
] as const satisfies readonly FieldColumn[];

/** The fields of a revenue record except `info`. */
export const recordFields = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['entitlementID', 'entitlement_id', 'text'],
  ['buyerID', 'buyer_id', 'text'],
  ['productID', 'product_id', 'text'],
  ['partner', 'partner', 'text'],
  ['currency', 'currency', 'text'],
  ...moneyFields,
  ...dayFields,
] as const satisfies readonly FieldColumn[];

const encodeFields = recordEncoder(
  [...recordFields, ['info', 'info', 'json']],
  Object.fromEntries(dayFields.map(([, column]) => [column, midnight])),
);

/** Encodes a sum of revenue. */
export const encodeSum = (row: Row): string => encodeFields(row);

const prefixOf = (row: Row): string => traitsOf(row.partner as string).fieldPrefix ?? '';

/** Encodes a revenue record. `info` contains its lines, in the marketplace's own fields. */
export function encodeRecord(row: Row): string {
  const facts = String(row.info).trim().slice(1, -1).trim();
  const lines = `"${prefixOf(row)}RevenueRecords":[${((row.lines as string[] | null) ?? []).join(',')}]`;
  return encodeFields({ ...row, info: `{${facts === '' ? '' : `${facts},`}${lines}}` });
}

/** The fields that link a line to stored records. */
const encodeOwn = recordEncoder([
  ['organizationID', 'organization_id', 'text'],
  ['entitlementID', 'entitlement_id', 'text'],
  ['offerID', 'offer_id', 'text'],
  ['productID', 'product_id', 'text'],
  ['buyerID', 'buyer_id', 'text'],
]);

/** Encodes a line in the marketplace's own fields, with the ids of the linked records. */
export function encodeDetail(row: Row): string {
  const said = String(row.record).trim().slice(1, -1).trim();
  const own = encodeOwn(row);
  return `{"${prefixOf(row)}RevenueRecordDetail":${said === '' ? own : `{${said},${own.slice(1)}`}}`;
}

export const usageFields = [
  ['entitlementID', 'entitlement_id', 'text'],
  ['partner', 'partner', 'text'],
  ['date', 'day', 'time'],
  ['key', 'key', 'text'],
  ['groupBysExpression', 'group_by', 'text'],
  ['quantity', 'quantity', 'number'],
  ['amount', 'amount', 'number'],
] as const satisfies readonly FieldColumn[];

/** Encodes the usage of a day. */
export const encodeUsage = recordEncoder(usageFields, { day: midnight });

export const verificationFields = [
  ['entitlementID', 'entitlement_id', 'text'],
  ['partner', 'partner', 'text'],
  ['key', 'key', 'text'],
  ['reportedDate', 'reported_day', 'time'],
  ['reportedQuantity', 'reported_quantity', 'number'],
  ['reportedAmount', 'reported_amount', 'number'],
  ['billedDate', 'billed_day', 'time'],
  ['billedQuantity', 'billed_quantity', 'number'],
  ['billedAmount', 'billed_amount', 'number'],
  ['isQuantityMatched', 'is_quantity_matched', 'json'],
  ['isAmountMatched', 'is_amount_matched', 'json'],
] as const satisfies readonly FieldColumn[];

/** Encodes the reported and the billed usage of a day. */
export const encodeVerification = recordEncoder(verificationFields, {
  reported_day: midnight,
  billed_day: midnight,
});
