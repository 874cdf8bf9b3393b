import { Exact, roundTo } from '../../platform/money-and-time/exact.ts';
import type { InvoiceRow } from './columns.ts';
import { exactNumber, parseExact } from './exact-json.ts';

/** Credit note as it is in the info of its invoice, with exact numbers. */
export type ShownCreditNote = Readonly<Record<string, unknown>>;
type Tax = Readonly<{ name?: unknown; percent?: unknown; amount?: unknown }>;
type Invoice = Pick<InvoiceRow, 'currency' | 'due_amount' | 'tax_amount' | 'info'>;

/**
 * Computes net amount and taxes of credit notes from the taxes of their invoice. Each tax is the notes’
 * cumulative share of it, rounded, less the share of the earlier notes, so that notes for the whole invoice
 * add up exactly to its taxes. The result is the same for notes written by a program of the previous version,
 * so nothing else is stored.
 * @param notes all notes of the invoice, oldest first
 */
export function taxedCreditNotes(invoice: Invoice, notes: readonly ShownCreditNote[]): ShownCreditNote[] {
  const { taxes: known = [] } = parseExact<{ taxes?: Tax[] }>(invoice.info);
  const hasTax = !new Exact(invoice.tax_amount).isZero();
  const taxes: readonly Tax[] = known.length > 0 || !hasTax ? known : [{ amount: invoice.tax_amount }];
  const due = new Exact(invoice.due_amount);
  const upTo = (tax: Tax, credited: Exact) =>
    due.isZero() ? due : roundTo(invoice.currency, credited.times(String(tax.amount ?? 0)).dividedBy(due));
  let before = new Exact(0);
  return notes.map((note) => {
    const after = before.plus(String(note.amount ?? 0));
    const amounts = taxes.map((tax) => upTo(tax, after).minus(upTo(tax, before)));
    const tax = amounts.reduce((sum, amount) => sum.plus(amount), new Exact(0));
    before = after;
    return {
      ...note,
      netAmount: exactNumber(new Exact(String(note.amount ?? 0)).minus(tax)),
      taxAmount: exactNumber(tax),
      ...(known.length === 0
        ? {}
        : { taxes: known.map((one, index) => ({ ...one, amount: exactNumber(amounts[index] as Exact) })) }),
    };
  });
}
