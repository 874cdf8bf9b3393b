import type { BuyerPages } from '../buyers/index.ts';
import type { Route } from '../platform/http/route.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import type { UpcomingSource } from '../platform/jobs/upcoming.ts';
import {
  createAddonRoute,
  deleteAddonRoute,
  getAddonRoute,
  listAddonsRoute,
  updateAddonRoute,
} from './addons.ts';
import { billJobHandler } from './ai/bill.ts';
import { getAiInvoiceRoute, listAiInvoicesRoute } from './ai/list.ts';
import { getAiUsageRoute } from './ai/usage.ts';
import type { InvoiceLinks } from './document/links.ts';
import {
  creditNoteMailJobHandler,
  mailJobHandler,
  previewMailRoute,
  resendMailRoute,
} from './document/mail.ts';
import { type DocumentDeps, openNotePdfRoute, openPdfRoute } from './document/open.ts';
import { draftJobHandler } from './invoices/draft.ts';
import type { InvoiceHooks } from './invoices/hooks.ts';
import { finalizeJobHandler, invoiceUpcoming, issueInvoiceRoute } from './invoices/issue.ts';
import { requestCreditNoteMail, requestMail } from './invoices/jobs.ts';
import { getInvoiceRoute, listInvoicesRoute } from './invoices/list.ts';
import { openAmountOf } from './invoices/payment.ts';
import { updateInvoiceRoute } from './invoices/update.ts';
import { voidInvoiceRoute } from './invoices/void.ts';
import { detachJobHandler } from './payments/detach.ts';
import { schedulePayment } from './payments/jobs.ts';
import { listRefundsRoute, listTransactionsRoute } from './payments/list.ts';
import {
  notificationRoute,
  type NotificationDeps as PaymentNotificationDeps,
} from './payments/notifications.ts';
import { fundsJobHandler, payInvoiceRoute, payJobHandler } from './payments/pay.ts';
import type { ProviderRegistry } from './payments/provider.ts';
import { recordTransferRoute } from './payments/record-transfer.ts';
import { createRefundRoute, followCreditNote, refundJobHandler } from './payments/refund.ts';
import { revertTransferRoute } from './payments/revert-transfer.ts';
import { transactionJobHandler } from './payments/settle.ts';
import { syncJobHandler } from './payments/sync-wallets.ts';
import type { TaxRates } from './tax.ts';
import { closeCreditRoute } from './wallets/close.ts';
import { createCreditRoute } from './wallets/create.ts';
import { setDefaultWalletRoute } from './wallets/default.ts';
import { deleteWalletRoute } from './wallets/delete.ts';
import { expireWalletJob, walletUpcoming } from './wallets/expire.ts';
import { getWalletRoute, listWalletsRoute } from './wallets/list.ts';
import { updateCreditRoute } from './wallets/update.ts';

/** Reactions of other folders of this slice to an invoice change, run in the transaction of that change. */
const hooksOf = (taxRates: TaxRates): InvoiceHooks => ({
  taxRates,
  onFinalized: async (scope, invoice, contactIds) => {
    await scope.query(requestMail(scope, invoice.id, contactIds));
    if (openAmountOf(invoice).amount.greaterThan(0)) await scope.query(schedulePayment(scope, invoice.id));
  },
  onCredited: async (scope, invoice, creditNoteId) => {
    await followCreditNote(scope, invoice);
    await scope.query(requestCreditNoteMail(scope, { invoiceId: invoice.id, creditNoteId }));
  },
});

export { addonTemplate } from './addons.ts';
export { AIInvoice } from './ai/records.ts';
export { billingDescription } from './description.ts';
export { createInvoiceLinks } from './document/links.ts';
export { BillingInvoice } from './invoices/records.ts';
export { invoiceReferences } from './invoices/store.ts';
export type { NotificationDeps as PaymentNotificationDeps } from './payments/notifications.ts';
export type { ProviderRegistry } from './payments/provider.ts';
export { createProviders } from './payments/registry.ts';
export { paymentReferences } from './payments/store.ts';
export type { TaxRates } from './tax.ts';
export { walletReferences } from './wallets/store.ts';

export type BillingRouteDeps = {
  pages: BuyerPages;
  documents: DocumentDeps;
  taxRates: TaxRates;
  notifications: PaymentNotificationDeps;
};

const addonRoutes = [listAddonsRoute, createAddonRoute, getAddonRoute, updateAddonRoute, deleteAddonRoute];

const walletRoutes = (pages: BuyerPages): Route[] => [
  listWalletsRoute,
  getWalletRoute,
  createCreditRoute,
  updateCreditRoute,
  closeCreditRoute,
  deleteWalletRoute,
  setDefaultWalletRoute(pages),
];

const invoiceRoutes = (hooks: InvoiceHooks, links: InvoiceLinks): Route[] => [
  listInvoicesRoute(links),
  getInvoiceRoute(links),
  updateInvoiceRoute(hooks, links),
  issueInvoiceRoute(hooks, links),
  voidInvoiceRoute(links),
];

const paymentRoutes = (notifications: PaymentNotificationDeps, links: InvoiceLinks): Route[] => [
  payInvoiceRoute(links),
  recordTransferRoute,
  revertTransferRoute,
  listTransactionsRoute,
  listRefundsRoute,
  createRefundRoute,
  notificationRoute(notifications),
];

const documentRoutes = (deps: DocumentDeps): Route[] => [
  previewMailRoute(deps.links),
  resendMailRoute(deps.links),
  openPdfRoute(deps),
  openNotePdfRoute(deps),
];

/** Routes of addon templates, wallets, invoices and payments, documents, and AI invoices. */
export const billingRoutes = ({ pages, documents, taxRates, notifications }: BillingRouteDeps): Route[] => [
  ...addonRoutes,
  ...walletRoutes(pages),
  ...invoiceRoutes(hooksOf(taxRates), documents.links),
  ...paymentRoutes(notifications, documents.links),
  ...documentRoutes(documents),
  listAiInvoicesRoute,
  getAiInvoiceRoute,
  getAiUsageRoute,
];

/** Handlers of all job kinds of billing. */
export const billingJobs = (
  links: InvoiceLinks,
  providers: ProviderRegistry,
  taxRates: TaxRates,
): AnyJobHandler[] => [
  expireWalletJob,
  billJobHandler,
  draftJobHandler(hooksOf(taxRates)),
  finalizeJobHandler(hooksOf(taxRates)),
  payJobHandler,
  fundsJobHandler,
  refundJobHandler,
  transactionJobHandler(providers),
  syncJobHandler(providers),
  detachJobHandler(providers),
  mailJobHandler(links),
  creditNoteMailJobHandler(links),
];

/** Upcoming actions for invoices and wallets. */
export const billingUpcoming: readonly UpcomingSource[] = [invoiceUpcoming, walletUpcoming];
