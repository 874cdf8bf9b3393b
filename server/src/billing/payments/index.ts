import type { OrgScope } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { Route } from '../../platform/http/route.ts';
import { type AnyJobHandler, enqueue } from '../../platform/jobs/queue.ts';
import type { InvoicePrinter } from '../invoices/index.ts';
import { detachJobHandler } from './detach-job.ts';
import { fundsJobHandler } from './funds-job.ts';
import { payJobHandler, refundJobHandler, transactionJobHandler } from './handlers.ts';
import { payJob } from './jobs.ts';
import { type NotificationDeps, notificationRoute } from './notifications.ts';
import type { ProviderRegistry } from './provider.ts';
import { paymentRoutes as ownRoutes } from './routes.ts';
import { syncJobHandler } from './sync-job.ts';

export { paymentReferences } from './buyer-references.ts';
export { encodeTransaction } from './columns.ts';
export { paymentErrors } from './errors.ts';
export type { NotificationDeps as PaymentNotificationDeps } from './notifications.ts';
export type { PaymentProvider, ProviderRegistry } from './provider.ts';
export { BillingPaymentTransaction } from './records.ts';
export { followCreditNote } from './refunds.ts';
export { createProviders } from './registry.ts';
export { addTestMethod, settleTestPayment } from './test-provider/index.ts';

/** Has an invoice paid that was issued. */
export const schedulePayment = (scope: OrgScope, invoiceId: string): Statement =>
  enqueue(scope, payJob, { invoiceId });

/** Payments and refunds, and the door for what payment providers say by themselves. */
export const paymentRoutes = (notifications: NotificationDeps, printer: InvoicePrinter): Route[] => [
  ...ownRoutes(printer),
  notificationRoute(notifications),
];

export const paymentJobs = (providers: ProviderRegistry): AnyJobHandler[] => [
  payJobHandler,
  fundsJobHandler,
  refundJobHandler,
  transactionJobHandler(providers),
  syncJobHandler(providers),
  detachJobHandler(providers),
];
