/** What taxes an invoice has: a port, and rates that the operator gives. */
export type { Tax, TaxedParty, TaxedSale, Taxes, TaxRates } from './port.ts';
export { readTaxRates } from './rates.ts';
