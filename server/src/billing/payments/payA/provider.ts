import {
  type ChargeRequest,
  CustomerRefused,
  OutcomeUnknown,
  type PaymentProvider,
  type ProviderAnswer,
  type RefundRequest,
} from '../provider.ts';
import { type Account, type Client, createClient } from './account.ts';
import {
  answerOfIntent,
  answerOfRefund,
  type Failure,
  failedOutcome,
  type Intent,
  toUnits,
} from './answer.ts';
import { customersOf } from './customers.ts';

/** Maximum number of payment intents searched for a transaction, newest first. */
const mostLookedAt = 1000;

/**
 * Charges and refunds through Stripe. Retries repeat the idempotency key. The metadata contains our
 * transaction’s id.
 */
export function createPayA(account: Account): PaymentProvider {
  let made: Promise<Client> | undefined;
  const client = () => {
    made ??= createClient(account);
    return made;
  };
  return {
    charge: (request) => asked(async () => charge(await client(), request)),
    refund: (request) => asked(async () => refund(await client(), request)),
    findCharge: (request) => runLookup(async () => findCharge(await client(), request)),
    findRefund: (request) => runLookup(async () => findRefund(await client(), request)),
    customers: customersOf(client, runLookup),
  };
}

const charge = async (client: Client, { key, amount, currency, customerId, methodId }: ChargeRequest) =>
  answerOfIntent(
    await client.paymentIntents.create(
      {
        amount: toUnits(amount, currency),
        currency: currency.toLowerCase(),
        payment_method: methodId,
        ...(customerId === null ? {} : { customer: customerId }),
        confirm: true,
        off_session: true,
        metadata: { transactionId: key },
      },
      { idempotencyKey: key },
    ),
  );

const refund = async (client: Client, { key, amount, currency, chargeExternalId }: RefundRequest) =>
  answerOfRefund(
    await client.refunds.create(
      {
        payment_intent: chargeExternalId,
        amount: toUnits(amount, currency),
        metadata: { transactionId: key },
      },
      { idempotencyKey: key },
    ),
  );

async function findCharge(client: Client, { key, customerId }: ChargeRequest) {
  if (customerId === null) return undefined;
  const listed = client.paymentIntents.list({ customer: customerId, limit: 100 });
  let seen = 0;
  for await (const intent of listed) {
    if (intent.metadata.transactionId === key) return answerOfIntent(intent);
    if (++seen === mostLookedAt) break;
  }
  return undefined;
}

async function findRefund(client: Client, { key, chargeExternalId }: RefundRequest) {
  const listed = client.refunds.list({ payment_intent: chargeExternalId, limit: 100 });
  for await (const each of listed) if (each.metadata?.transactionId === key) return answerOfRefund(each);
  return undefined;
}

/** Fields of a library error that we use. */
type ClientError = Failure & { statusCode?: number; payment_intent?: Intent; rawType?: string };

/** Converts a refusal to an outcome. Any other error leaves the outcome of the call unknown. */
async function asked(call: () => Promise<ProviderAnswer>): Promise<ProviderAnswer> {
  try {
    return await call();
  } catch (error) {
    const thrown = error as ClientError;
    const { statusCode: status, payment_intent: intent } = thrown;
    const failure = { code: thrown.code, message: thrown.message, param: thrown.param, type: thrown.rawType };
    if (status === 402) return failedOutcome(failure, status, intent?.id);
    if (status === 400 || status === 404)
      if (thrown.rawType === 'invalid_request_error') return failedOutcome(failure, status);
    throw new OutcomeUnknown(thrown.message ?? 'the outcome of the call is unknown', { cause: error });
  }
}

/** Runs a lookup. If the lookup fails, the outcome stays unknown. */
const runLookup = <T>(call: () => Promise<T>): Promise<T> =>
  call().catch((cause: Error) => {
    if (cause instanceof CustomerRefused) throw cause;
    throw new OutcomeUnknown(cause.message, { cause });
  });
