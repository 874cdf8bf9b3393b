import type { AnyJobHandler } from '../../platform/jobs/queue.ts';
import { draftJobHandler } from './draft-job.ts';
import { finalizeJobHandler } from './finalize-job.ts';
import type { InvoiceHooks } from './hooks.ts';

export { invoiceReferences } from './buyer-references.ts';
export {
  encodeInvoice,
  encodeInvoiceInfo,
  type InvoicePrinter,
  type InvoiceRow,
  invoiceColumnList,
} from './columns.ts';
export { requireContacts } from './contacts.ts';
export { type InvoiceSums, sumInvoices } from './entitlement-sums.ts';
export { invoiceErrors } from './errors.ts';
export type { InvoiceHooks } from './hooks.ts';
export { type MailPayload, mailJob, requestFailureMail, requestMail } from './mail-job-definition.ts';
export { readParties } from './parties.ts';
export {
  type Payable,
  payableOf,
  recordOverdue,
  recordPayment,
  recordPaymentStatus,
  recordRefund,
  revertPayment,
} from './payment.ts';
export { BillingInvoice, type BillingInvoiceInfo, BillingPaymentStatus } from './records.ts';
export { invoiceRoutes } from './routes.ts';
export { type InvoiceStatus, movingPayments, type PaymentStatus } from './states.ts';
export { lockInvoice, selectInvoice } from './store.ts';
export { invoiceUpcoming } from './upcoming.ts';
export { verifyInvoices } from './verify.ts';

/** All kinds of jobs about invoices. */
export const invoiceJobs = (hooks: InvoiceHooks): AnyJobHandler[] => [
  draftJobHandler(hooks),
  finalizeJobHandler(hooks),
];
