import type { ApiPart } from '../platform/openapi/api-description.ts';

/** Texts and groups for billing in the OpenAPI document. */
export const billingDescription: ApiPart = {
  groups: {
    Billing:
      'Invoices to buyers of direct sales, wallets and payments, addon templates, and the operator’s ' +
      'invoices for AI features.',
  },
  parameters: {
    addonId: 'The addon template',
    aiInvoiceId: 'The AI invoice',
    creditNoteId: 'The credit note',
    invoiceId: 'The invoice',
    walletId: 'The wallet',
    paymentTransactionId: 'The payment transaction',
  },
};
