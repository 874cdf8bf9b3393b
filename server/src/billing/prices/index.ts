/** Cost of usage. Pure functions on exact decimals. */
export { type GroupUsage, type PeriodDays, type UsageLine, usageLines } from './dimension.ts';
export { type InvoiceTotal, invoiceTotal } from './invoice-total.ts';
