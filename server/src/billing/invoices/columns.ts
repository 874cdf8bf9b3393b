import type { RowOf } from '../../platform/database/rows.ts';
import type { Row } from '../../platform/database/statement.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import type { SortColumns } from '../../platform/lists/sorting.ts';
import { type ColumnsOf, type FieldsIn, recordEncoder } from '../../platform/records/encode.ts';
import type { BillingInvoiceType } from './records.ts';
import type { InvoiceStatus, PaymentStatus } from './states.ts';

/** The columns in which the fields of a BillingInvoice are stored. */
const invoiceFields = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['entitlementID', 'entitlement_id', 'text'],
  ['buyerID', 'buyer_id', 'text'],
  ['type', 'type', 'text'],
  ['status', 'status', 'text'],
  ['paymentStatus', 'payment_status', 'text'],
  ['startDate', 'start_date', 'time'],
  ['endDate', 'end_date', 'time'],
  ['info', 'info', 'json'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'invoice'>;

/** Columns for fields of an invoice’s info. */
const figures = [
  ['currency', 'currency', 'text'],
  ['number', 'number', 'number'],
  ['creationDate', 'creation_time', 'time'],
  ['issueDate', 'issue_date', 'time'],
  ['dueDate', 'due_date', 'time'],
  ['memo', 'memo', 'text'],
  ['subtotalAmount', 'subtotal_amount', 'number'],
  ['taxAmount', 'tax_amount', 'number'],
  ['dueAmount', 'due_amount', 'number'],
] as const satisfies FieldsIn<'invoice'>;

/** Columns of info fields that are shown only if they are not zero. */
const rareFigures = [
  ['discountAmount', 'discount_amount', 'number'],
  ['paidAmount', 'paid_amount', 'number'],
  ['refundedAmount', 'refunded_amount', 'number'],
  ['creditedAmount', 'credited_amount', 'number'],
  ['deductedCommitAmount', 'deducted_commit_amount', 'number'],
  ['deductedCommitInvoiceID', 'deducted_commit_invoice_id', 'text'],
] as const satisfies FieldsIn<'invoice'>;

/** The columns by which the list can be sorted, by field. */
export const invoiceSorts = {
  status: 'status',
  issueDate: 'issue_date',
  dueDate: 'due_date',
  dueAmount: 'due_value',
} as const satisfies SortColumns<'invoice'>;

const own = ['finalize_at', 'discount_type', 'discount_value', 'deductions', 'sequence'] as const;

/** All columns of an invoice. */
export const invoiceColumns = [
  ...new Set([
    ...invoiceFields.map(([, column]) => column),
    ...figures.map(([, column]) => column),
    ...rareFigures.map(([, column]) => column),
    ...own,
  ]),
];

/** Row of an invoice. Amounts are decimals as text; `info` is the rest of the invoice’s info as JSON text. */
export type InvoiceRow = LinkVersions &
  RowOf<
    'invoice',
    | ColumnsOf<typeof invoiceFields>
    | ColumnsOf<typeof figures>
    | ColumnsOf<typeof rareFigures>
    | (typeof own)[number],
    { status: InvoiceStatus; payment_status: PaymentStatus; type: BillingInvoiceType }
  >;

const encodeFields = recordEncoder(invoiceFields);
const encodeFigures = recordEncoder([...figures, ...rareFigures]);
const isNothing = (value: unknown): boolean => value === null || Number(value) === 0;

/** Encodes an invoice as JSON. */
export const encodeInvoice = (row: Row): string => encodeFields({ ...row, info: encodeInvoiceInfo(row) });

/** Encodes the info of an invoice: the amounts from their columns, then the stored rest. */
export function encodeInvoiceInfo(row: Row): string {
  const shown: Row = { ...row };
  for (const [, column] of rareFigures)
    if (column !== 'deducted_commit_invoice_id' && isNothing(shown[column])) shown[column] = null;
  if (row.discount_type) shown.discount_amount = row.discount_amount;
  const info = String(row.info);
  const rest = info.slice(1, -1).trim();
  const text = encodeFigures(shown);
  return rest ? `${text.slice(0, -1)},${rest}}` : text;
}

/** Encodes invoices, and their info, with links to their documents. */
export type InvoicePrinter = { show: (row: Row) => string; showInfo: (row: Row) => string };

/** The version of the buyer's links in an array, which is empty for an invoice without a buyer. */
export type LinkVersions = { link_versions?: readonly number[] };
export const linkVersions = `ARRAY(
    SELECT b.spa_version FROM buyer b WHERE b.organization_id = i.organization_id AND b.id = i.buyer_id) AS link_versions`;
export const gatheredLinkVersions = {
  as: 'link_versions',
  table: 'buyer',
  column: 'id',
  value: 'spa_version',
  by: 'buyer_id',
} as const;

/** Returns the version of links to an invoice. An increase of the buyer's version revokes links to all its invoices. */
export const linkVersionOf = ({ link_versions: [version] = [] }: LinkVersions): number =>
  Number(version ?? 1);

export const invoiceColumnList = `${invoiceColumns.map((column) => `i.${column}`).join(', ')}, ${linkVersions}`;

/** The events of invoices. */
export const invoiceEvents = createEntityEvents<InvoiceRow>('INVOICE', encodeInvoice);

/** Columns of an invoice’s fee. */
const feeFields = [
  'position',
  'entitlement_id',
  'entitlement_term_id',
  'kind',
  'fee_key',
  'period_start',
  'period_end',
  'billed_until',
  'is_late',
  'amount',
  'lines',
] as const;

export { feeFields };
export type FeeRow = RowOf<
  'invoice_fee',
  (typeof feeFields)[number] | 'invoice_id' | 'credited_amount' | 'live'
>;
