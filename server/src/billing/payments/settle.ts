import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue, type JobHandler, type JobRun } from '../../platform/jobs/queue.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import {
  type InvoiceRow,
  lockInvoice,
  openAmountOf,
  recordPayment,
  recordPaymentStatus,
  recordRefund,
  requestFailureMail,
} from '../invoices/index.ts';
import { findWallet } from '../wallets/index.ts';
import type { TransactionRow } from './columns.ts';
import { nextTryAt, type PayloadOf, payJob, refundJob, transactionJob } from './jobs.ts';
import type {
  ChargeRequest,
  PaymentProvider,
  ProviderAnswer,
  ProviderRegistry,
  RefundRequest,
} from './provider.ts';
import { openTransactions } from './states.ts';
import { changeTransaction, findTransaction, lockTransaction } from './store.ts';

type TransactionPayload = PayloadOf<typeof transactionJob>;

/** Request to a provider for a transaction. */
type ProviderRequest =
  | { kind: 'CHARGE'; request: ChargeRequest; isNew: boolean; partner: string }
  | { kind: 'REFUND'; request: RefundRequest; isNew: boolean; partner: string };

/**
 * Requests the charge or refund of a transaction from its provider. On a retry, or if the transaction is in
 * progress, the outcome is looked up first, because an earlier response may have been lost. The transaction’s
 * id is the idempotency key of all requests.
 */
export const transactionJobHandler = (providers: ProviderRegistry): JobHandler<TransactionPayload> => ({
  definition: transactionJob,
  run: async (job) => {
    const { transactionId, looks = 0, isNotified = false } = job.payload;
    const asked = await job.transaction((scope) => readAsked(scope, transactionId));
    if (!asked) return job.finish('the transaction has ended');
    const provider = await providers.find(job, asked.partner);
    if (!provider) throw new Error(`no integration with ${asked.partner}`);
    const answer = await answerOf(job, provider, asked);
    await job.finish(answer.state, async (scope) => {
      if ((await settleTransaction(scope, transactionId, answer)) && !isNotified)
        await scope.query(
          enqueue(
            scope,
            transactionJob,
            { transactionId, looks: looks + 1 },
            { at: nextLook(scope.now, looks) },
          ),
        );
    });
  },
});

const hourMs = 3_600_000;

/**
 * Computes the time of the next check of a transaction in progress: after one hour, two, four … up to a week.
 * Checks are needed because notifications may be lost.
 */
const nextLook = (now: Date, looks: number): Date =>
  new Date(now.getTime() + Math.min(168, 2 ** Math.min(looks, 8)) * hourMs);

async function answerOf(
  job: JobRun<TransactionPayload>,
  provider: PaymentProvider,
  asked: ProviderRequest,
): Promise<ProviderAnswer> {
  const isFirst = asked.isNew && job.attempts === 0;
  if (asked.kind === 'CHARGE')
    return (isFirst ? undefined : await provider.findCharge(asked.request)) ?? provider.charge(asked.request);
  return (isFirst ? undefined : await provider.findRefund(asked.request)) ?? provider.refund(asked.request);
}

/** Reads the request for a transaction; undefined if the transaction has ended. */
async function readAsked(scope: OrgTransaction, id: string): Promise<ProviderRequest | undefined> {
  const transaction = await findTransaction(scope, id);
  if (!transaction || !openTransactions.includes(transaction.status)) return undefined;
  const { partner, amount, currency, status } = transaction;
  if (partner === null) throw new Error(`transaction ${id} has no provider`);
  const common = { partner, isNew: status === 'PENDING' };
  if (transaction.type === 'REFUND') {
    const charge = await findTransaction(scope, transaction.parent_id ?? '');
    const chargeExternalId = charge?.external_id;
    if (!chargeExternalId) throw new Error(`the charge of refund ${id} has no id at its provider`);
    return { ...common, kind: 'REFUND', request: { key: id, amount, currency, chargeExternalId } };
  }
  return { ...common, kind: 'CHARGE', request: await chargeRequest(scope, transaction) };
}

async function chargeRequest(
  scope: OrgTransaction,
  { id, amount, currency, buyer_id: buyerId, wallet_id: walletId }: TransactionRow,
): Promise<ChargeRequest> {
  const wallet = await findWallet(scope, { buyerId: buyerId ?? '', walletId: walletId ?? '' });
  if (!wallet?.external_id) throw new Error(`the wallet of charge ${id} has no id at its provider`);
  const { external_id: methodId, external_customer_id: customerId } = wallet;
  return { key: id, amount, currency, customerId, methodId };
}

/**
 * Records the outcome of a transaction at its provider. A transaction that has ended keeps its status; only
 * new disputes are stored.
 * @returns whether the transaction is still in progress
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
  // A credit note may have reduced the invoice while the charge was in flight.
  if (openAmountOf(paid).refundable.greaterThan(0))
    await scope.query(enqueue(scope, refundJob, { invoiceId: invoice.id }));
}

/** Stores the disputes of a charge that a notification reported, each with its current status. */
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

/**
 * Records a failed charge and schedules the next attempt. After the last attempt, an event notifies the
 * seller, and a mail asks the buyer to pay by other means. If a credit note has reduced the open amount to
 * zero in the meantime, the invoice becomes PAID.
 */
async function failCharge(
  scope: OrgTransaction,
  invoice: InvoiceRow,
  charge: TransactionRow,
  info: object,
  externalId?: string,
): Promise<void> {
  const tried = charge.try ?? 1;
  const isOpen = openAmountOf(invoice).amount.greaterThan(0);
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
