import type { InOrganization, OrgTransaction } from '../../../platform/access/scope.ts';
import { type ChargeRequest, OutcomeUnknown, type PaymentProvider, type RefundRequest } from '../provider.ts';
import { answerOf } from './answer.ts';
import {
  findPayment,
  findPaymentById,
  insertPayment,
  lockMethod,
  type Method,
  type Payment,
  setLosses,
} from './store.ts';

const states = { SUCCEED: 'succeeded', DECLINE: 'failed', HANG: 'processing', DISPUTE: 'succeeded' } as const;

type Call = { key: string; methodId: string; make: (scope: OrgTransaction, method: Method) => Payment };
type Done = { payment: Payment; isLost: boolean };

/**
 * The payment provider of TEST organizations. It keeps what it did in tables of its own, knows a repeat by its key, and
 * loses calls and answers as its means of payment say.
 */
export function createTestProvider(inOrganization: InOrganization, organizationId: string): PaymentProvider {
  const inside = <T>(work: (scope: OrgTransaction) => Promise<T>) =>
    inOrganization(organizationId, 'sandbox', work);
  const call = async (given: Call) => {
    const done = await inside((scope) => perform(scope, given));
    if (!done) throw new OutcomeUnknown('the connection was lost before the call came');
    if (done.isLost) throw new OutcomeUnknown('the connection was lost before the answer came');
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
      if (!charge) throw new Error(`there is no charge ${request.chargeExternalId}`);
      return call({ key: request.key, methodId: charge.method_id, make: newRefund(request) });
    },
    findCharge: find,
    findRefund: find,
  };
}

/** Does what is asked, unless the call is to be lost. */
async function perform(scope: OrgTransaction, { key, methodId, make }: Call): Promise<Done | undefined> {
  const method = await lockMethod(scope, methodId);
  if (!method) throw new Error(`there is no means of payment ${methodId}`);
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
