import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue, type JobHandler, type JobRun } from '../../platform/jobs/queue.ts';
import { findWallet } from '../wallets/index.ts';
import type { TransactionRow } from './columns.ts';
import { payJob, refundJob, transactionJob } from './jobs.ts';
import { payDueInvoice } from './pay.ts';
import type {
  ChargeRequest,
  PaymentProvider,
  ProviderAnswer,
  ProviderRegistry,
  RefundRequest,
} from './provider.ts';
import { refundExcess } from './refunds.ts';
import { settleTransaction } from './settle.ts';
import { openTransactions } from './states.ts';
import { findTransaction } from './store.ts';

type PayloadOf<D> = D extends { payload: { _output: infer P } } ? P : never;
type TransactionPayload = PayloadOf<typeof transactionJob>;

export const payJobHandler: JobHandler<PayloadOf<typeof payJob>> = {
  definition: payJob,
  run: (job) =>
    job.finish('paid what can be paid now', (scope) =>
      payDueInvoice(scope, job.payload.invoiceId, job.payload.try),
    ),
};

export const refundJobHandler: JobHandler<PayloadOf<typeof refundJob>> = {
  definition: refundJob,
  run: (job) =>
    job.finish('paid back what was too much', (scope) => refundExcess(scope, job.payload.invoiceId)),
};

/** What a provider is asked of a transaction. */
type Asked =
  | { kind: 'CHARGE'; request: ChargeRequest; isNew: boolean; partner: string }
  | { kind: 'REFUND'; request: RefundRequest; isNew: boolean; partner: string };

/**
 * Has the provider do a transaction. From the second try on, and of one that is under way, it is asked first what became of
 * it: an answer may have been lost. Whatever is asked, it is asked under the transaction's own identity.
 */
export const transactionJobHandler = (providers: ProviderRegistry): JobHandler<TransactionPayload> => ({
  definition: transactionJob,
  run: async (job) => {
    const { transactionId, looks = 0, isNotified = false } = job.payload;
    const asked = await job.transaction((scope) => readAsked(scope, transactionId));
    if (!asked) return job.finish('it has ended');
    const provider = await providers.find(job, asked.partner);
    if (!provider) throw new Error(`there is no integration with ${asked.partner}`);
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
/** What is under way is looked at after an hour, two, four … a week: notifications of it may be lost. */
const nextLook = (now: Date, looks: number): Date =>
  new Date(now.getTime() + Math.min(168, 2 ** Math.min(looks, 8)) * hourMs);

async function answerOf(
  job: JobRun<TransactionPayload>,
  provider: PaymentProvider,
  asked: Asked,
): Promise<ProviderAnswer> {
  const isFirst = asked.isNew && job.attempts === 0;
  if (asked.kind === 'CHARGE')
    return (isFirst ? undefined : await provider.findCharge(asked.request)) ?? provider.charge(asked.request);
  return (isFirst ? undefined : await provider.findRefund(asked.request)) ?? provider.refund(asked.request);
}

/** Reads what is to be asked of a transaction; nothing of one that has ended. */
async function readAsked(scope: OrgTransaction, id: string): Promise<Asked | undefined> {
  const transaction = await findTransaction(scope, id);
  if (!transaction || !openTransactions.includes(transaction.status)) return undefined;
  const { partner, amount, currency, status } = transaction;
  if (partner === null) throw new Error(`transaction ${id} has no provider`);
  const common = { partner, isNew: status === 'PENDING' };
  if (transaction.type === 'REFUND') {
    const charge = await findTransaction(scope, transaction.parent_id ?? '');
    const chargeExternalId = charge?.external_id;
    if (!chargeExternalId) throw new Error(`the charge of refund ${id} is not known to its provider`);
    return { ...common, kind: 'REFUND', request: { key: id, amount, currency, chargeExternalId } };
  }
  return { ...common, kind: 'CHARGE', request: await chargeRequest(scope, transaction) };
}

async function chargeRequest(
  scope: OrgTransaction,
  { id, amount, currency, buyer_id: buyerId, wallet_id: walletId }: TransactionRow,
): Promise<ChargeRequest> {
  const wallet = await findWallet(scope, { buyerId: buyerId ?? '', walletId: walletId ?? '' });
  if (!wallet?.external_id) throw new Error(`the wallet of charge ${id} is not known to its provider`);
  const { external_id: methodId, external_customer_id: customerId } = wallet;
  return { key: id, amount, currency, customerId, methodId };
}
