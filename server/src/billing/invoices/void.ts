import { lockForBilling, scheduleDraft } from '../../entitlements/index.ts';
import { markUnbilled } from '../../metering/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { invoiceErrors } from '../errors.ts';
import { type InvoicePrinter, type InvoiceRow, invoiceEvents } from './columns.ts';
import { releaseFees } from './fee-store.ts';
import { invoiceChange, invoicesPath, lockExisting, requireMove } from './preconditions.ts';
import { BillingInvoice } from './records.ts';
import { movingPayments } from './states.ts';
import { deductedBy, selectInvoice, updateInvoice } from './store.ts';

export const voidInvoiceRoute = (printer: InvoicePrinter) =>
  route({
    ...invoiceChange,
    path: `${invoicesPath}/{invoiceId}/void`,
    operationId: 'voidInvoice',
    summary: 'Void an invoice',
    description:
      'Voids an invoice without payments. Its fees are drafted again on a new invoice. A voided invoice ' +
      'is returned unchanged.',
    response: BillingInvoice,
    responseDescription: 'The voided invoice',
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => ({
        body: new RawJson(printer.show(await voidInvoice(scope, params.invoiceId))),
      }),
    },
  });

/**
 * Voids an invoice without payments. Its number is not reused, and its fees are drafted again. An invoice
 * that is voided already is returned unchanged. The entitlement is locked first, in the same order as by the
 * draft job, so that a concurrent draft either deducts this invoice before it is voided or bills its fees
 * afterwards.
 */
async function voidInvoice(scope: OrgTransaction, id: string): Promise<InvoiceRow> {
  const [found] = await scope.query<InvoiceRow>(selectInvoice(scope, id));
  if (found) await lockForBilling(scope, [found.entitlement_id]);
  const invoice = await lockExisting(scope, id);
  if (invoice.status === 'CANCELED') return invoice;
  requireMove(invoice, 'CANCELED');
  await requireUntouched(scope, invoice);
  await releaseFees(scope, id);
  if (invoice.type === 'USAGE') await markUnbilled(scope, id);
  const row = await updateInvoice(scope, { ...invoice, status: 'CANCELED' });
  await scope.query(invoiceEvents.record(scope, 'VOID', row, invoice));
  await scheduleDraft(scope, invoice.entitlement_id, scope.now);
  return row;
}

/**
 * Requires an invoice without payments and credit notes that no other invoice deducts. @throws 400 otherwise
 */
async function requireUntouched(scope: OrgTransaction, invoice: InvoiceRow): Promise<void> {
  const { status, payment_status: payment, paid_amount: paid, credited_amount: credited } = invoice;
  if (status === 'FINALIZED' && Number(invoice.due_amount) > 0)
    if (Number(paid) > 0 || movingPayments.includes(payment))
      throw invoiceErrors.invoice_state(
        `The invoice is ${status} and its payment ${payment}; it must be unpaid: PENDING or FAILED.`,
      );
  if (Number(credited) > 0)
    throw invoiceErrors.invoice_state(
      `The invoice is ${status} and has credit notes; it can no longer be voided.`,
    );
  const usage = await deductedBy(scope, invoice.id);
  if (usage)
    throw invoiceErrors.invoice_state(
      `The invoice is ${status} and is deducted by usage invoice ${usage}, which must be CANCELED first.`,
    );
}
