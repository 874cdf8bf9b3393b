import { defineErrors } from '../platform/errors.ts';

export const addonErrors = defineErrors({
  addon_not_found: [404, 'Addon not found'],
  addon_deleted: [400, 'The addon was deleted'],
});

export const aiErrors = defineErrors({
  ai_invoice_not_found: [404, 'AI invoice not found'],
});

export const walletErrors = defineErrors({
  wallet_not_found: [404, 'Wallet not found'],
  wallet_state: [400, "The wallet's status does not allow this operation"],
  wallet_type: [400, "The wallet's type does not allow this operation"],
  wallet_in_use: [400, 'The wallet has a payment in flight'],
});

export const invoiceErrors = defineErrors({
  invoice_not_found: [404, 'Invoice not found'],
  invoice_state: [400, "The invoice's status does not allow this operation"],
});

export const paymentErrors = defineErrors({
  payment_transaction_not_found: [404, 'Payment transaction not found'],
  payment_transaction_state: [400, "The payment transaction's status does not allow this operation"],
  no_means_of_payment: [400, 'The buyer has no payment method for the invoice'],
});
