import type { Route } from '../platform/http/route.ts';
import { AIInvoice, aiRoutes, billJobHandler } from './ai/index.ts';
import { invoiceRoutes } from './invoices/index.ts';
import { billingRoutes as addonRoutes } from './routes.ts';

export {
  type AiRefusal,
  type AiReservation,
  type Cents,
  reserve as reserveAi,
  settle as settleAi,
} from './ai/index.ts';
export { billingDescription } from './description.ts';
export {
  BillingInvoice,
  type InvoiceRow,
  invoiceErrors,
  lockInvoice,
  type Payable,
  payableOf,
  recordPayment,
  recordPaymentStatus,
  recordRefund,
} from './invoices/index.ts';
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

export { AIInvoice };

/** Templates of addons, invoices, and the bills and use of AI features. */
export const billingRoutes = (): Route[] => [...addonRoutes(), ...invoiceRoutes(), ...aiRoutes()];

/** All kinds of jobs of billing. */
export const billingJobs = [billJobHandler];
