import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { type InvoiceRow, lockInvoice, payableOf, recordPayment, recordRefund } from '../invoices/index.ts';
import type { TransactionRow } from './columns.ts';
import { refundJob } from './jobs.ts';
import { failCharge } from './pay.ts';
import type { ProviderAnswer } from './provider.ts';
import { openTransactions } from './states.ts';
import { changeTransaction, findTransaction, lockTransaction } from './store.ts';

/**
 * Writes down what a provider says of a transaction. One that has ended stays as it is; what is said of it beside that, such as
 * a dispute, is kept.
 * @returns whether it is still under way
 */
export async function settleTransaction(
  scope: OrgTransaction,
  transactionId: string,
  answer: ProviderAnswer,
): Promise<boolean> {
  const found = await findTransaction(scope, transactionId);
  const invoice = found && (await lockInvoice(scope, found.invoice_id));
  const transaction = invoice && (await lockTransaction(scope, transactionId));
  if (!transaction) return false;
  if (!openTransactions.includes(transaction.status)) {
    await keepDisputesOf(scope, transaction, answer.info.payADisputes);
    return false;
  }
  await settleOpen(scope, invoice, transaction, answer);
  return answer.state === 'processing';
}

async function settleOpen(
  scope: OrgTransaction,
  invoice: InvoiceRow,
  transaction: TransactionRow,
  { state, externalId, info }: ProviderAnswer,
): Promise<void> {
  const { type } = transaction;
  const known = { info, ...(externalId === undefined ? {} : { external_id: externalId }) };
  if (state === 'processing') {
    if (transaction.status === 'PENDING')
      await changeTransaction(scope, transaction, { status: 'PROCESSING', ...known });
    return;
  }
  if (state === 'failed') {
    if (type === 'CHARGE') await failCharge(scope, invoice, transaction, info, externalId);
    else await changeTransaction(scope, transaction, { status: 'FAILED', ...known }, 'FAIL');
    return;
  }
  await changeTransaction(scope, transaction, { status: 'SUCCESS', ...known });
  const amount = new Exact(transaction.amount);
  if (type === 'REFUND') {
    await recordRefund(scope, invoice.id, amount);
    return;
  }
  const paid = await recordPayment(scope, invoice.id, amount);
  // A credit note may have made the invoice smaller while the charge was under way.
  if (payableOf(paid).refundable.greaterThan(0))
    await scope.query(enqueue(scope, refundJob, { invoiceId: invoice.id }));
}

/** Keeps disputes of a charge that its provider told of: each in the state in which it is now. */
export async function keepDisputes(
  scope: OrgTransaction,
  transactionId: string,
  disputes: readonly { id?: unknown }[],
): Promise<void> {
  const found = await findTransaction(scope, transactionId);
  if (found) await lockInvoice(scope, found.invoice_id);
  const transaction = found && (await lockTransaction(scope, transactionId));
  if (!transaction) return;
  const kept = (JSON.parse(transaction.info) as { payADisputes?: { id?: unknown }[] }).payADisputes ?? [];
  const others = kept.filter(({ id }) => !disputes.some((dispute) => dispute.id === id));
  await keepDisputesOf(scope, transaction, [...others, ...disputes]);
}

async function keepDisputesOf(
  scope: OrgTransaction,
  transaction: TransactionRow,
  payADisputes: readonly object[] | undefined,
): Promise<void> {
  const kept = (JSON.parse(transaction.info) as { payADisputes?: unknown }).payADisputes;
  if (!payADisputes || JSON.stringify(payADisputes) === JSON.stringify(kept)) return;
  await changeTransaction(scope, transaction, { info: { payADisputes } });
}
