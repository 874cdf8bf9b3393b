import type { BillingInvoice, BillingInvoiceInfo } from '@tradepost/sdk';

/** A line of an invoice, whatever it charges. */
export type InvoiceLine = {
  name: string;
  /** The calculation of the amount, and its conditions. */
  notes: readonly string[];
  from: string | undefined;
  to: string | undefined;
  quantity: number | undefined;
  amount: number | undefined;
};

type Line = Partial<InvoiceLine> & { name: string };
const line = (given: Line): InvoiceLine => ({
  notes: [],
  from: undefined,
  to: undefined,
  quantity: undefined,
  amount: undefined,
  ...given,
});
const present = (...notes: (string | false | null | undefined)[]): string[] =>
  notes.flatMap((note) => note || []);

/** Returns the lines of an invoice: usage, commits, an addon, or an instalment. */
export function linesOf({ info = {} }: BillingInvoice): InvoiceLine[] {
  return [
    ...(info.billableDimensionDetails ?? []).map(usageLine),
    ...(info.commitsRevenueDetails ?? []).map(commitLine),
    ...(info.addonDetail ? [addonLine(info.addonDetail)] : []),
    ...(info.paymentInstallmentsDetail ? [instalmentLine(info.paymentInstallmentsDetail)] : []),
  ];
}

type One<List> = NonNullable<List> extends readonly (infer Row)[] ? Row : never;

const usageLine = (usage: One<BillingInvoiceInfo['billableDimensionDetails']>): InvoiceLine =>
  line({
    name: usage.name || usage.billableMetricKey?.id || 'Usage',
    notes: present(
      usage.billableMetricKey?.groupBysExpression,
      ...(usage.details ?? []).map(({ descriptions, feeExpressions }) =>
        present(descriptions, feeExpressions && grouped(feeExpressions)).join(': '),
      ),
      usage.discountExpression && `Discount: ${usage.discountExpression}`,
      usage.isTrial && 'Free, because the usage was in the trial',
      usage.isLate && 'Late usage of a period that was billed before',
    ),
    from: usage.startDate,
    to: usage.endDate,
    quantity: usage.quantity,
    amount: usage.amount,
  });

const commitLine = (commit: One<BillingInvoiceInfo['commitsRevenueDetails']>): InvoiceLine =>
  line({
    name: commit.name || commit.key || 'Commit',
    notes: present(commit.description, commit.expression && grouped(commit.expression)),
    from: commit.startDate,
    to: commit.endDate,
    quantity: commit.quantity,
    amount: commit.amount,
  });

const addonLine = (addon: NonNullable<BillingInvoiceInfo['addonDetail']>): InvoiceLine =>
  line({
    name: addon.name || 'Addon',
    notes: present(addon.description),
    from: addon.chargeOn,
    amount: addon.amount,
  });

const instalmentLine = (
  instalment: NonNullable<BillingInvoiceInfo['paymentInstallmentsDetail']>,
): InvoiceLine =>
  line({
    name: 'Instalment',
    notes: present(instalment.description),
    from: instalment.chargeOn,
    amount: instalment.amount,
  });

/** Returns the amount that the buyer still owes: the total less credit notes and payments. */
export function openAmountOf({ status, info = {} }: BillingInvoice): number {
  if (status !== 'FINALIZED') return 0;
  const { dueAmount = 0, creditedAmount = 0, paidAmount = 0 } = info;
  // Amounts have at most eight decimals; the difference of two numbers may have more.
  return Math.max(0, Math.round((dueAmount - creditedAmount - paidAmount) * 1e8) / 1e8);
}

/** Returns the number of days, in UTC, since an unpaid invoice was due; 0 for other invoices, and on the due date. */
export function daysOverdue(invoice: BillingInvoice, now: Date | undefined): number {
  const due = invoice.info?.dueDate;
  if (now === undefined || due === undefined || openAmountOf(invoice) === 0) return 0;
  const startOf = (time: string) => Date.parse(`${time.slice(0, 10)}T00:00:00Z`);
  return Math.max(0, (startOf(now.toISOString()) - startOf(due)) / 86_400_000);
}

/** Writes the numbers of a calculation with grouped thousands, such as “1 × 2,400”. */
export const grouped = (calculation: string): string =>
  calculation.replaceAll(/(?<![\d.,])\d{4,15}(?!\d|,\d)/g, (digits) => Number(digits).toLocaleString());

/** Returns the state of an invoice and its payment, as one code. */
export function stateOf(invoice: BillingInvoice, now: Date | undefined): string {
  const { status = '', paymentStatus } = invoice;
  if (status === 'CANCELED') return 'VOIDED';
  if (status !== 'FINALIZED') return status;
  if (paymentStatus === 'SUCCESS' || openAmountOf(invoice) === 0) return 'PAID';
  if (paymentStatus === 'FAILED') return 'PAYMENT_FAILED';
  if (paymentStatus === 'PROCESSING') return 'PAYMENT_PENDING';
  return daysOverdue(invoice, now) > 0 ? 'OVERDUE' : 'ISSUED';
}
