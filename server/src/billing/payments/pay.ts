import { acquireSharedBuyersLock, findBuyer } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { enqueue, type JobHandler } from '../../platform/jobs/queue.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { invoiceErrors, paymentErrors } from '../errors.ts';
import {
  BillingInvoice,
  type InvoicePrinter,
  type InvoiceRow,
  lockInvoice,
  type OpenAmount,
  openAmountOf,
  recordOverdue,
  recordPayment,
  recordPaymentStatus,
} from '../invoices/index.ts';
import {
  changeWallet,
  type FundsPayload,
  fundsJob,
  lockCharged,
  lockWallets,
  type WalletRow,
} from '../wallets/index.ts';
import { type PayloadOf, payJob, transactionJob } from './jobs.ts';
import { openTransactions } from './states.ts';
import { findTransactions, insertTransaction } from './store.ts';

export const payInvoiceRoute = (printer: InvoicePrinter) =>
  route({
    method: 'PATCH',
    path: '/org/{orgId}/invoice/{invoiceId}/pay',
    operationId: 'payInvoice',
    condition: { of: '/org/{orgId}/invoice/{invoiceId}', lock: lockRows(['invoice', 'invoiceId']) },
    group: 'Billing',
    summary: 'Pay an invoice',
    description:
      'Invoices are paid automatically: with the buyer’s credit at issue, and from the default ' +
      'wallet on the due date. This operation pays immediately, even after a failed charge. Until the payment ' +
      'provider reports the outcome, the payment is PROCESSING, and further calls have no effect.',
    access: 'billing:write',
    response: BillingInvoice,
    responseDescription: 'The invoice',
    errors: [
      invoiceErrors.invoice_not_found.definition,
      invoiceErrors.invoice_state.definition,
      paymentErrors.no_means_of_payment.definition,
    ],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => ({
        body: new RawJson(printer.show(await payInvoice(scope, params.invoiceId))),
      }),
    },
  });

/**
 * Pays the open amount of an invoice at a caller’s request. No effect while a charge is in progress or if the
 * invoice is paid. @throws 404 for an unknown invoice; 400 if it is not FINALIZED, or the buyer has neither
 * credit nor a wallet to charge
 */
async function payInvoice(scope: OrgTransaction, invoiceId: string): Promise<InvoiceRow> {
  await acquireSharedBuyersLock(scope);
  const invoice = await lockInvoice(scope, invoiceId);
  if (!invoice || invoice.status === 'DELETED') throw invoiceErrors.invoice_not_found();
  if (invoice.status !== 'FINALIZED')
    throw invoiceErrors.invoice_state(`The invoice is ${invoice.status}; it must be FINALIZED to be paid.`);
  const open = await openOf(scope, invoice);
  if (!open) return invoice;
  const paid = await payByCredit(scope, open);
  if (paid.rest.amount.isZero()) return paid.invoice;
  const wallet = await lockCharged(scope, paid.rest);
  if (wallet) return beginCharge(scope, paid, wallet, open.tries + 1);
  if (paid.invoice === invoice)
    throw paymentErrors.no_means_of_payment(
      `The buyer has no credit in ${invoice.currency}, and neither an ACTIVE default wallet nor exactly ` +
        `one other wallet for it.`,
    );
  return paid.invoice;
}

export const payJobHandler: JobHandler<PayloadOf<typeof payJob>> = {
  definition: payJob,
  run: (job) =>
    job.finish('paid all amounts that can be paid now', (scope) =>
      payDueInvoice(scope, job.payload.invoiceId, job.payload.try),
    ),
};

/**
 * Pays the open amount of an invoice on schedule: with credit immediately, with a payment method on the due
 * date. A buyer without a payment method pays by other means; the seller is notified one day after the due
 * date. @param tried number of the charge; no effect if that charge already exists
 */
