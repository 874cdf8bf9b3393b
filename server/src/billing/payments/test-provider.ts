import { acquireSharedBuyersLock, buyerErrors, findBuyer } from '../../buyers/index.ts';
import type { InOrganization, OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { insertInto } from '../../platform/database/define-statement.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { digitsOf } from '../../platform/money-and-time/coins.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { paymentErrors } from '../errors.ts';
import { keepMethod, type WalletRow } from '../wallets/index.ts';
import type { TransactionRow } from './columns.ts';
import { payA } from './payA/account.ts';
import {
  type ChargeRequest,
  OutcomeUnknown,
  type PaymentProvider,
  type ProviderAnswer,
  type RefundRequest,
} from './provider.ts';
import { settleTransaction } from './settle.ts';
import { findTransaction } from './store.ts';

const states = { SUCCEED: 'succeeded', DECLINE: 'failed', HANG: 'processing', DISPUTE: 'succeeded' } as const;

type Call = { key: string; methodId: string; make: (scope: OrgTransaction, method: Method) => Payment };
type PaymentResult = { payment: Payment; isLost: boolean };

/**
 * Payment provider for TEST organizations. Payments are stored in separate tables, and retries are recognized
 * by their key. Each payment method sets how many calls and responses are lost.
 */
export function createTestProvider(inOrganization: InOrganization, organizationId: string): PaymentProvider {
  const inside = <T>(work: (scope: OrgTransaction) => Promise<T>) =>
    inOrganization(organizationId, 'sandbox', work);
  const call = async (given: Call) => {
    const done = await inside((scope) => perform(scope, given));
    if (!done) throw new OutcomeUnknown('the connection was lost before the call arrived');
    if (done.isLost) throw new OutcomeUnknown('the connection was lost before the response arrived');
    return answerOf(done.payment);
  };
  const find = async ({ key }: { key: string }) => {
    const payment = await inside((scope) => findPayment(scope, key));
    return payment && answerOf(payment);
  };
  return {
    charge: (request) => call({ key: request.key, methodId: request.methodId, make: newCharge(request) }),
    refund: async (request) => {
      const charge = await inside((scope) => findPaymentById(scope, request.chargeExternalId));
      if (!charge) throw new Error(`unknown charge ${request.chargeExternalId}`);
      return call({ key: request.key, methodId: charge.method_id, make: newRefund(request) });
    },
    findCharge: find,
    findRefund: find,
  };
}

/** Executes a call, unless the payment method loses it. */
async function perform(
  scope: OrgTransaction,
  { key, methodId, make }: Call,
): Promise<PaymentResult | undefined> {
  const method = await lockMethod(scope, methodId);
  if (!method) throw new Error(`unknown payment method ${methodId}`);
  if (method.lost_calls > 0) {
    await scope.query(setLosses(scope, { ...method, lost_calls: method.lost_calls - 1 }));
    return undefined;
  }
  const known = await findPayment(scope, key);
  const payment = known ?? make(scope, method);
  if (!known) await scope.query(insertPayment(scope, payment));
  const isLost = method.lost_answers > 0;
  if (isLost) await scope.query(setLosses(scope, { ...method, lost_answers: method.lost_answers - 1 }));
  return { payment, isLost };
}

const newCharge =
  ({ key, amount, currency }: ChargeRequest) =>
  (scope: OrgTransaction, { id, outcome }: Method): Payment => ({
    id: scope.newId('sbp'),
    key,
    kind: 'CHARGE',
    method_id: id,
    charge_id: null,
    amount,
    currency,
    state: states[outcome],
    is_disputed: outcome === 'DISPUTE',
  });

const newRefund =
  ({ key, amount, currency, chargeExternalId }: RefundRequest) =>
  (scope: OrgTransaction, { id }: Method): Payment => ({
    id: scope.newId('sbp'),
    key,
    kind: 'REFUND',
    method_id: id,
    charge_id: chargeExternalId,
    amount,
    currency,
    state: 'succeeded',
    is_disputed: false,
  });

const intentStates = {
  processing: 'processing',
  succeeded: 'succeeded',
  failed: 'requires_payment_method',
} as const;
const refundStates = { processing: 'pending', succeeded: 'succeeded', failed: 'failed' } as const;

const declined = { code: 'card_declined', type: 'card_error', message: 'The card was declined.' };

/** Converts a payment to the outcome that a provider returns. */
function answerOf(payment: Payment): ProviderAnswer {
  const { id, kind, state, charge_id: chargeId } = payment;
  if (kind === 'REFUND')
    return {
      externalId: id,
      state,
      info: { payARefund: { id, status: refundStates[state], ...(chargeId ? { chargeId } : {}) } },
    };
  return {
    externalId: id,
    state,
    info: {
      payAPaymentIntent: { id, livemode: false, status: intentStates[state] },
      ...(state === 'failed' ? { payAError: declined } : {}),
      ...(payment.is_disputed ? { payADisputes: [disputeOf(payment)] } : {}),
    },
  };
}

const disputeOf = ({ id, amount, currency }: Payment) => ({
  id: `dispute_${id}`,
  amount: new Exact(amount).times(10 ** digitsOf(currency)).toNumber(),
  chargeId: id,
  is_charge_refundable: false,
  livemode: false,
  reason: 'fraudulent',
  status: 'needs_response',
});

/** Payment method for tests, with its behavior. */
type TestMethod = {
  type: Exclude<WalletRow['type'], 'credit'>;
  outcome: Outcome;
  lostCalls: number;
  lostAnswers: number;
};

/**
 * Simulates a buyer who adds a payment method at the provider. Returns the wallet. @throws 404 for an
 * unknown buyer
 */
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
    name: `Test ${type} set to ${outcome.toLowerCase()}`,
    info: { payAPaymentMethod: { id, livemode: false, object: 'payment_method' } },
  });
  return wallet;
}

