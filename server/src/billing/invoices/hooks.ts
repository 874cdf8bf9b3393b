import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { TaxRates } from '../tax/index.ts';
import type { InvoiceRow } from './columns.ts';

/** What others say and do about an invoice, in the transaction that changes it; the invoice is locked. */
export type InvoiceHooks = {
  /** Say what taxes a draft has. */
  taxRates: TaxRates;
  /** It was issued: it can be paid, and is mailed to the contacts, or to all of the buyer where none are chosen. */
  onFinalized: (
    scope: OrgTransaction,
    invoice: InvoiceRow,
    contactIds: readonly string[] | undefined,
  ) => Promise<void>;
  /** A credit note was made: what of it was paid too much can be paid back (`payableOf`). */
  onCredited: (scope: OrgTransaction, invoice: InvoiceRow) => Promise<void>;
};
