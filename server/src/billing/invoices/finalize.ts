import type { OrgTransaction } from '../../platform/access/scope.ts';
import { requireKnownMove } from '../../platform/records/moves.ts';
import { type InvoiceRow, invoiceEvents } from './columns.ts';
import { redraw } from './credit.ts';
import { parseExact, printExact } from './exact-json.ts';
import { readFeesOf } from './fee-store.ts';
import type { InvoiceHooks } from './hooks.ts';
import { nextNumber } from './number-store.ts';
import { readParties } from './parties.ts';
import { invoiceMoves } from './states.ts';
import { updateInvoice } from './store.ts';
import { shownTaxes, taxesOf } from './taxes.ts';
import { totalColumns, totalOf } from './totals.ts';

/**
 * Issues a locked draft: it gets its number, and copies of who issues it and whom it is for, which do not follow what becomes of
 * these, and its taxes by them. One that comes to nothing is paid by that; one that is of nothing is withdrawn.
 */
export async function finalize(
  scope: OrgTransaction,
  invoice: InvoiceRow,
  { dueDate, contactIds }: { dueDate: string; contactIds?: readonly string[] | undefined },
  hooks: InvoiceHooks,
): Promise<InvoiceRow> {
  const fees = await readFeesOf(scope, invoice.id);
  if (fees.length === 0) return redraw(scope, invoice, hooks.taxRates);
  requireKnownMove([invoiceMoves], invoice, 'FINALIZED');
  const parties = await readParties(scope, invoice);
  const taxes = taxesOf(hooks.taxRates, parties);
  const total = totalOf(fees, invoice, taxes);
  const row = await updateInvoice(scope, {
    ...invoice,
    ...totalColumns(total),
    status: 'FINALIZED',
    payment_status: total.due.isZero() ? 'SUCCESS' : 'PENDING',
    issue_date: scope.now.toISOString(),
    due_date: dueDate,
    info: printExact({ ...parseExact<object>(invoice.info), ...shownTaxes(taxes, total), ...parties }),
    number: await nextNumber(scope, 'INVOICE'),
  });
  await scope.query(invoiceEvents.record(scope, 'ISSUE', row, invoice));
  await hooks.onFinalized(scope, row, contactIds);
  return row;
}
