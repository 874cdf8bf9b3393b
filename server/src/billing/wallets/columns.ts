import type { RowOf } from '../../platform/database/rows.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../../platform/records/encode.ts';
import type { BillingWalletStatus, BillingWalletType } from './records.ts';

/** Column of each field of a BillingWallet. */
export const walletColumns = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['buyerID', 'buyer_id', 'text'],
  ['name', 'name', 'text'],
  ['type', 'type', 'text'],
  ['status', 'status', 'text'],
  ['currency', 'currency', 'text'],
  ['totalAmount', 'total_amount', 'number'],
  ['usedAmount', 'used_amount', 'number'],
  ['startTime', 'start_time', 'time'],
  ['expireTime', 'expire_time', 'time', 'nullable'],
  ['partner', 'partner', 'text'],
  ['externalID', 'external_id', 'text'],
  ['info', 'info', 'json'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'wallet'>;

/**
 * Row of a wallet with its customer at the provider and the number of its last event; `info` is JSON text.
 */
export type WalletRow = RowOf<
  'wallet',
  ColumnsOf<typeof walletColumns> | 'external_customer_id' | 'sequence',
  { status: BillingWalletStatus; type: BillingWalletType }
>;

export const encodeWallet = recordEncoder(walletColumns);
export const walletColumnList = `${columnList(walletColumns, 'w')}, w.external_customer_id, w.sequence`;
