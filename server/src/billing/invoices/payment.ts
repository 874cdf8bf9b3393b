import type { OrgTransaction } from '../../platform/access/scope.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { requireKnownMove } from '../../platform/records/moves.ts';
import { type InvoiceRow, invoiceEvents } from './columns.ts';
import { invoiceErrors } from './errors.ts';
import { type PaymentStatus, paymentMoves } from './states.ts';
import { lockInvoice, type PaymentFigures, writePayment } from './store.ts';

/** What is still to be paid of an invoice, and by whom. */
export type Payable = {
  invoiceId: string;
  entitlementId: string;
  buyerId: string | null;
  currency: string;
  amount: Exact;
  /** RFC 3339; none of a draft. */
  dueDate: string | null;
  /** What of the paid amount is to be paid back: credit notes made the invoice smaller than that. */
  refundable: Exact;
};

type Figures = Pick<InvoiceRow, 'id' | 'entitlement_id' | 'buyer_id' | 'currency' | 'status' | 'due_date'> &
  Omit<PaymentFigures, 'payment_status'> &
  Pick<InvoiceRow, 'due_amount'>;

/** Says what is still to be paid: of a FINALIZED invoice what it comes to, less credit notes and payments. */
export function payableOf(invoice: Figures): Payable {
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
 * Writes down that some of an invoice was paid, with its event: SUCCESS when nothing is left to pay, PROCESSING until then.
 * @throws an error of the program where more is paid than is open
 */
export async function recordPayment(
  scope: OrgTransaction,
  invoiceId: string,
  amount: Exact,
): Promise<InvoiceRow> {
  const invoice = await require(scope, invoiceId);
  // A credit note may have made the invoice smaller while the charge was under way: that is paid back.
  const { amount: left } = payableOf(invoice);
  const open = new Exact(invoice.due_amount).minus(invoice.paid_amount);
  if (!amount.greaterThan(0) || amount.greaterThan(open))
    throw new Error(`${amount.toFixed()} cannot be paid of invoice ${invoiceId}: ${open.toFixed()} are open`);
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

/** Writes down that a payment was none, with the event of it: its amount is open again. */
export async function revertPayment(
  scope: OrgTransaction,
  invoiceId: string,
  amount: Exact,
): Promise<InvoiceRow> {
  const invoice = await require(scope, invoiceId);
  const paid = new Exact(invoice.paid_amount).minus(amount);
  const figures = { ...figuresOf(invoice), paid_amount: paid.toFixed() };
  const isPaid = payableOf({ ...invoice, ...figures }).amount.isZero();
  const status = isPaid ? 'SUCCESS' : paid.isZero() ? 'PENDING' : 'PROCESSING';
  if (status !== invoice.payment_status) requireMove(invoice, status);
  const row = await writePayment(scope, { ...figures, payment_status: status });
  await scope.query(invoiceEvents.record(scope, 'UPDATE', row, invoice));
  return row;
}

/** Writes down how far a payment is that has moved no money: under way, or failed, or that a credit note left nothing to pay. */
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

/** Tells that an invoice is past its due date, and that nothing is charged for it. */
export async function recordOverdue(scope: OrgTransaction, invoiceId: string): Promise<void> {
  const invoice = await require(scope, invoiceId);
  const row = await writePayment(scope, figuresOf(invoice));
  await scope.query(invoiceEvents.record(scope, 'NOTIFY', row, invoice));
}

/**
 * Writes down that some of what was paid was paid back, with its event. The invoice stays paid.
 * @throws an error of the program where more is paid back than was paid
 */
export async function recordRefund(
  scope: OrgTransaction,
  invoiceId: string,
  amount: Exact,
): Promise<InvoiceRow> {
  const invoice = await require(scope, invoiceId);
  const refunded = amount.plus(invoice.refunded_amount);
  if (!amount.greaterThan(0) || refunded.greaterThan(invoice.paid_amount))
    throw new Error(`${amount.toFixed()} cannot be paid back of invoice ${invoiceId}`);
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