async function payDueInvoice(scope: OrgTransaction, invoiceId: string, tried?: number): Promise<void> {
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

/** Pays the open invoices of a buyer in the order of their due dates, each in its own transaction. */
export const fundsJobHandler: JobHandler<FundsPayload> = {
  definition: fundsJob,
  run: async (job) => {
    const { isCredit } = job.payload;
    const open = await job.transaction((scope) => openInvoices(scope, job.payload));
    for (const id of open) await job.transaction((scope) => payWithNewFunds(scope, id, isCredit));
    await job.finish(`processed ${open.length} open invoices`);
  },
};

/**
 * Reads the open invoices that new funds may pay: all invoices for credit, only due invoices for a payment
 * method.
 */
async function openInvoices(
  scope: OrgTransaction,
  { buyerId, currency, isCredit }: FundsPayload,
): Promise<string[]> {
  await acquireSharedBuyersLock(scope);
  const buyer = await findBuyer(scope, buyerId);
  if (!buyer) return [];
  const rows = await scope.query<{ id: string }>({
    name: 'open_invoices_of_buyer',
    text: `SELECT i.id FROM invoice i
           WHERE i.organization_id = $1 AND i.buyer_id = $2 AND ($3 = '' OR i.currency = $3) AND i.status = 'FINALIZED'
             AND i.payment_status <> 'SUCCESS' AND ($4 OR i.due_date <= $5)
           ORDER BY i.due_date, i.number`,
    values: [scope.organizationId, buyer.id, currency, isCredit, scope.now],
  });
  return rows.map(({ id }) => id);
}

/**
 * Pays the open amount of an invoice with new funds of its buyer. New credit is used immediately; the charge
 * of the rest keeps its schedule. A new default wallet is charged for due invoices, even if another wallet
 * was declined before.
 */
async function payWithNewFunds(scope: OrgTransaction, invoiceId: string, isCredit: boolean): Promise<void> {
  await acquireSharedBuyersLock(scope);
  const invoice = await lockInvoice(scope, invoiceId);
  const open = invoice?.status === 'FINALIZED' ? await openOf(scope, invoice) : undefined;
  if (!open) return;
  const paid = await payByCredit(scope, open);
  const wallet = isCredit || paid.rest.amount.isZero() ? undefined : await lockCharged(scope, paid.rest);
  if (wallet) await beginCharge(scope, paid, wallet, open.tries + 1);
}

/** Invoice with an open amount, and the number of its charges. */
type OpenInvoice = { invoice: InvoiceRow; rest: OpenAmount; tries: number };
type InvoiceBalance = Pick<OpenInvoice, 'invoice' | 'rest'>;

/**
 * Computes the open amount of a locked invoice; undefined if the invoice is paid or a charge is in progress.
 */
async function openOf(scope: OrgTransaction, invoice: InvoiceRow): Promise<OpenInvoice | undefined> {
  const rest = openAmountOf(invoice);
  if (rest.amount.isZero()) return undefined;
  const charges = (await findTransactions(scope, invoice.id)).filter(({ type }) => type === 'CHARGE');
  if (charges.some(({ status }) => openTransactions.includes(status))) return undefined;
  return { invoice, rest, tries: charges.filter((charge) => charge.try !== null).length };
}

async function payByCredit(scope: OrgTransaction, { invoice, rest }: OpenInvoice): Promise<InvoiceBalance> {
  const used = await useCredit(scope, rest, invoice.issue_date);
  if (used.isZero()) return { invoice, rest };
  const row = await recordPayment(scope, invoice.id, used);
  return { invoice: row, rest: openAmountOf(row) };
}

const chargeOf = ({ invoice, rest }: InvoiceBalance, tried: number) => ({
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

/**
 * Inserts a charge before the call to its provider, so that the outcome can be looked up by id even after a
 * crash.
 */
async function beginCharge(
  scope: OrgTransaction,
  paid: InvoiceBalance,
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

/** Remaining credit of a wallet. */
const leftOf = ({ total_amount: total, used_amount: used }: WalletRow): Exact =>
  new Exact(total ?? 0).minus(used ?? 0);

/** Whether the credit can be used now. The times are checked because the status may be stale. */
const isUsable = (wallet: WalletRow, now: Date): boolean =>
  wallet.status === 'ACTIVE' &&
  Date.parse(wallet.start_time) <= now.getTime() &&
  (wallet.expire_time === null || Date.parse(wallet.expire_time) > now.getTime()) &&
  leftOf(wallet).greaterThan(0);

const expiryOf = ({ expire_time: time }: WalletRow): number =>
  time === null ? Number.MAX_VALUE : Date.parse(time);

/** Sorts credit in the order of use: earliest expiry first, then oldest. */
const inOrderOfUse = (wallets: readonly WalletRow[]): WalletRow[] =>
  [...wallets].sort(
    (a, b) =>
      expiryOf(a) - expiryOf(b) ||
      Date.parse(a.creation_time) - Date.parse(b.creation_time) ||
      (a.id < b.id ? -1 : 1),
  );

/**
 * Pays the open amount of a locked invoice with the buyer’s credit. Each wallet has its own payment
 * transaction. Returns the amount paid.
 */
async function useCredit(
  scope: OrgTransaction,
  payable: OpenAmount,
  invoiceDate: string | null,
): Promise<Exact> {
  const { buyerId, currency, amount } = payable;
  if (buyerId === null) return new Exact(0);
  const found = await scope.query<Pick<WalletRow, 'id'>>({
    name: 'credit_of_buyer',
    text: `SELECT w.id FROM wallet w WHERE w.organization_id = $1 AND w.buyer_id = $2 AND w.type = 'credit'
             AND w.status = 'ACTIVE' AND w.currency = $3 AND w.used_amount < w.total_amount`,
    values: [scope.organizationId, buyerId, currency],
  });
  if (found.length === 0) return new Exact(0);
  // Another transaction may have used the credit during the wait for the lock.
  const locked = await lockWallets(
    scope,
    found.map(({ id }) => id),
  );
  let rest = amount;
  for (const wallet of inOrderOfUse(locked.filter((each) => isUsable(each, scope.now)))) {
    if (rest.isZero()) break;
    const used = Exact.min(rest, leftOf(wallet));
    await changeWallet(scope, wallet, 'UPDATE', {
      used_amount: used.plus(wallet.used_amount ?? 0).toFixed(),
    });
    await insertTransaction(scope, {
      parent_id: null,
      invoice_id: payable.invoiceId,
      entitlement_id: payable.entitlementId,
      buyer_id: buyerId,
      wallet_id: wallet.id,
      wallet_type: 'credit',
      partner: null,
      type: 'CHARGE',
      status: 'SUCCESS',
      amount: used.toFixed(),
      currency,
      try: null,
      info: invoiceDate === null ? {} : { invoiceDate },
    });
    rest = rest.minus(used);
  }
  return amount.minus(rest);
}
