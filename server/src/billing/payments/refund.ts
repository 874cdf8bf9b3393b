import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { enqueue, type JobHandler } from '../../platform/jobs/queue.ts';
import { coinProblem } from '../../platform/money-and-time/coins.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { paymentErrors } from '../errors.ts';
import {
  type InvoiceRow,
  lockInvoice,
  openAmountOf,
  recordPaymentStatus,
  recordRefund,
} from '../invoices/index.ts';
import { changeWallet, lockWallets } from '../wallets/index.ts';
import { encodeTransaction, type TransactionRow } from './columns.ts';
import { type PayloadOf, refundJob, transactionJob } from './jobs.ts';
import { BillingPaymentTransaction } from './records.ts';
import { isByBank, openTransactions } from './states.ts';
import { changeTransaction, findTransaction, findTransactions, insertTransaction } from './store.ts';

export const pathOfRefunds = '/org/{orgId}/buyer/{buyerId}/paymentTransaction/{paymentTransactionId}/refund';

/** A positive decimal in the query string. */
const amountParameter = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,8})?$/, 'must be an amount')
  .transform(Number)
  .meta({
    description: 'Amount to refund, in the currency of the charge',
    override: { type: 'number', minimum: 0, maximum: 1e15 },
  });

export const createRefundRoute = route({
  method: 'POST',
  path: pathOfRefunds,
  operationId: 'createRefund',
  group: 'Billing',
  summary: 'Refund a charge',
  description:
    'Refunds a charge, in part or in full. Credit is returned to its wallet immediately. The seller returns a ' +
    'bank transfer by bank, and this operation records it. Other refunds are made by the payment provider ' +
    'and complete later. The invoice stays paid.',
  access: 'billing:write',
  query: z.object({ amount: amountParameter }),
  response: BillingPaymentTransaction,
  responseDescription: 'The refund',
  errors: [
    paymentErrors.payment_transaction_not_found.definition,
    paymentErrors.payment_transaction_state.definition,
  ],
  run: {
    kind: 'transaction',
    handle: async (scope, { params, query }) => {
      const { buyerId, paymentTransactionId: transactionId } = params;
      const made = await refund(scope, { buyerId, transactionId }, query.amount);
      return { body: new RawJson(encodeTransaction(made)) };
    },
  },
});

/**
 * Refunds all or part of a charge. Credit is returned immediately, a bank transfer is recorded as returned by
 * the seller, and any other charge is refunded through the provider. @throws 404 for an unknown transaction;
 * 400 if it is not a CHARGE with status SUCCESS, or the amount exceeds the refundable rest
 */
async function refund(
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
      `The transaction is a ${charge.type} with status ${charge.status}; only a CHARGE with status ` +
        `SUCCESS can be refunded.`,
    );
  const left = refundableOf(charge, all);
  const amount = new Exact(given);
  const problem =
    coinProblem(given, charge.currency) ??
    (amount.lessThanOrEqualTo(0) ? 'must be more than 0' : undefined) ??
    (amount.greaterThan(left) ? `must be at most the refundable rest, ${left.toFixed()}` : undefined);
  if (problem) throw invalid([{ pointer: 'amount', message: problem }]);
  return refundCharge(scope, charge, amount);
}

/** Computes the refundable rest of a charge. Failed refunds do not count. */
const refundableOf = (charge: TransactionRow, ofInvoice: readonly TransactionRow[]): Exact =>
  ofInvoice
    .filter(({ parent_id: parent, status }) => parent === charge.id && status !== 'FAILED')
    .reduce((left, { amount }) => left.minus(amount), new Exact(charge.amount));

export const refundJobHandler: JobHandler<PayloadOf<typeof refundJob>> = {
  definition: refundJob,
  run: (job) =>
    job.finish('refunded the overpaid amount', (scope) => refundExcess(scope, job.payload.invoiceId)),
};

/**
 * Adapts the payment of a locked invoice to a new credit note. An overpayment is refunded. An invoice without
 * an open amount becomes PAID; if a charge is in progress, this happens when the charge ends.
 */
export async function followCreditNote(scope: OrgTransaction, invoice: InvoiceRow): Promise<void> {
  const { amount, refundable } = openAmountOf(invoice);
  if (refundable.greaterThan(0)) await scope.query(enqueue(scope, refundJob, { invoiceId: invoice.id }));
  if (invoice.payment_status !== 'PROCESSING' || amount.greaterThan(0)) return;
  const all = await findTransactions(scope, invoice.id);
  if (!all.some(({ type, status }) => type === 'CHARGE' && openTransactions.includes(status)))
    await recordPaymentStatus(scope, invoice.id, 'SUCCESS');
}

/** Refunds the overpaid amount of an invoice after credit notes, from the latest charges first. */
async function refundExcess(scope: OrgTransaction, invoiceId: string): Promise<void> {
  const invoice = await lockInvoice(scope, invoiceId);
  if (!invoice) return;
  const all = await findTransactions(scope, invoiceId);
  const underWay = all
    .filter(({ type, status }) => type === 'REFUND' && status !== 'FAILED' && status !== 'SUCCESS')
    .reduce((sum, { amount }) => sum.plus(amount), new Exact(0));
  let rest = openAmountOf(invoice).refundable.minus(underWay);
  // Records the refund of a bank transfer, which the seller returns by bank.
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
    if (!wallet) throw new Error(`wallet ${charge.wallet_id} of charge ${charge.id} is missing`);
    const used = new Exact(wallet.used_amount ?? 0).minus(amount);
    await changeWallet(scope, wallet, 'UPDATE', { used_amount: used.toFixed() });
  }
  await recordRefund(scope, charge.invoice_id, amount);
  return transaction;
}
