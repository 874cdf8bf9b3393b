import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { InvoiceRow } from './columns.ts';

type Hook = (scope: OrgTransaction, invoice: InvoiceRow) => Promise<void>;

/** What others do about an invoice, in the transaction that changes it; the invoice is locked. */
export type InvoiceHooks = {
  /** It was issued: it can be paid. */
  onFinalized: Hook;
  /** A credit note was made: what of it was paid too much can be paid back (`payableOf`). */
  onCredited: Hook;
};

export const noHooks: InvoiceHooks = { onFinalized: async () => {}, onCredited: async () => {} };
