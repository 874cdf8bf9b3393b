import type { BilledEntitlement } from '../../entitlements/index.ts';
import { firstRunAfter } from '../../metering/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { recordEvents } from '../../platform/events/record-event.ts';
import { enqueueMany } from '../../platform/jobs/enqueue-many.ts';
import type { Taxes } from '../tax/index.ts';
import { type InvoiceRow, invoiceEvents } from './columns.ts';
import type { Deduction } from './deductions.ts';
import { printExact, printed } from './exact-json.ts';
import { insertFees } from './fee-store.ts';
import type { NewFee, PrintedFee } from './fees.ts';
import { finalizeJob } from './finalize-job-definition.ts';
import type { BillingInvoiceType } from './records.ts';
import { insertInvoices } from './store.ts';
import { shownTaxes } from './taxes.ts';
import { totalColumns, totalOf } from './totals.ts';

/** An invoice of an entitlement that is to be drafted. */
export type Draft = {
  id: string;
  type: BillingInvoiceType;
  fees: readonly NewFee[];
  /** More of its info. */
  detail?: Readonly<Record<string, unknown>>;
  deductions?: readonly Deduction[];
};

/** The drafts of a locked entitlement; its scope is that of the job that asked for them. */
export type SaleDrafts = {
  scope: OrgTransaction;
  sale: BilledEntitlement;
  taxes: Taxes;
  drafts: readonly Draft[];
};

const dayMs = 86_400_000;

/** The field of the info in which lines of a kind are shown; those that are charged once have a detail instead. */
const linesField: Readonly<Partial<Record<BillingInvoiceType, string>>> = {
  COMMIT: 'commitsRevenueDetails',
  USAGE: 'billableDimensionDetails',
};

/** Lines as the info of an invoice of that kind has them. */
export const shownLines = (type: BillingInvoiceType, lines: readonly unknown[]): object => {
  const field = linesField[type];
  return field ? { [field]: lines } : {};
};

/** Writes drafts of invoices of locked entitlements together. Each is issued by itself after its days of grace. */
export async function writeDrafts(scope: OrgTransaction, of: readonly SaleDrafts[]): Promise<void> {
  const all = of.flatMap(({ drafts, ...sold }) =>
    drafts.map(({ fees: exact, ...draft }) => {
      // Lines are shown by the invoice, and kept with the fee.
      const fees = exact.map((fee) => ({ ...fee, lines: fee.lines.map(printed) }));
      return { ...draft, fees, scope: sold.scope, row: rowOf(sold, { ...draft, fees }) };
    }),
  );
  if (all.length === 0) return;
  // What is written is known: nothing is read back to say that it was.
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

/** What a draft has of what is written later. */
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
  // What was used before the end may be reported after it: the first run after it settles that.
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
    deducted_commit_invoice_id: deductions[0]?.invoiceId ?? null,
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
