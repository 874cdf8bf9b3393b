import { lockForBilling, scheduleDraft } from '../../entitlements/index.ts';
import { markUnbilled } from '../../metering/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type Finding, invalid } from '../../platform/errors.ts';
import { coinProblem } from '../../platform/money-and-time/coins.ts';
import { millisecondsOf } from '../../platform/records/fields.ts';
import { mayMove, statesBefore } from '../../platform/records/moves.ts';
import type { TaxRates } from '../tax/index.ts';
import { type InvoiceRow, invoiceEvents } from './columns.ts';
import { requireContacts } from './contacts.ts';
import { redraw } from './credit.ts';
import { invoiceErrors } from './errors.ts';
import { releaseFees } from './fee-store.ts';
import { finalize } from './finalize.ts';
import type { InvoiceHooks } from './hooks.ts';
import type { UpdateInvoiceInfoRequest } from './records.ts';
import { type InvoiceStatus, invoiceMoves, movingPayments } from './states.ts';
import { deductedBy, lockInvoice, selectInvoice, updateInvoice } from './store.ts';

async function lock(scope: OrgTransaction, id: string): Promise<InvoiceRow> {
  const invoice = await lockInvoice(scope, id);
  if (!invoice) throw invoiceErrors.invoice_not_found();
  return invoice;
}

/** @throws 400 that names the state, and those from which it is possible */
function requireMove({ status }: InvoiceRow, to: InvoiceStatus): void {
  if (mayMove(invoiceMoves, status, to)) return;
  const before = statesBefore(invoiceMoves, to).join(' or ');
  throw invoiceErrors.invoice_state(`The invoice is ${status}; it must be ${before}.`);
}

/**
 * Issues a draft by hand: it is to be paid that day, and is mailed to the chosen contacts, else to all of the buyer. One that was
 * issued is answered as it is.
 */
export async function issueInvoice(
  scope: OrgTransaction,
  id: string,
  contactIds: readonly string[] | undefined,
  hooks: InvoiceHooks,
): Promise<InvoiceRow> {
  const invoice = await lock(scope, id);
  if (invoice.status === 'FINALIZED') return invoice;
  requireMove(invoice, 'FINALIZED');
  await requireContacts(scope, contactIds);
  return finalize(scope, invoice, { dueDate: scope.now.toISOString(), contactIds }, hooks);
}

/**
 * Voids an invoice that nothing was paid of; a number that it has is not given again. What it was of is drafted anew. One that was
 * voided is answered as it is. The entitlement is locked first, as by drafts: one that is under way deducts what is voided, or bills it
 * still, and what it is of is drafted after it.
 */
export async function voidInvoice(scope: OrgTransaction, id: string): Promise<InvoiceRow> {
  const [found] = await scope.query<InvoiceRow>(selectInvoice(scope, id));
  if (found) await lockForBilling(scope, [found.entitlement_id]);
  const invoice = await lock(scope, id);
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

/** @throws 400 where money has moved, or another invoice goes by it */
async function requireUntouched(scope: OrgTransaction, invoice: InvoiceRow): Promise<void> {
  const { status, payment_status: payment, paid_amount: paid, credited_amount: credited } = invoice;
  if (status === 'FINALIZED' && Number(invoice.due_amount) > 0)
    if (Number(paid) > 0 || movingPayments.includes(payment))
      throw invoiceErrors.invoice_state(
        `The invoice is ${status} and its payment ${payment}; it must be unpaid: PENDING or FAILED.`,
      );
  if (Number(credited) > 0)
    throw invoiceErrors.invoice_state(
      `The invoice is ${status} and has credit notes, by which it is mended.`,
    );
  const usage = await deductedBy(scope, invoice.id);
  if (usage)
    throw invoiceErrors.invoice_state(
      `The invoice is ${status}, and invoice ${usage} of usage deducts it: that must be CANCELED first.`,
    );
}

/** Changes a draft: what is absent stays, and null takes a field away (R8). @throws 400 */
export async function updateInvoiceInfo(
  scope: OrgTransaction,
  id: string,
  request: UpdateInvoiceInfoRequest,
  rates: TaxRates,
): Promise<InvoiceRow> {
  const invoice = await lock(scope, id);
  if (invoice.status !== 'DRAFT')
    throw invoiceErrors.invoice_state(`The invoice is ${invoice.status}; it must be DRAFT.`);
  const { dueDate, memo } = request;
  const due =
    dueDate === undefined
      ? invoice.due_date
      : dueDate && new Date(millisecondsOf(dueDate) as number).toISOString();
  return redraw(scope, invoice, rates, {
    ...discountOf(invoice, request),
    due_date: due || null,
    memo: memo === undefined ? invoice.memo : memo || null,
  });
}

function discountOf(
  invoice: InvoiceRow,
  { discountType, discountAmount }: UpdateInvoiceInfoRequest,
): Pick<InvoiceRow, 'discount_type' | 'discount_value'> {
  const value = discountAmount === undefined ? numberOf(invoice.discount_value) : discountAmount;
  const given = discountType === undefined ? invoice.discount_type : discountType;
  if (value === null) return { discount_type: given, discount_value: null };
  const type = given ?? 'ABSOLUTE';
  const problem =
    type === 'PERCENTAGE'
      ? value > 100
        ? 'must be at most 100 percent'
        : undefined
      : coinProblem(value, invoice.currency);
  const findings: Finding[] = problem ? [{ pointer: '/discountAmount', message: problem }] : [];
  if (findings.length > 0) throw invalid(findings);
  return { discount_type: type, discount_value: String(value) };
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));
