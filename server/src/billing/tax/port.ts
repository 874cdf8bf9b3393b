import type { Exact } from '../../platform/money-and-time/exact.ts';

/** A party of an invoice, as far as taxes ask for it. */
export type TaxedParty = {
  /** ISO 3166-1 alpha-2, in any letter case; none where nobody knows. */
  country?: string | undefined;
  taxIds?: readonly string[] | undefined;
};

/** What is sold to whom, by whom. */
export type TaxedSale = {
  seller: TaxedParty;
  buyer: TaxedParty;
  /** Of the invoice, as `de`: the note is in it, where there is one in it. */
  language: string;
};

/** A tax with its name on the invoice, in percent of what is taxed. */
export type Tax = { name: string; percent: Exact };

export type Taxes = {
  taxes: readonly Tax[];
  /** What the invoice says about them; always there where there are none. */
  note?: string | undefined;
};

/**
 * The port by which invoices learn what taxes they have. It is asked in a transaction and must answer at once, the same for the
 * same sale: what asks a service outside would have to know its rates before.
 */
export type TaxRates = { of: (sale: TaxedSale) => Taxes };
