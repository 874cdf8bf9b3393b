export { billingDescription } from './description.ts';
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
export { billingRoutes } from './routes.ts';
export { addonTemplate } from './service.ts';
