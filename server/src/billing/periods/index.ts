/** What is billed when: pure, times as text in and out. */
export { type Charge, chargesOf, dueCharges } from './charges.ts';
export { type CommitLine, type CommitSale, commitLines } from './commit-lines.ts';
export { duePeriods, dueTime } from './due.ts';
export { type BillingPeriod, billingPeriods, daysOf, splitByTerms } from './periods.ts';
export { type BillingTerms, billingTermsOf } from './terms.ts';
