export type { Cents } from './ai/charge.ts';
export {
  type AiRefusal,
  type AiReservation,
  readOff as readAiOff,
  reserve as reserveAi,
  settle as settleAi,
} from './ai/meter.ts';
export {
  type Content as InvoiceContent,
  contentOf as invoiceContentOf,
  creditNoteContentOf,
} from './document/content.ts';
export { type InvoiceLinks, invoicePaths } from './document/links.ts';
export { readCreditNote, readPrinted } from './document/read.ts';
export { invoiceErrors, paymentErrors } from './errors.ts';
export { dueInstalments } from './invoices/charge-fees.ts';
export { type InvoiceRow, linkVersionOf, linkVersions } from './invoices/columns.ts';
export type { InvoiceHooks } from './invoices/hooks.ts';
export {
  type OpenAmount,
  openAmountOf,
  recordPayment,
  recordPaymentStatus,
  recordRefund,
} from './invoices/payment.ts';
export { lockInvoice, sumInvoices } from './invoices/store.ts';
export { verifyInvoices } from './invoices/verify.ts';
export { encodeTransaction } from './payments/columns.ts';
export { schedulePayment } from './payments/jobs.ts';
export { BillingPaymentTransaction } from './payments/records.ts';
export { addTestMethod, settleTestPayment } from './payments/test-provider.ts';
export { chargesOf, dueCharges } from './periods/charges.ts';
export { type CommitSale, commitLines } from './periods/commit-lines.ts';
export { type BillingPeriod, billingPeriods, daysOf, duePeriods, splitByTerms } from './periods/periods.ts';
export { type BillingTerms, billingTermsOf } from './periods/terms.ts';
export { type GroupUsage, type UsageLine, usageLines } from './prices/dimension.ts';
export { type InvoiceTotal, invoiceTotal } from './prices/invoice-total.ts';
export { readTaxRates, type Tax, type TaxedParty, type TaxedSale, type Taxes } from './tax.ts';
export { encodeWallet } from './wallets/columns.ts';
export { BillingWallet } from './wallets/records.ts';
