import { type BillingMove, moveBilled } from '../../metering/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { Exact, roundTo } from '../../platform/money-and-time/exact.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import type { TaxRates } from '../tax.ts';
import { type InvoiceRow, invoiceEvents } from './columns.ts';
import type { ShortenedFee } from './commit-fees.ts';
import { type ShownCreditNote, taxedCreditNotes } from './credit-note.ts';
import { type DailyUsage, isShown } from './daily-usage.ts';
import { type Deduction, deductedInvoice, withoutDeduction } from './deductions.ts';
import { redraw } from './drafts.ts';
import { exactNumber, parseExact, printExact } from './exact-json.ts';
import { creditFee, readCredited, removeFee, shortenFee } from './fee-store.ts';
import { generatedTexts, type KnownFee } from './fees.ts';
import type { InvoiceHooks } from './hooks.ts';
import { openAmountOf } from './payment.ts';
import { insertCreditNote, lockInvoice, nextNumber, updateInvoice, writePayment } from './store.ts';
import type { RefreshedFee } from './usage-fees.ts';

/** Credits fees, whose period was cut short unless another reason is given. A draft is reduced; an issued invoice gets a credit note. */
export async function creditCuts(
  scope: OrgTransaction,
  cuts: readonly ShortenedFee[],
  hooks: InvoiceHooks,
  reason: string = generatedTexts.timeCut,
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
  cuts: readonly ShortenedFee[],
  rates: TaxRates,
): Promise<void> {
  for (const { fee, until, credit, lines } of cuts) {
    const amount = fee.amount.minus(credit);
    if (until <= fee.start || amount.isZero()) await removeFee(scope, fee);
    else await shortenFee(scope, fee, { until, amount, lines });
  }
  await redraw(scope, invoice, rates);
}

/**
 * Converts a fee’s credit to the amount of the invoice: the overall discount is deducted proportionally and
 * taxes are added.
 */
function shareOf(invoice: InvoiceRow, credit: Exact): Exact {
  const subtotal = new Exact(invoice.subtotal_amount);
  if (subtotal.isZero()) return new Exact(0);
  const share = credit.times(invoice.due_amount).dividedBy(subtotal);
  const most = new Exact(invoice.due_amount).minus(invoice.credited_amount);
  return Exact.min(most, roundTo(invoice.currency, share));
}

/** Credit of a fee, and the moment until which the fee is billed afterwards. */
type Credit = Pick<ShortenedFee, 'fee' | 'until' | 'credit'>;

/**
 * Credits part of a locked, issued invoice with a credit note. The portion that a commit paid for is returned
 * to the commit instead.
 */
async function creditIssued(
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
  // The amount that the buyer owes or paid is credited before the deduction from commits.
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
  const info = parseExact<{ creditNotes?: ShownCreditNote[] }>(invoice.info);
  const shown = { ...note, amount: exactNumber(amount), creationTime: scope.now.toISOString() };
  const credited = amount.plus(invoice.credited_amount);
  const after = { ...invoice, credited_amount: credited.toFixed() };
  const isPaid = openAmountOf(after).amount.isZero();
  await updateInvoice(scope, {
    ...invoice,
    info: printExact({
      ...info,
      creditNotes: taxedCreditNotes(invoice, [...(info.creditNotes ?? []), shown]),
    }),
  });
  const row = await writePayment(scope, {
    id: invoice.id,
    paid_amount: invoice.paid_amount,
    refunded_amount: invoice.refunded_amount,
    credited_amount: credited.toFixed(),
    payment_status: isPaid && invoice.payment_status !== 'PROCESSING' ? 'SUCCESS' : invoice.payment_status,
  });
  await scope.query(invoiceEvents.record(scope, 'UPDATE', row, invoice));
  await hooks.onCredited(scope, row, note.id);
}

/**
 * Reduces what an issued invoice deducts from commits, so that later usage can deduct it. The amounts on the
 * invoice do not change.
 */
async function returnDeduction(
  scope: OrgTransaction,
  invoice: InvoiceRow,
  amount: Exact,
): Promise<InvoiceRow> {
  if (!amount.greaterThan(0)) return invoice;
  const deductions = JSON.stringify(withoutDeduction(JSON.parse(invoice.deductions), amount));
  return updateInvoice(scope, { ...invoice, deductions });
}

/** New content of a draft after more usage of its period was reported. */
export type RefreshedDraft = {
  invoiceId: string;
  fees: readonly RefreshedFee[];
  deductions: readonly Deduction[];
  /** The usage of each day of these fees. */
  daily: readonly DailyUsage[];
};

/** Changes that late usage makes to existing invoices: drafts are refreshed, issued invoices are credited. */
export type UsageAdjustments = {
  drafts: readonly RefreshedDraft[];
  credits: readonly { fee: KnownFee; credit: Exact }[];
  /** Usage to move to another invoice, because its draft no longer has a fee for it. */
  moves: readonly BillingMove[];
};

export const isAdjusted = ({ drafts, credits, moves }: UsageAdjustments): boolean =>
  drafts.length + credits.length + moves.length > 0;

/** Applies adjustments to the invoices of a locked entitlement; the affected drafts are locked too. */
export async function adjustUsage(
  scope: OrgTransaction,
  { drafts, credits, moves }: UsageAdjustments,
  hooks: InvoiceHooks,
): Promise<void> {
  for (const draft of drafts) await refreshDraft(scope, draft, hooks);
  for (const move of moves) await moveBilled(scope, move);
  for (const [invoiceId, ofInvoice] of groupBy(credits, ({ fee }) => fee.invoiceId)) {
    const invoice = await lockInvoice(scope, invoiceId);
    const cuts = ofInvoice.map(({ fee, credit }) => ({ fee, credit, until: fee.until }));
    if (invoice?.status === 'FINALIZED')
      await creditIssued(scope, invoice, cuts, generatedTexts.usageCheaper, hooks);
  }
}

async function refreshDraft(
  scope: OrgTransaction,
  { invoiceId, fees, deductions, daily }: RefreshedDraft,
  { taxRates }: InvoiceHooks,
): Promise<void> {
  const invoice = await lockInvoice(scope, invoiceId);
  if (invoice?.status !== 'DRAFT') throw new Error(`invoice ${invoiceId} is no longer a draft`);
  for (const { fee, amount, lines } of fees)
    if (lines.length === 0) await removeFee(scope, fee);
    else await shortenFee(scope, fee, { until: fee.until, amount, lines });
  const { usageDailyRevenues = [], ...info } = parseExact<{ usageDailyRevenues?: DailyUsage[] }>(
    invoice.info,
  );
  const isOther = ({ date }: DailyUsage) =>
    !fees.some(({ fee }) => date >= fee.start.slice(0, 10) && `${date}T00:00:00.000Z` < fee.until);
  const days = [...usageDailyRevenues.filter(isOther), ...daily];
  await redraw(
    scope,
    {
      ...invoice,
      deductions: JSON.stringify(deductions),
      deducted_commit_invoice_id: deductedInvoice(deductions),
      info: printExact({ ...info, ...(isShown(days) ? { usageDailyRevenues: days } : {}) }),
    },
    taxRates,
  );
}
