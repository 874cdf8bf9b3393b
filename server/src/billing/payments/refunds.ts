import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { coinProblem } from '../../platform/money-and-time/coins.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import {
  type InvoiceRow,
  lockInvoice,
  payableOf,
  recordPaymentStatus,
  recordRefund,
} from '../invoices/index.ts';
import { changeWallet, lockWallets } from '../wallets/index.ts';
import type { TransactionRow } from './columns.ts';
import { paymentErrors } from './errors.ts';
import { refundJob, transactionJob } from './jobs.ts';
import { isByBank, openTransactions } from './states.ts';
import { changeTransaction, findTransaction, findTransactions, insertTransaction } from './store.ts';

/** What can still be paid back of a charge: refunds that failed count for nothing. */
export const refundableOf = (charge: TransactionRow, ofInvoice: readonly TransactionRow[]): Exact =>
  ofInvoice
    .filter(({ parent_id: parent, status }) => parent === charge.id && status !== 'FAILED')
    .reduce((left, { amount }) => left.minus(amount), new Exact(charge.amount));

/**
 * Pays some of a charge back: credit at once, by bank as the seller says, everything else by its provider.
 * @throws 404; 400 unless it is a charge that is SUCCESS, or for more than what is left of it
 */
export async function refund(
  scope: OrgTransaction,
  { buyerId, transactionId }: { buyerId: string; transactionId: string },
  given: number,
): Promise<TransactionRow> {
  const found = await findTransaction(scope, transactionId);
  if (found?.buyer_id !== buyerId) throw paymentErrors.payment_transaction_not_found();
  await lockInvoice(scope, found.invoice_id);
  const all = await findTransactions(scope, found.invoice_id);
  const charge = all.find(({ id }) => id === transactionId) as TransactionRow;
  if (charge.type !== 'CHARGE' || charge.status !== 'SUCCESS')
    throw paymentErrors.payment_transaction_state(
      `The transaction is a ${charge.type} that is ${charge.status}; it can be refunded when it is a CHARGE that is SUCCESS.`,
    );
  const left = refundableOf(charge, all);
  const amount = new Exact(given);
  const problem =
    coinProblem(given, charge.currency) ??
    (amount.lessThanOrEqualTo(0) ? 'must be more than 0' : undefined) ??
    (amount.greaterThan(left) ? `must not be more than the ${left.toFixed()} that are left` : undefined);
  if (problem) throw invalid([{ pointer: 'amount', message: problem }]);
  return refundCharge(scope, charge, amount);
}

/**
 * What a credit note makes of the payment of a locked invoice: what was paid too much is to be paid back, and one of which nothing is
 * left to pay is paid, unless a charge is under way that says so when it ends.
 */
export async function followCreditNote(scope: OrgTransaction, invoice: InvoiceRow): Promise<void> {
  const { amount, refundable } = payableOf(invoice);
  if (refundable.greaterThan(0)) await scope.query(enqueue(scope, refundJob, { invoiceId: invoice.id }));
  if (invoice.payment_status !== 'PROCESSING' || amount.greaterThan(0)) return;
  const all = await findTransactions(scope, invoice.id);
  if (!all.some(({ type, status }) => type === 'CHARGE' && openTransactions.includes(status)))
    await recordPaymentStatus(scope, invoice.id, 'SUCCESS');
}

/** Pays back what of an invoice was paid beyond what credit notes left of it: of the last charges first. */
export async function refundExcess(scope: OrgTransaction, invoiceId: string): Promise<void> {
  const invoice = await lockInvoice(scope, invoiceId);
  if (!invoice) return;
  const all = await findTransactions(scope, invoiceId);
  const underWay = all
    .filter(({ type, status }) => type === 'REFUND' && status !== 'FAILED' && status !== 'SUCCESS')
    .reduce((sum, { amount }) => sum.plus(amount), new Exact(0));
  let rest = payableOf(invoice).refundable.minus(underWay);
  // What came by bank the seller sends back by bank, and says so by a refund.
  const charges = all.filter(
    (each) => each.type === 'CHARGE' && each.status === 'SUCCESS' && !isByBank(each),
  );
  for (const charge of charges.reverse()) {
    const amount = Exact.min(rest, refundableOf(charge, all));
    if (!amount.greaterThan(0)) continue;
    await refundCharge(scope, charge, amount);
    rest = rest.minus(amount);
  }
}

async function refundCharge(
  scope: OrgTransaction,
  charge: TransactionRow,
  amount: Exact,
): Promise<TransactionRow> {
  const isCredit = charge.wallet_type === 'credit';
  const isSettled = isCredit || isByBank(charge);
  const [wallet] = isCredit && charge.wallet_id ? await lockWallets(scope, [charge.wallet_id]) : [];
  const transaction = await insertTransaction(scope, {
    parent_id: charge.id,
    invoice_id: charge.invoice_id,
    entitlement_id: charge.entitlement_id,
    buyer_id: charge.buyer_id,
    wallet_id: charge.wallet_id,
    wallet_type: charge.wallet_type,
    partner: charge.partner,
    type: 'REFUND',
    status: isSettled ? 'SUCCESS' : 'PENDING',
    amount: amount.toFixed(),
    currency: charge.currency,
    try: null,
    info: {},
  });
  await changeTransaction(scope, charge, { info: { refundExists: true } });
  if (!isSettled) {
    await scope.query(enqueue(scope, transactionJob, { transactionId: transaction.id }));
    return transaction;
  }
  if (isCredit) {
    if (!wallet) throw new Error(`wallet ${charge.wallet_id} of ${charge.id} is not there`);
    const used = new Exact(wallet.used_amount ?? 0).minus(amount);
    await changeWallet(scope, wallet, 'UPDATE', { used_amount: used.toFixed() });
  }
  await recordRefund(scope, charge.invoice_id, amount);
  return transaction;
}
