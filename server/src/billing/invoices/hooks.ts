import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { TaxRates } from '../tax.ts';
import type { InvoiceRow } from './columns.ts';

/** Reactions of other folders of this slice to a change of an invoice, in the same transaction. The invoice is locked. */
export type InvoiceHooks = {
  /** Tax rates for drafts and issued invoices. */
  taxRates: TaxRates;
  /**
   * Called when an invoice is issued. Schedules its payment, and mails it to the given contacts or else to
   * all of the buyer’s.
   */
  onFinalized: (
    scope: OrgTransaction,
    invoice: InvoiceRow,
    contactIds: readonly string[] | undefined,
  ) => Promise<void>;
  /**
   * Called when a credit note is created. Refunds any overpayment (`payableOf`) and mails the note to the
   * buyer.
   */
  onCredited: (scope: OrgTransaction, invoice: InvoiceRow, creditNoteId: string) => Promise<void>;
};
