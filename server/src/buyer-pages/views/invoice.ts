import type { InvoiceRow } from '../../billing/index.ts';
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
>;

export const invoiceViewColumns = `i.id, i.number, i.status, i.payment_status, i.currency, i.issue_date, i.due_date,
  i.due_amount, i.paid_amount, i.credited_amount`;

/** An invoice as its buyer sees it in a list. */
export type BuyerViewInvoice = {
  id: string;
  number: string;
  issued: string;
  amount: string;
  state: BuyerViewState;
};

/** Selects what the buyer of an invoice may see in a list. */
export function viewInvoice(row: InvoiceViewRow): BuyerViewInvoice {
  const amount = (value: unknown): Exact => decimalOf(value) ?? new Exact(0);
  const open = amount(row.due_amount).minus(amount(row.credited_amount)).minus(amount(row.paid_amount));
  return {
    id: row.id,
    number: row.number === null ? '' : String(row.number),
    issued: dayInWords(row.issue_date) ?? '',
    amount: amountInWords(amount(row.due_amount), textOf(row.currency) ?? 'USD'),
    state: stateOfInvoice(row, open),
  };
}

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