/**
 * Simulates a later outcome of a charge: successful, declined, or disputed by the buyer. @throws 404 for an
 * unknown charge
 */
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

/** Outcomes of charges. */
type Outcome = 'SUCCEED' | 'DECLINE' | 'HANG' | 'DISPUTE';

const methodColumns = ['id', 'type', 'outcome', 'lost_calls', 'lost_answers'] as const;
type Method = RowOf<'sandbox_payment_method', (typeof methodColumns)[number], { outcome: Outcome }>;

const paymentColumns = [
  'id',
  'key',
  'kind',
  'method_id',
  'charge_id',
  'amount',
  'currency',
  'state',
  'is_disputed',
] as const;
type Payment = RowOf<
  'sandbox_payment',
  (typeof paymentColumns)[number],
  { kind: 'CHARGE' | 'REFUND'; state: 'processing' | 'succeeded' | 'failed' }
>;

const insertMethodRow = insertInto('insert_sandbox_payment_method', 'sandbox_payment_method', [
  'organization_id',
  ...methodColumns,
  'creation_time',
]);

const insertMethod = (scope: OrgScope, method: Method): Statement =>
  insertMethodRow({ ...method, organization_id: scope.organizationId, creation_time: scope.now });

/** Locks and reads a payment method. */
async function lockMethod(scope: OrgTransaction, id: string): Promise<Method | undefined> {
  const rows = await scope.query<Method>({
    name: 'lock_sandbox_payment_method',
    text: `SELECT ${methodColumns.join(', ')} FROM sandbox_payment_method
           WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
    values: [scope.organizationId, id],
  });
  return rows[0];
}

/** Sets how many of the next calls and responses are lost. */
const setLosses = (scope: OrgScope, { id, lost_calls, lost_answers }: Method): Statement => ({
  name: 'set_sandbox_payment_losses',
  text: `UPDATE sandbox_payment_method SET lost_calls = $3, lost_answers = $4
         WHERE organization_id = $1 AND id = $2`,
  values: [scope.organizationId, id, lost_calls, lost_answers],
});

const columnList = paymentColumns.join(', ');

const insertPaymentRow = insertInto('insert_sandbox_payment', 'sandbox_payment', [
  'organization_id',
  ...paymentColumns,
  'creation_time',
]);

const insertPayment = (scope: OrgScope, payment: Payment): Statement =>
  insertPaymentRow({ ...payment, organization_id: scope.organizationId, creation_time: scope.now });

async function findPayment(scope: OrgTransaction, key: string): Promise<Payment | undefined> {
  const rows = await scope.query<Payment>({
    name: 'find_sandbox_payment',
    text: `SELECT ${columnList} FROM sandbox_payment WHERE organization_id = $1 AND key = $2`,
    values: [scope.organizationId, key],
  });
  return rows[0];
}

async function findPaymentById(scope: OrgTransaction, id: string): Promise<Payment | undefined> {
  const rows = await scope.query<Payment>({
    name: 'find_sandbox_payment_by_id',
    text: `SELECT ${columnList} FROM sandbox_payment WHERE organization_id = $1 AND id = $2`,
    values: [scope.organizationId, id],
  });
  return rows[0];
}

/** Sets the outcome of a payment, or marks the payment as disputed. */
async function setPayment(
  scope: OrgTransaction,
  { key, state, is_disputed }: Pick<Payment, 'key' | 'state' | 'is_disputed'>,
): Promise<Payment | undefined> {
  const rows = await scope.query<Payment>({
    name: 'set_sandbox_payment',
    text: `UPDATE sandbox_payment SET state = $3, is_disputed = $4
           WHERE organization_id = $1 AND key = $2 RETURNING ${columnList}`,
    values: [scope.organizationId, key, state, is_disputed],
  });
  return rows[0];
}
