import type { BuyerPages } from '../buyers/index.ts';
import type { Route } from '../platform/http/route.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import type { UpcomingSource } from '../platform/jobs/upcoming.ts';
import { AIInvoice, aiRoutes, billJobHandler } from './ai/index.ts';
import { type DocumentDeps, documentRoutes, type InvoiceLinks, mailJobHandler } from './document/index.ts';
import {
  type InvoiceHooks,
  invoiceJobs,
  invoiceRoutes,
  invoiceUpcoming,
  payableOf,
  requestMail,
} from './invoices/index.ts';
import {
  followCreditNote,
  type PaymentNotificationDeps,
  type ProviderRegistry,
  paymentJobs,
  paymentRoutes,
  schedulePayment,
} from './payments/index.ts';
import { billingRoutes as addonRoutes } from './routes.ts';
import type { TaxRates } from './tax/index.ts';
import { expireWalletJob, walletRoutes, walletUpcoming } from './wallets/index.ts';

export {
  type AiRefusal,
  type AiReservation,
  type Cents,
  readOff as readAiOff,
  reserve as reserveAi,
  settle as settleAi,
} from './ai/index.ts';
export { billingDescription } from './description.ts';
export { createInvoiceLinks, type InvoiceLinks } from './document/index.ts';
export {
  BillingInvoice,
  type InvoiceHooks,
  type InvoiceRow,
  invoiceErrors,
  invoiceReferences,
  lockInvoice,
  type Payable,
  payableOf,
  recordPayment,
  recordPaymentStatus,
  recordRefund,
  sumInvoices,
  verifyInvoices,
} from './invoices/index.ts';
export {
  addTestMethod,
  BillingPaymentTransaction,
  createProviders,
  encodeTransaction,
  type PaymentNotificationDeps,
  type ProviderRegistry,
  paymentErrors,
  paymentReferences,
  schedulePayment,
  settleTestPayment,
} from './payments/index.ts';
export {
  type BillingPeriod,
  type BillingTerms,
  billingPeriods,
  billingTermsOf,
  type CommitSale,
  chargesOf,
  commitLines,
  daysOf,
  dueCharges,
  duePeriods,
  splitByTerms,
} from './periods/index.ts';
export {
  type GroupUsage,
  type InvoiceTotal,
  invoiceTotal,
  type UsageLine,
  usageLines,
} from './prices/index.ts';
export { addonTemplate } from './service.ts';
export {
  readTaxRates,
  type Tax,
  type TaxedParty,
  type TaxedSale,
  type Taxes,
  type TaxRates,
} from './tax/index.ts';
export { BillingWallet, encodeWallet, walletReferences } from './wallets/index.ts';

export { AIInvoice };

export type BillingRouteDeps = {
  pages: BuyerPages;
  documents: DocumentDeps;
  taxRates: TaxRates;
  notifications: PaymentNotificationDeps;
};

/** What the other rooms say and do about an invoice, in the transaction that changes it. */
const hooksOf = (taxRates: TaxRates): InvoiceHooks => ({
  taxRates,
  onFinalized: async (scope, invoice, contactIds) => {
    await scope.query(requestMail(scope, invoice.id, contactIds));
    if (payableOf(invoice).amount.greaterThan(0)) await scope.query(schedulePayment(scope, invoice.id));
  },
  onCredited: followCreditNote,
});

/** Templates of addons, wallets, invoices and their payments, and the bills and use of AI features. */
export const billingRoutes = ({ pages, documents, taxRates, notifications }: BillingRouteDeps): Route[] => [
  ...addonRoutes(),
  ...walletRoutes(pages),
  ...invoiceRoutes(hooksOf(taxRates), documents.links),
  ...paymentRoutes(notifications, documents.links),
  ...documentRoutes(documents),
  ...aiRoutes(),
];

/** All kinds of jobs of billing. */
export const billingJobs = (
  links: InvoiceLinks,
  providers: ProviderRegistry,
  taxRates: TaxRates,
): AnyJobHandler[] => [
  expireWalletJob,
  billJobHandler,
  ...invoiceJobs(hooksOf(taxRates)),
  ...paymentJobs(providers),
  mailJobHandler(links),
];

/** What falls due of invoices and of what pays them. */
export const billingUpcoming: readonly UpcomingSource[] = [invoiceUpcoming, walletUpcoming];
