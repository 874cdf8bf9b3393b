export {
  encodeInvoice,
  encodeInvoiceInfo,
  type InvoicePrinter,
  type InvoiceRow,
  type LinkVersions,
  linkVersionOf,
} from './columns.ts';
export { type ShownCreditNote, taxedCreditNotes } from './credit-note.ts';
export { parseExact, printExact } from './exact-json.ts';
export { feeNames, generatedTexts } from './fees.ts';
export {
  type CreditNoteMail,
  creditNoteMailJob,
  type MailPayload,
  mailJob,
  requestFailureMail,
  requestMail,
} from './jobs.ts';
export { readParties } from './parties.ts';
export {
  type OpenAmount,
  openAmountOf,
  recordOverdue,
  recordPayment,
  recordPaymentStatus,
  recordRefund,
  revertPayment,
} from './payment.ts';
export { requireContacts } from './preconditions.ts';
export { BillingInvoice, type BillingInvoiceInfo, BillingPaymentStatus } from './records.ts';
export type { PaymentStatus } from './states.ts';
export { lockInvoice, selectInvoice } from './store.ts';
