import type { Moves } from '../../platform/records/moves.ts';
import type { BillingInvoiceStatus, BillingPaymentStatus } from './records.ts';

export type InvoiceStatus = BillingInvoiceStatus;
export type PaymentStatus = BillingPaymentStatus;

/** The moves of an invoice. One that was issued is voided before payment only; what was voided never revives. */
export const invoiceMoves: Moves<InvoiceStatus> = {
  DRAFT: ['FINALIZED', 'CANCELED', 'DELETED'],
  FINALIZED: ['CANCELED'],
};

/**
 * The moves of what is paid of an invoice: they follow its last transaction. What was paid back stays paid; a payment by bank whose
 * record is taken back was none.
 */
export const paymentMoves: Moves<PaymentStatus> = {
  PENDING: ['PROCESSING', 'SUCCESS', 'FAILED'],
  PROCESSING: ['SUCCESS', 'FAILED', 'PENDING'],
  FAILED: ['PROCESSING', 'SUCCESS', 'PENDING'],
  SUCCESS: ['PROCESSING', 'PENDING'],
};

/** The states of a payment in which money has moved, or may be moving: the invoice is not voided then. */
export const movingPayments: readonly PaymentStatus[] = ['PROCESSING', 'SUCCESS'];
