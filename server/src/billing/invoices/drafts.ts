import type { BilledEntitlement } from '../../entitlements/index.ts';
import { firstRunAfter } from '../../metering/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { recordEvents } from '../../platform/events/record-event.ts';
import { enqueueMany } from '../../platform/jobs/enqueue-many.ts';
import type { Taxes, TaxRates } from '../tax.ts';
import { type InvoiceRow, invoiceEvents } from './columns.ts';
import { type Deduction, deductedInvoice } from './deductions.ts';
import { jsonText, parseExact, printExact } from './exact-json.ts';
import { insertFees, readFeesOf, releaseFees } from './fee-store.ts';
import type { NewFee, PrintedFee } from './fees.ts';
import { finalizeJob } from './jobs.ts';
import type { BillingInvoiceType } from './records.ts';
import { insertInvoices, updateInvoice } from './store.ts';
import { readTaxes, shownTaxes, totalColumns, totalOf } from './totals.ts';

/** New invoice of an entitlement, to be inserted as a draft. */
export type Draft = {
  id: string;
  type: BillingInvoiceType;
  fees: readonly NewFee[];
  /** Additional fields of its info. */
  detail?: Readonly<Record<string, unknown>>;
  deductions?: readonly Deduction[];
};

/** Drafts of a locked entitlement. The scope is that of the entitlement’s job. */
export type SaleDrafts = {
  scope: OrgTransaction;
  sale: BilledEntitlement;
  taxes: Taxes;
  drafts: readonly Draft[];
};

const dayMs = 86_400_000;

/**
 * Field of the info that lists the lines of an invoice type. Types that are charged once have a detail
 * instead.
 */
const linesField: Readonly<Partial<Record<BillingInvoiceType, string>>> = {
  COMMIT: 'commitsRevenueDetails',
  USAGE: 'billableDimensionDetails',
};

/** Lines in the form of an invoice’s info. An instalment has one line. */
const shownLines = (type: BillingInvoiceType, lines: readonly unknown[]): object => {
  if (type === 'INSTALLMENT') return { paymentInstallmentsDetail: lines[0] };
  const field = linesField[type];
  return field ? { [field]: lines } : {};
};

/**
 * Inserts drafts for locked entitlements in one packet. Each draft is issued automatically after its grace
 * period.
 */
export async function writeDrafts(scope: OrgTransaction, of: readonly SaleDrafts[]): Promise<void> {
  const all = of.flatMap(({ drafts, ...sold }) =>
    drafts.map(({ fees: exact, ...draft }) => {
      // Lines are printed once, for the invoice’s info and for the fee.
      const fees = exact.map((fee) => ({ ...fee, lines: fee.lines.map(jsonText) }));
      return { ...draft, fees, scope: sold.scope, row: rowOf(sold, { ...draft, fees }) };
    }),
  );
  if (all.length === 0) return;
  // The rows are known in full, so the events need nothing read back.
  const facts = all.flatMap(({ row, scope: { requestId } }) =>
    invoiceEvents.facts('CREATE', [row], [], { requestId }),
  );
  await Promise.all([
    insertInvoices(
      scope,
      all.map(({ row }) => row),
    ),
    insertFees(
      scope,
      all.map(({ id, type, fees, row }) => ({
        invoiceId: id,
        entitlementId: row.entitlement_id,
        kind: type,
        fees,
      })),
    ),
    scope.query(
      enqueueMany(
        all.map(({ id, scope, row }) => ({
          scope,
          definition: finalizeJob,
          payload: { invoiceId: id },
          at: new Date(row.finalize_at as string),
        })),
      ),
    ),
    scope.query(recordEvents(scope, facts)),
  ]);
}

/** Initial values of columns that are written later. */
const untouched = {
  issue_date: null,
  due_date: null,
  number: null,
  discount_type: null,
  discount_value: null,
  memo: null,
  paid_amount: '0',
  refunded_amount: '0',
  credited_amount: '0',
  sequence: 1,
} as const;

function rowOf(
  { scope, sale: { entitlement, info }, taxes }: Omit<SaleDrafts, 'drafts'>,
  { id, type, fees, detail = {}, deductions = [] }: Omit<Draft, 'fees'> & { fees: readonly PrintedFee[] },
): InvoiceRow {
  const { gracePeriodInDays, netTermsInDays } = info;
  const start = fees.map((fee) => fee.start).sort()[0] as string;
  const end = fees
    .map((fee) => fee.end)
    .sort()
    .at(-1) as string;
  const graceEnd = scope.now.getTime() + Math.max(0, gracePeriodInDays ?? 0) * dayMs;
  // Usage before the end may be reported after it; the first run after the end settles it.
  const settledAt = type === 'USAGE' ? firstRunAfter(new Date(end)).getTime() : 0;
  const finalizeAt = new Date(Math.max(graceEnd, settledAt));
  const summed = {
    ...untouched,
    currency: info.currency || 'USD',
    deductions: JSON.stringify(deductions),
  };
  const amounts = fees.map(({ amount }) => ({ amount: amount.toFixed() }));
  const total = totalOf(amounts, summed, taxes);
  return {
    organization_id: scope.organizationId,
    id,
    entitlement_id: entitlement.id,
    buyer_id: entitlement.buyer_id,
    type,
    status: 'DRAFT',
    payment_status: 'PENDING',
    currency: summed.currency,
    start_date: start,
    end_date: end,
    finalize_at: finalizeAt.toISOString(),
    ...untouched,
    ...totalColumns(total),
    deducted_commit_invoice_id: deductedInvoice(deductions),
    deductions: summed.deductions,
    info: printExact({
      gracePeriodInDays,
      netTermsInDays,
      periodTotalDays: Math.round((Date.parse(end) - Date.parse(start)) / dayMs),
      ...(type === 'USAGE' ? { isMeteringOverageCommit: info.isMeteringOverageCommit ?? false } : {}),
      ...shownLines(
        type,
        fees.flatMap(({ lines }) => lines),
      ),
      ...detail,
      ...shownTaxes(taxes, total),
    }),
    creation_time: scope.now.toISOString(),
    last_update_time: scope.now.toISOString(),
  };
}

/** Recalculates a draft. A draft without fees is deleted. */
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
