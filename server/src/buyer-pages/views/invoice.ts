import { type InvoiceRow, linkVersionOf, linkVersions } from '../../billing/index.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { dayInWords } from '../../platform/money-and-time/words.ts';
import type { BuyerViewState } from './entitlement.ts';
import { amountInWords, decimalOf, textOf } from './values.ts';

/** The row of an invoice on pages. */
export type InvoiceViewRow = Pick<
  InvoiceRow,
  | 'id'
  | 'number'
  | 'status'
  | 'payment_status'
  | 'currency'
  | 'issue_date'
  | 'due_date'
  | 'due_amount'
  | 'paid_amount'
  | 'credited_amount'
  | 'link_versions'
>;

export const invoiceViewColumns = `i.id, i.number, i.status, i.payment_status, i.currency, i.issue_date, i.due_date,
  i.due_amount, i.paid_amount, i.credited_amount, ${linkVersions}`;

/** An invoice as its buyer sees it in a list. */
export type BuyerViewInvoice = {
  id: string;
  /** The version of links to the invoice. */
  version: number;
  number: string;
  issued: string;
  amount: string;
  state: BuyerViewState;
  /** The open amount of an overdue invoice, and the day on which it was due. */
  overdue: { open: Exact; currency: string; amount: string; due: string } | undefined;
};

/** Selects what the buyer of an invoice may see in a list. */
export function viewInvoice(row: InvoiceViewRow, now: Date): BuyerViewInvoice {
  const amount = (value: unknown): Exact => decimalOf(value) ?? new Exact(0);
  const open = amount(row.due_amount).minus(amount(row.credited_amount)).minus(amount(row.paid_amount));
  const currency = textOf(row.currency) ?? 'USD';
  const due = dayInWords(row.due_date);
  const isOverdue = isPayable(row, open) && due !== undefined && dayOf(row.due_date) < dayOf(now);
  return {
    id: row.id,
    version: linkVersionOf(row),
    number: row.number === null ? '' : String(row.number),
    issued: dayInWords(row.issue_date) ?? '',
    amount: amountInWords(amount(row.due_amount), currency),
    state: isOverdue ? { text: `Overdue since ${due}`, tone: 'bad' } : stateOfInvoice(row, open),
    overdue: isOverdue ? { open, currency, amount: amountInWords(open, currency), due } : undefined,
  };
}

/** Returns the day in UTC: an invoice is not overdue on its due date. */
const dayOf = (time: unknown): string => new Date(time as string | Date).toISOString().slice(0, 10);

/** Returns the total of overdue invoices in each currency. */
export function totalsInWords(overdue: readonly { open: Exact; currency: string }[]): string {
  const sums = new Map<string, Exact>();
  for (const { open, currency } of overdue) sums.set(currency, open.plus(sums.get(currency) ?? 0));
  return [...sums].map(([currency, sum]) => amountInWords(sum, currency)).join(', ');
}

/** Returns whether the buyer has something to pay. */
const isPayable = ({ status, payment_status: payment }: InvoiceViewRow, open: Exact): boolean =>
  status !== 'CANCELED' && open.greaterThan(0) && payment !== 'PROCESSING';

/** Returns the state of the payment, as far as the buyer has something to do or to know. */
function stateOfInvoice(
  { status, payment_status: payment, due_date: due }: InvoiceViewRow,
  open: Exact,
): BuyerViewState {
  if (status === 'CANCELED') return { text: 'Void', tone: 'plain' };
  if (!open.greaterThan(0)) return { text: 'Paid', tone: 'good' };
  if (payment === 'PROCESSING') return { text: 'Payment in progress', tone: 'plain' };
  if (payment === 'FAILED') return { text: 'Payment failed', tone: 'bad' };
  const day = dayInWords(due);
  return { text: day ? `Due ${day}` : 'Open', tone: 'warn' };
}
