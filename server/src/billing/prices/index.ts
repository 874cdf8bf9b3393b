/** What usage costs: pure, exact decimals in and out. */
export { type GroupUsage, type UsageLine, usageLines } from './dimension.ts';
export type { Discount } from './discount.ts';
export type { Fee } from './fee.ts';
export { type Adjustments, type InvoiceTotal, invoiceTotal } from './invoice-total.ts';
export type { MinimumTerms, PeriodDays } from './minimum.ts';
