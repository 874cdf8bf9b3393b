import type { Moves } from '../../platform/records/moves.ts';
import type { PaymentStatus } from '../invoices/index.ts';
import type { TransactionRow } from './columns.ts';

/** The moves of a transaction: what became of it at its provider is its end. */
export const transactionMoves: Moves<PaymentStatus> = {
  PENDING: ['PROCESSING', 'SUCCESS', 'FAILED'],
  PROCESSING: ['SUCCESS', 'FAILED'],
  // Of what came by bank, which no provider knows: the seller takes the record of it back.
  SUCCESS: ['FAILED'],
};

/** The states of a transaction of which nobody knows the end yet. */
export const openTransactions: readonly PaymentStatus[] = ['PENDING', 'PROCESSING'];

/** Says whether a charge is money that came by bank: no provider and no wallet has it. */
export const isByBank = ({ partner, wallet_id: wallet }: Pick<TransactionRow, 'partner' | 'wallet_id'>) =>
  partner === null && wallet === null;
