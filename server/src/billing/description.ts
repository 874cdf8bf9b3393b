import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The text and groups that the document of the API has for billing. */
export const billingDescription: ApiPart = {
  groups: {
    Billing:
      'What buyers of direct sales are charged: invoices, and templates of addons. What the operator charges for AI features.',
  },
  parameters: {
    addonId: 'The addon template',
    aiInvoiceId: 'The invoice of AI features',
    invoiceId: 'The invoice',
    walletId: 'The wallet',
    paymentTransactionId: 'The payment transaction',
  },
};
