import type { OrgTransaction } from '../../platform/access/scope.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { requireKnownMove } from '../../platform/records/moves.ts';
import { invoiceErrors } from '../errors.ts';
import { type InvoiceRow, invoiceEvents } from './columns.ts';
import { type PaymentStatus, paymentMoves } from './states.ts';
import { lockInvoice, type PaymentFigures, writePayment } from './store.ts';

/** Amount of an invoice that is still to be paid, and by which buyer. */
export type OpenAmount = {
  invoiceId: string;
  entitlementId: string;
  buyerId: string | null;
  currency: string;
  amount: Exact;
  /** RFC 3339; null for a draft. */
  dueDate: string | null;
  /** Overpaid amount to refund, if credit notes reduced the invoice below what was paid. */
  refundable: Exact;
};

type Figures = Pick<InvoiceRow, 'id' | 'entitlement_id' | 'buyer_id' | 'currency' | 'status' | 'due_date'> &
  Omit<PaymentFigures, 'payment_status'> &
  Pick<InvoiceRow, 'due_amount'>;

/** Computes the open amount of an invoice: if FINALIZED, its amount less credit notes and payments. */
export function openAmountOf(invoice: Figures): OpenAmount {
  const whole = new Exact(invoice.due_amount).minus(invoice.credited_amount);
  const kept = new Exact(invoice.paid_amount).minus(invoice.refunded_amount);
  const isIssued = invoice.status === 'FINALIZED';
  return {
    invoiceId: invoice.id,
    entitlementId: invoice.entitlement_id,
    buyerId: invoice.buyer_id,
    currency: invoice.currency,
    amount: isIssued ? Exact.max(0, whole.minus(invoice.paid_amount)) : new Exact(0),
    dueDate: invoice.due_date,
    refundable: Exact.max(0, kept.minus(whole)),
  };
}

async function require(scope: OrgTransaction, id: string): Promise<InvoiceRow> {
  const invoice = await lockInvoice(scope, id);
  if (!invoice) throw invoiceErrors.invoice_not_found();
  return invoice;
}

function requireMove(invoice: InvoiceRow, to: PaymentStatus): void {
  requireKnownMove([paymentMoves], { id: invoice.id, status: invoice.payment_status }, to);
}

/**
 * Records a payment and its event. The payment status becomes SUCCESS when nothing is left to pay, and
 * PROCESSING until then.
 * @throws an internal error if the payment exceeds the open amount
 */
export async function recordPayment(
  scope: OrgTransaction,
  invoiceId: string,
  amount: Exact,
): Promise<InvoiceRow> {
  const invoice = await require(scope, invoiceId);
  // A credit note may have reduced the invoice while the charge was in flight; the excess is refunded.
  const { amount: left } = openAmountOf(invoice);
  const open = new Exact(invoice.due_amount).minus(invoice.paid_amount);
  if (!amount.greaterThan(0) || amount.greaterThan(open))
    throw new Error(`${amount.toFixed()} exceeds the open amount ${open.toFixed()} of invoice ${invoiceId}`);
  const status = amount.greaterThanOrEqualTo(left) ? 'SUCCESS' : 'PROCESSING';
  requireMove(invoice, status);
  const row = await writePayment(scope, {
    ...figuresOf(invoice),
    payment_status: status,
    paid_amount: amount.plus(invoice.paid_amount).toFixed(),
  });
  await scope.query(invoiceEvents.record(scope, 'CHARGE', row, invoice));
  return row;
}

/** Reverts a payment that did not take place, and records the event. Its amount is open again. */
export async function revertPayment(
  scope: OrgTransaction,
  invoiceId: string,
  amount: Exact,
): Promise<InvoiceRow> {
  const invoice = await require(scope, invoiceId);
  const paid = new Exact(invoice.paid_amount).minus(amount);
  const figures = { ...figuresOf(invoice), paid_amount: paid.toFixed() };
  const isPaid = openAmountOf({ ...invoice, ...figures }).amount.isZero();
  const status = isPaid ? 'SUCCESS' : paid.isZero() ? 'PENDING' : 'PROCESSING';
  if (status !== invoice.payment_status) requireMove(invoice, status);
  const row = await writePayment(scope, { ...figures, payment_status: status });
  await scope.query(invoiceEvents.record(scope, 'UPDATE', row, invoice));
  return row;
}

/** Records a payment status that moves no money: in progress, failed, or settled by a credit note. */
export async function recordPaymentStatus(
  scope: OrgTransaction,
  invoiceId: string,
  status: Exclude<PaymentStatus, 'PENDING'>,
): Promise<InvoiceRow> {
  const invoice = await require(scope, invoiceId);
  if (invoice.payment_status === status) return invoice;
  requireMove(invoice, status);
  const row = await writePayment(scope, { ...figuresOf(invoice), payment_status: status });
  await scope.query(invoiceEvents.record(scope, 'UPDATE', row, invoice));
  return row;
}

/** Records the event that an invoice is overdue and has no payment method to charge. */
export async function recordOverdue(scope: OrgTransaction, invoiceId: string): Promise<void> {
  const invoice = await require(scope, invoiceId);
  const row = await writePayment(scope, figuresOf(invoice));
  await scope.query(invoiceEvents.record(scope, 'NOTIFY', row, invoice));
}

/**
 * Records a refund and its event. The invoice stays paid.
 * @throws an internal error if the refund exceeds the paid amount
 */
export async function recordRefund(
  scope: OrgTransaction,
  invoiceId: string,
  amount: Exact,
): Promise<InvoiceRow> {
  const invoice = await require(scope, invoiceId);
  const refunded = amount.plus(invoice.refunded_amount);
  if (!amount.greaterThan(0) || refunded.greaterThan(invoice.paid_amount))
    throw new Error(`${amount.toFixed()} cannot be refunded for invoice ${invoiceId}`);
  const row = await writePayment(scope, { ...figuresOf(invoice), refunded_amount: refunded.toFixed() });
  await scope.query(invoiceEvents.record(scope, 'REFUND', row, invoice));
  return row;
}

const figuresOf = ({
  id,
  payment_status,
  paid_amount,
  refunded_amount,
  credited_amount,
}: InvoiceRow): PaymentFigures => ({ id, payment_status, paid_amount, refunded_amount, credited_amount });
