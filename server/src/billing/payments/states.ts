import type { Moves } from '../../platform/records/moves.ts';
import type { PaymentStatus } from '../invoices/index.ts';

/** The moves of a transaction: what became of it at its provider is its end. */
export const transactionMoves: Moves<PaymentStatus> = {
  PENDING: ['PROCESSING', 'SUCCESS', 'FAILED'],
  PROCESSING: ['SUCCESS', 'FAILED'],
};

/** The states of a transaction of which nobody knows the end yet. */
export const openTransactions: readonly PaymentStatus[] = ['PENDING', 'PROCESSING'];
