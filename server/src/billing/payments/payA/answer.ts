import { digitsOf } from '../../../platform/money-and-time/coins.ts';
import { Exact } from '../../../platform/money-and-time/exact.ts';
import type { ProviderAnswer } from '../provider.ts';

/** A status of Stripe. */
type Word = string;

/** Fields of a Stripe payment intent that we use. */
export type Intent = {
  id: string;
  status: Word;
  livemode: boolean;
  last_payment_error?: Failure | null;
};
export type Failure = {
  code?: string | undefined;
  message?: string | undefined;
  param?: string | undefined;
  type?: string | undefined;
};

/** Fields of a Stripe refund that we use. */
type Refund = {
  id: string;
  status: Word | null;
  charge?: string | { id: string } | null;
  payment_intent?: string | { id: string } | null;
  failure_reason?: string | undefined;
};

const present = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

const errorOf = ({ code, message, param, type }: Failure, status?: number) =>
  present({ code, message, param, type, status });

const idOf = (of: string | { id: string } | null | undefined) => (typeof of === 'string' ? of : of?.id);

/**
 * Returns the state of a charge. An intent that requires further action has failed, because the buyer is not
 * present to complete the action.
 */
const stateOfIntent = (status: Word): ProviderAnswer['state'] => {
  if (status === 'succeeded') return 'succeeded';
  return status === 'processing' ? 'processing' : 'failed';
};

export function answerOfIntent(intent: Intent): ProviderAnswer {
  const { id, status, livemode, last_payment_error: failure } = intent;
  const state = stateOfIntent(status);
  const error = failure ? errorOf(failure) : undefined;
  const stopped = { code: status, message: `The payment stopped at ${status}.` };
  return {
    externalId: id,
    state,
    info: {
      payAPaymentIntent: present({ id, status, livemode, last_payment_error: error }),
      ...(state === 'failed' ? { payAError: error ?? stopped } : {}),
    },
  };
}

export function answerOfRefund(refund: Refund): ProviderAnswer {
  const { id, status } = refund;
  const ends = { succeeded: 'succeeded', failed: 'failed', canceled: 'failed' } as const;
  return {
    externalId: id,
    state: ends[status as keyof typeof ends] ?? 'processing',
    info: {
      payARefund: present({
        id,
        status,
        chargeId: idOf(refund.charge),
        paymentIntentId: idOf(refund.payment_intent),
        failureReason: refund.failure_reason,
      }),
    },
  };
}

/** Converts a request that Stripe refused to a failed outcome without a charge. */
export const failedOutcome = (
  failure: Failure,
  status: number | undefined,
  externalId?: string,
): ProviderAnswer => ({
  externalId,
  state: 'failed',
  info: { payAError: errorOf(failure, status) },
});

/** Currencies without a minor unit for which Stripe still expects amounts in hundredths. */
const inHundredths = ['ISK', 'UGX'];

/** Converts an amount to Stripe’s smallest unit of the currency. */
export const toUnits = (amount: string, currency: string): number =>
  new Exact(amount).times(10 ** (inHundredths.includes(currency) ? 2 : digitsOf(currency))).toNumber();
