/** What buyers of direct sales are charged: drafts, issued invoices, their numbers and credit notes. */
export { encodeInvoice, type InvoiceRow, invoiceColumnList } from './columns.ts';
export { type InvoiceSums, sumInvoices } from './entitlement-sums.ts';
export { invoiceErrors } from './errors.ts';
export {
  type Payable,
  payableOf,
  recordPayment,
  recordPaymentStatus,
  recordRefund,
} from './payment.ts';
export { BillingInvoice, type BillingInvoiceInfo, BillingPaymentStatus } from './records.ts';
export { invoiceRoutes } from './routes.ts';
export { type InvoiceStatus, movingPayments, type PaymentStatus } from './states.ts';
export { lockInvoice, selectInvoice } from './store.ts';
