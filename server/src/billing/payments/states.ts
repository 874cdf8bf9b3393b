import type { Moves } from '../../platform/records/moves.ts';
import type { PaymentStatus } from '../invoices/index.ts';
import type { TransactionRow } from './columns.ts';

/** Allowed transitions of a transaction. The outcome at its provider is final. */
export const transactionMoves: Moves<PaymentStatus> = {
  PENDING: ['PROCESSING', 'SUCCESS', 'FAILED'],
  PROCESSING: ['SUCCESS', 'FAILED'],
  // Only for bank payments: the seller may revert the record, because no provider is involved.
  SUCCESS: ['FAILED'],
};

/** Statuses of a transaction whose outcome is unknown. */
export const openTransactions: readonly PaymentStatus[] = ['PENDING', 'PROCESSING'];

/** Whether a charge is a bank payment: no provider and no wallet. */
export const isByBank = ({ partner, wallet_id: wallet }: Pick<TransactionRow, 'partner' | 'wallet_id'>) =>
  partner === null && wallet === null;
