import { acquireSharedBuyersLock } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import {
  type InvoiceRow,
  invoiceErrors,
  lockInvoice,
  type Payable,
  payableOf,
  recordOverdue,
  recordPayment,
  recordPaymentStatus,
  requestFailureMail,
} from '../invoices/index.ts';
import { lockCharged, type WalletRow } from '../wallets/index.ts';
import type { TransactionRow } from './columns.ts';
import { useCredit } from './credits.ts';
import { paymentErrors } from './errors.ts';
import { payJob, transactionJob } from './jobs.ts';
import { nextTryAt } from './retries.ts';
import { openTransactions } from './states.ts';
import { changeTransaction, findTransactions, insertTransaction } from './store.ts';

/**
 * Pays what is open of an invoice because somebody asks for it. While a charge is under way, and of what is paid, nothing
 * is done.
 * @throws 404; 400 unless it is FINALIZED, or where there is nothing to pay with
 */
export async function payInvoice(scope: OrgTransaction, invoiceId: string): Promise<InvoiceRow> {
  await acquireSharedBuyersLock(scope);
  const invoice = await lockInvoice(scope, invoiceId);
  if (!invoice || invoice.status === 'DELETED') throw invoiceErrors.invoice_not_found();
  if (invoice.status !== 'FINALIZED')
    throw invoiceErrors.invoice_state(
      `The invoice is ${invoice.status}; it can be paid when it is FINALIZED.`,
    );
  const open = await openOf(scope, invoice);
  if (!open) return invoice;
  const paid = await payByCredit(scope, open);
  if (paid.rest.amount.isZero()) return paid.invoice;
  const wallet = await lockCharged(scope, paid.rest);
  if (wallet) return beginCharge(scope, paid, wallet, open.tries + 1);
  if (paid.invoice === invoice)
    throw paymentErrors.no_means_of_payment(
      `The buyer has no credit in ${invoice.currency}, no default wallet that is ACTIVE for it, and not just one other.`,
    );
  return paid.invoice;
}

/**
 * Pays what is open of an invoice when it is time: credit at once, a means of payment when the invoice is due. Where there is none
 * nothing is charged, and the buyer pays otherwise; a day after it was due the seller is told.
 * @param tried the charge that this is to be; one that was made by somebody meanwhile is not made again
 */
export async function payDueInvoice(scope: OrgTransaction, invoiceId: string, tried?: number): Promise<void> {
  await acquireSharedBuyersLock(scope);
  const invoice = await lockInvoice(scope, invoiceId);
  const open = invoice?.status === 'FINALIZED' ? await openOf(scope, invoice) : undefined;
  if (!open || (tried !== undefined && tried !== open.tries + 1)) return;
  const paid = await payByCredit(scope, open);
  if (paid.rest.amount.isZero()) return;
  const due = Date.parse(paid.rest.dueDate ?? '') || 0;
  const tryAt = (ms: number) =>
    scope.query(enqueue(scope, payJob, { invoiceId, try: open.tries + 1 }, { at: new Date(ms) }));
  if (due > scope.now.getTime()) return void (await tryAt(due));
  const wallet = await lockCharged(scope, paid.rest);
  if (wallet) await beginCharge(scope, paid, wallet, open.tries + 1);
  else if (due + dayMs > scope.now.getTime()) await tryAt(due + dayMs);
  else await recordOverdue(scope, invoiceId);
}

const dayMs = 86_400_000;

/**
 * Pays what is open of an invoice with what its buyer did not have before. By credit that is all: a charge that is to be made of
 * the rest has its own time. A new default wallet is charged for what is due, also where another one was refused.
 */
export async function payWithNewFunds(
  scope: OrgTransaction,
  invoiceId: string,
  isCredit: boolean,
): Promise<void> {
  await acquireSharedBuyersLock(scope);
  const invoice = await lockInvoice(scope, invoiceId);
  const open = invoice?.status === 'FINALIZED' ? await openOf(scope, invoice) : undefined;
  if (!open) return;
  const paid = await payByCredit(scope, open);
  const wallet = isCredit || paid.rest.amount.isZero() ? undefined : await lockCharged(scope, paid.rest);
  if (wallet) await beginCharge(scope, paid, wallet, open.tries + 1);
}

/** An invoice of which something is open, and how often it was charged. */
type Open = { invoice: InvoiceRow; rest: Payable; tries: number };
type Paid = Pick<Open, 'invoice' | 'rest'>;

/** Answers what is open of a locked invoice; nothing where it is paid, or a charge is under way. */
async function openOf(scope: OrgTransaction, invoice: InvoiceRow): Promise<Open | undefined> {
  const rest = payableOf(invoice);
  if (rest.amount.isZero()) return undefined;
  const charges = (await findTransactions(scope, invoice.id)).filter(({ type }) => type === 'CHARGE');
  if (charges.some(({ status }) => openTransactions.includes(status))) return undefined;
  return { invoice, rest, tries: charges.filter((charge) => charge.try !== null).length };
}

async function payByCredit(scope: OrgTransaction, { invoice, rest }: Open): Promise<Paid> {
  const used = await useCredit(scope, rest, invoice.issue_date);
  if (used.isZero()) return { invoice, rest };
  const row = await recordPayment(scope, invoice.id, used);
  return { invoice: row, rest: payableOf(row) };
}

const chargeOf = ({ invoice, rest }: Paid, tried: number) => ({
  parent_id: null,
  invoice_id: rest.invoiceId,
  entitlement_id: rest.entitlementId,
  buyer_id: rest.buyerId,
  type: 'CHARGE' as const,
  amount: rest.amount.toFixed(),
  currency: rest.currency,
  try: tried,
  info: invoice.issue_date === null ? {} : { invoiceDate: invoice.issue_date },
});

/** Writes down a charge before its provider is asked: whatever becomes of this program, it is looked up by its id. */
async function beginCharge(
  scope: OrgTransaction,
  paid: Paid,
  wallet: WalletRow,
  tried: number,
): Promise<InvoiceRow> {
  const { id } = await insertTransaction(scope, {
    ...chargeOf(paid, tried),
    status: 'PENDING',
    wallet_id: wallet.id,
    wallet_type: wallet.type,
    partner: wallet.partner,
  });
  await scope.query(enqueue(scope, transactionJob, { transactionId: id }));
  return recordPaymentStatus(scope, paid.invoice.id, 'PROCESSING');
}

/**
 * Writes down that a charge failed, and has it tried again when it is time. After the last try the seller is notified by its
 * event, and the buyer, who alone can pay otherwise, by mail. Where a credit note left nothing to pay meanwhile, the invoice is
 * paid.
 */
export async function failCharge(
  scope: OrgTransaction,
  invoice: InvoiceRow,
  charge: TransactionRow,
  info: object,
  externalId?: string,
): Promise<void> {
  const tried = charge.try ?? 1;
  const isOpen = payableOf(invoice).amount.greaterThan(0);
  const at = isOpen ? nextTryAt(tried, scope.now) : undefined;
  await changeTransaction(
    scope,
    charge,
    { status: 'FAILED', info, ...(externalId === undefined ? {} : { external_id: externalId }) },
    isOpen && !at ? 'FAIL' : 'UPDATE',
  );
  if (!isOpen) {
    await recordPaymentStatus(scope, invoice.id, 'SUCCESS');
    return;
  }
  if (!at || Number(invoice.paid_amount) === 0) await recordPaymentStatus(scope, invoice.id, 'FAILED');
  await scope.query(
    at
      ? enqueue(scope, payJob, { invoiceId: invoice.id, try: tried + 1 }, { at })
      : requestFailureMail(scope, invoice.id),
  );
}
