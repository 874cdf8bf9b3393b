import { acquireSharedBuyersLock } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { paymentErrors } from '../errors.ts';
import { lockInvoice, revertPayment } from '../invoices/index.ts';
import { encodeTransaction, type TransactionRow } from './columns.ts';
import { payJob } from './jobs.ts';
import { BillingPaymentTransaction } from './records.ts';
import { isByBank } from './states.ts';
import { changeTransaction, findTransactions } from './store.ts';

export const revertTransferRoute = route({
  group: 'Billing',
  access: 'billing:write',
  response: BillingPaymentTransaction,
  method: 'DELETE',
  path: '/org/{orgId}/invoice/{invoiceId}/payment/{paymentTransactionId}',
  operationId: 'revertInvoicePayment',
  summary: 'Revert a recorded payment',
  description:
    'The amount is open again. The payment stays in the list as FAILED, with the time of the reversal.',
  responseDescription: 'The reverted payment',
  errors: [
    paymentErrors.payment_transaction_not_found.definition,
    paymentErrors.payment_transaction_state.definition,
  ],
  run: {
    kind: 'transaction',
    handle: async (scope, { params }) => ({
      body: new RawJson(
        encodeTransaction(await revertBankPayment(scope, params.invoiceId, params.paymentTransactionId)),
      ),
    }),
  },
});

/**
 * Reverts a bank payment that was recorded by mistake or returned by the bank. The amount is open again, and
 * automatic charging of the invoice resumes. The transaction stays in the list as FAILED.
 * @throws 404 for an unknown transaction; 400 if it is not a bank payment, was already reverted, or was
 * refunded
 */
async function revertBankPayment(
  scope: OrgTransaction,
  invoiceId: string,
  transactionId: string,
): Promise<TransactionRow> {
  await acquireSharedBuyersLock(scope);
  const invoice = await lockInvoice(scope, invoiceId);
  const all = invoice ? await findTransactions(scope, invoiceId) : [];
  const charge = all.find(({ id }) => id === transactionId);
  if (!invoice || !charge) throw paymentErrors.payment_transaction_not_found();
  const problem =
    charge.type === 'CHARGE' && isByBank(charge)
      ? charge.status === 'SUCCESS'
        ? all.some(({ parent_id: parent, status }) => parent === charge.id && status !== 'FAILED')
          ? 'The payment was refunded, in part or in full.'
          : undefined
        : `The transaction is ${charge.status}; it must be SUCCESS.`
      : 'The transaction is not a bank payment.';
  if (problem) throw paymentErrors.payment_transaction_state(problem);
  const reverted = await changeTransaction(scope, charge, {
    status: 'FAILED',
    info: { bankTransfer: { ...bankTransferOf(charge), revertedTime: scope.now.toISOString() } },
  });
  await revertPayment(scope, invoiceId, new Exact(charge.amount));
  const at = new Date(Math.max(scope.now.getTime(), Date.parse(invoice.due_date ?? '') || 0));
  const tried = all.filter((each) => each.type === 'CHARGE' && each.try !== null).length + 1;
  await scope.query(enqueue(scope, payJob, { invoiceId, try: tried }, { at }));
  return reverted;
}

const bankTransferOf = ({ info }: TransactionRow): object =>
  (JSON.parse(info) as { bankTransfer?: object }).bankTransfer ?? {};
