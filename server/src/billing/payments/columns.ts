import type { RowOf } from '../../platform/database/rows.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../../platform/records/encode.ts';
import type { PaymentStatus } from '../invoices/index.ts';

/** Column of each field of a BillingPaymentTransaction. */
export const transactionColumns = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['parentID', 'parent_id', 'text'],
  ['invoiceID', 'invoice_id', 'text'],
  ['entitlementID', 'entitlement_id', 'text'],
  ['buyerID', 'buyer_id', 'text'],
  ['walletID', 'wallet_id', 'text'],
  ['walletType', 'wallet_type', 'text'],
  ['partner', 'partner', 'text'],
  ['type', 'type', 'text'],
  ['status', 'status', 'text'],
  ['amount', 'amount', 'number'],
  ['currency', 'currency', 'text'],
  ['info', 'info', 'json'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'payment_transaction'>;

/** Row of a transaction with its id at the provider; `info` is JSON text. */
export type TransactionRow = RowOf<
  'payment_transaction',
  ColumnsOf<typeof transactionColumns> | 'external_id' | 'try' | 'sequence',
  { status: PaymentStatus; type: 'CHARGE' | 'REFUND' }
>;

export const encodeTransaction = recordEncoder(transactionColumns);
export const transactionColumnList = `${columnList(transactionColumns, 't')}, t.external_id, t.try, t.sequence`;
