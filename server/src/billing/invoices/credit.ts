import type { OrgTransaction } from '../../platform/access/scope.ts';
import { Exact, roundTo } from '../../platform/money-and-time/exact.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import type { TaxRates } from '../tax/index.ts';
import { type InvoiceRow, invoiceEvents } from './columns.ts';
import type { CutFee } from './commit-fees.ts';
import { withoutDeduction } from './deductions.ts';
import { shownLines } from './draft.ts';
import { exactNumber, parseExact, printExact } from './exact-json.ts';
import { creditFee, readCredited, readFeesOf, releaseFees, removeFee, shortenFee } from './fee-store.ts';
import type { InvoiceHooks } from './hooks.ts';
import { nextNumber } from './number-store.ts';
import { payableOf } from './payment.ts';
import { insertCreditNote, lockInvoice, updateInvoice, writePayment } from './store.ts';
import { readTaxes, shownTaxes } from './taxes.ts';
import { totalColumns, totalOf } from './totals.ts';

/** Takes back what was billed of a time that is not billed any more: a draft is made smaller, for the others there are credit notes. */
export async function creditCuts(
  scope: OrgTransaction,
  cuts: readonly CutFee[],
  hooks: InvoiceHooks,
): Promise<void> {
  for (const [invoiceId, ofInvoice] of groupBy(cuts, ({ fee }) => fee.invoiceId)) {
    const invoice = await lockInvoice(scope, invoiceId);
    if (invoice?.status === 'DRAFT') await shortenDraft(scope, invoice, ofInvoice, hooks.taxRates);
    else if (invoice?.status === 'FINALIZED') await creditIssued(scope, invoice, ofInvoice, reason, hooks);
  }
}

async function shortenDraft(
  scope: OrgTransaction,
  invoice: InvoiceRow,
  cuts: readonly CutFee[],
  rates: TaxRates,
): Promise<void> {
  for (const { fee, until, credit, lines } of cuts) {
    const amount = fee.amount.minus(credit);
    if (until <= fee.start || amount.isZero()) await removeFee(scope, fee);
    else await shortenFee(scope, fee, { until, amount, lines });
  }
  await redraw(scope, invoice, rates);
}

/** Sums a draft up again. One that is of nothing any more is withdrawn. */
export async function redraw(
  scope: OrgTransaction,
  invoice: InvoiceRow,
  rates: TaxRates,
  change: Partial<Pick<InvoiceRow, 'discount_type' | 'discount_value' | 'due_date' | 'memo'>> = {},
): Promise<InvoiceRow> {
  const fees = await readFeesOf(scope, invoice.id);
  const changed = { ...invoice, ...change };
  const lines = fees.flatMap((fee) => parseExact<unknown[]>(fee.lines));
  const taxes = await readTaxes(scope, invoice, rates);
  const total = totalOf(fees, changed, taxes);
  const isEmpty = fees.length === 0;
  if (isEmpty) await releaseFees(scope, invoice.id);
  const row = await updateInvoice(scope, {
    ...changed,
    ...totalColumns(total),
    status: isEmpty ? 'DELETED' : invoice.status,
    end_date:
      fees
        .map((fee) => fee.period_end)
        .sort()
        .at(-1) ?? invoice.end_date,
    info: isEmpty
      ? invoice.info
      : printExact({
          ...parseExact<object>(invoice.info),
          ...shownLines(invoice.type, lines),
          ...shownTaxes(taxes, total),
        }),
  });
  await scope.query(invoiceEvents.record(scope, isEmpty ? 'DELETE' : 'UPDATE', row, invoice));
  return row;
}

const reason = 'The time that it was for was cut by a change or an end.';

/** The share of an invoice that a fee's credit is: the discount on all was taken off each alike, and taxes were added to it. */
function shareOf(invoice: InvoiceRow, credit: Exact): Exact {
  const subtotal = new Exact(invoice.subtotal_amount);
  if (subtotal.isZero()) return new Exact(0);
  const share = credit.times(invoice.due_amount).dividedBy(subtotal);
  const most = new Exact(invoice.due_amount).minus(invoice.credited_amount);
  return Exact.min(most, roundTo(invoice.currency, share));
}

/** What of a fee is given back, and until when it is billed then. */
type Credit = Pick<CutFee, 'fee' | 'until' | 'credit'>;

/** Gives some of a locked issued invoice back, by a credit note. What of that a commit has paid goes back to the commit. */
export async function creditIssued(
  scope: OrgTransaction,
  issued: InvoiceRow,
  cuts: readonly Credit[],
  reason: string,
  hooks: InvoiceHooks,
): Promise<void> {
  const before = await readCredited(scope, issued.id);
  for (const { fee, until, credit } of cuts)
    await creditFee(scope, fee, { until, credited: fee.credited.plus(credit) });
  const credit = cuts.reduce((sum, one) => sum.plus(one.credit), new Exact(0));
  // What was to be paid is given back first.
  const subtotal = new Exact(issued.subtotal_amount);
  const paid = Exact.min(subtotal, before.plus(credit)).minus(Exact.min(subtotal, before));
  const invoice = await returnDeduction(scope, issued, credit.minus(paid));
  const amount = shareOf(invoice, paid);
  if (!amount.greaterThan(0)) return;
  const note = {
    id: scope.newId('crn'),
    number: await nextNumber(scope, 'CREDIT_NOTE'),
    amount,
    reason,
  };
  await insertCreditNote(scope, invoice.id, note);
  const info = parseExact<{ creditNotes?: unknown[] }>(invoice.info);
  const shown = {
    ...note,
    amount: exactNumber(amount),
    creationTime: scope.now.toISOString(),
  };
  const credited = amount.plus(invoice.credited_amount);
  const after = { ...invoice, credited_amount: credited.toFixed() };
  const isPaid = payableOf(after).amount.isZero();
  await updateInvoice(scope, {
    ...invoice,
    info: printExact({ ...info, creditNotes: [...(info.creditNotes ?? []), shown] }),
  });
  const row = await writePayment(scope, {
    id: invoice.id,
    paid_amount: invoice.paid_amount,
    refunded_amount: invoice.refunded_amount,
    credited_amount: credited.toFixed(),
    payment_status: isPaid && invoice.payment_status !== 'PROCESSING' ? 'SUCCESS' : invoice.payment_status,
  });
  await scope.query(invoiceEvents.record(scope, 'UPDATE', row, invoice));
  await hooks.onCredited(scope, row);
}

/** Takes some off what an issued invoice deducts of commits: usage that comes later may deduct it. The invoice shows what it showed. */
async function returnDeduction(
  scope: OrgTransaction,
  invoice: InvoiceRow,
  amount: Exact,
): Promise<InvoiceRow> {
  if (!amount.greaterThan(0)) return invoice;
  const deductions = JSON.stringify(withoutDeduction(JSON.parse(invoice.deductions), amount));
  return updateInvoice(scope, { ...invoice, deductions });
}
