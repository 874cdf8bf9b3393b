import type { BilledEntitlement } from '../../entitlements/index.ts';
import type { EntitlementInfo } from '../../entitlements/records.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import type { TaxRates } from '../tax/index.ts';
import { invoiceEvents } from './columns.ts';
import type { Deduction } from './deductions.ts';
import { printExact } from './exact-json.ts';
import { insertFees } from './fee-store.ts';
import type { NewFee } from './fees.ts';
import { finalizeJob } from './finalize-job-definition.ts';
import type { BillingInvoiceType } from './records.ts';
import { insertInvoice } from './store.ts';
import { readTaxes, shownTaxes } from './taxes.ts';
import { totalColumns, totalOf } from './totals.ts';

type Draft = {
  type: BillingInvoiceType;
  fees: readonly NewFee[];
  /** More of its info. */
  detail?: Readonly<Record<string, unknown>>;
  deductions?: readonly Deduction[];
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

/** Drafts an invoice of an entitlement that is locked, which is issued by itself after the days of grace. */
export async function writeDraft(
  scope: OrgTransaction,
  { entitlement }: BilledEntitlement,
  { type, fees, detail = {}, deductions = [] }: Draft,
  rates: TaxRates,
): Promise<string> {
  const info = JSON.parse(entitlement.info) as EntitlementInfo;
  const { gracePeriodInDays, netTermsInDays } = info;
  const finalizeAt = new Date(scope.now.getTime() + Math.max(0, gracePeriodInDays ?? 0) * dayMs);
  const start = fees.map((fee) => fee.start).sort()[0] as string;
  const end = fees
    .map((fee) => fee.end)
    .sort()
    .at(-1) as string;
  const summed = {
    currency: info.currency || 'USD',
    discount_type: null,
    discount_value: null,
    deductions: JSON.stringify(deductions),
  };
  const sold = { entitlement_id: entitlement.id, buyer_id: entitlement.buyer_id };
  const taxes = await readTaxes(scope, sold, rates);
  const total = totalOf(
    fees.map(({ amount }) => ({ amount: amount.toFixed() })),
    summed,
    taxes,
  );
  const row = await insertInvoice(scope, {
    ...summed,
    ...sold,
    organization_id: scope.organizationId,
    id: scope.newId('inv'),
    type,
    status: 'DRAFT',
    payment_status: 'PENDING',
    start_date: start,
    end_date: end,
    finalize_at: finalizeAt.toISOString(),
    ...totalColumns(total),
    deducted_commit_invoice_id: deductions[0]?.invoiceId ?? null,
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
  });
  await insertFees(scope, { invoiceId: row.id, entitlementId: entitlement.id, kind: type }, fees);
  await scope.query(invoiceEvents.record(scope, 'CREATE', row));
  await scope.query(enqueue(scope, finalizeJob, { invoiceId: row.id }, { at: finalizeAt }));
  return row.id;
}
