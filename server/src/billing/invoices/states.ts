import type { Moves } from '../../platform/records/moves.ts';
import type { BillingInvoiceStatus, BillingPaymentStatus } from './records.ts';

export type InvoiceStatus = BillingInvoiceStatus;
export type PaymentStatus = BillingPaymentStatus;

/**
 * Allowed moves of an invoice. An issued invoice can be voided only before payment, and a voided one is
 * final.
 */
export const invoiceMoves: Moves<InvoiceStatus> = {
  DRAFT: ['FINALIZED', 'CANCELED', 'DELETED'],
  FINALIZED: ['CANCELED'],
};

/**
 * Allowed moves of a payment status, which follows the invoice’s last transaction. A refunded invoice stays
 * paid; reverting the record of a bank payment makes its amount open again.
 */
export const paymentMoves: Moves<PaymentStatus> = {
  PENDING: ['PROCESSING', 'SUCCESS', 'FAILED'],
  PROCESSING: ['SUCCESS', 'FAILED', 'PENDING'],
  FAILED: ['PROCESSING', 'SUCCESS', 'PENDING'],
  SUCCESS: ['PROCESSING', 'PENDING'],
};

/** Payment statuses in which money has moved or may be moving. Such an invoice cannot be voided. */
export const movingPayments: readonly PaymentStatus[] = ['PROCESSING', 'SUCCESS'];
