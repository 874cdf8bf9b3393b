/** Billing periods and the amounts due in them. Pure functions; times are text. */
export { type Charge, chargesOf, dueCharges } from './charges.ts';
export { type CommitLine, type CommitSale, commitLines } from './commit-lines.ts';
export { type BillingPeriod, billingPeriods, daysOf, duePeriods, splitByTerms } from './periods.ts';
export { type BillingTerms, billingTermsOf } from './terms.ts';
