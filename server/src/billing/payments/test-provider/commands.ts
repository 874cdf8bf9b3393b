import { acquireSharedBuyersLock, buyerErrors, findBuyer } from '../../../buyers/index.ts';
import type { OrgTransaction } from '../../../platform/access/scope.ts';
import { keepMethod, type WalletRow } from '../../wallets/index.ts';
import type { TransactionRow } from '../columns.ts';
import { paymentErrors } from '../errors.ts';
import { payA } from '../payA/index.ts';
import { settleTransaction } from '../settle.ts';
import { findTransaction } from '../store.ts';
import { answerOf } from './answer.ts';
import { insertMethod, type Outcome, setPayment } from './store.ts';

/** A means of payment for tests, and how it behaves. */
export type TestMethod = {
  type: Exclude<WalletRow['type'], 'credit'>;
  outcome: Outcome;
  lostCalls: number;
  lostAnswers: number;
};

/** Plays a buyer that gives the provider a means of payment. Answers its wallet. @throws 404 */
export async function addTestMethod(
  scope: OrgTransaction,
  buyerId: string,
  { type, outcome, lostCalls, lostAnswers }: TestMethod,
): Promise<WalletRow> {
  await acquireSharedBuyersLock(scope);
  const buyer = await findBuyer(scope, buyerId);
  if (buyer?.id !== buyerId) throw buyerErrors.buyer_not_found();
  const id = scope.newId('sbm');
  const method = { id, type, outcome, lost_calls: lostCalls, lost_answers: lostAnswers };
  await scope.query(insertMethod(scope, method));
  const { wallet } = await keepMethod(scope, buyer, {
    type,
    partner: payA,
    externalId: id,
    customerId: `customer_${buyerId}`,
    name: `Test ${type} that is to ${outcome.toLowerCase()}`,
    info: { payAPaymentMethod: { id, livemode: false, object: 'payment_method' } },
  });
  return wallet;
}

/** Plays what a bank says later of a charge: it went through, was refused, or the buyer disputes it. @throws 404 */
export async function settleTestPayment(
  scope: OrgTransaction,
  transactionId: string,
  outcome: Exclude<Outcome, 'HANG'>,
): Promise<TransactionRow> {
  const payment = await setPayment(scope, {
    key: transactionId,
    state: outcome === 'DECLINE' ? 'failed' : 'succeeded',
    is_disputed: outcome === 'DISPUTE',
  });
  if (!payment) throw paymentErrors.payment_transaction_not_found();
  await settleTransaction(scope, transactionId, answerOf(payment));
  return (await findTransaction(scope, transactionId)) as TransactionRow;
}
