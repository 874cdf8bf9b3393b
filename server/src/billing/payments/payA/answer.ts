import type { ProviderAnswer } from '../provider.ts';

/** A word of Stripe's for a state. */
type Word = string;

/** What is read of a payment intent of Stripe. */
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
/** What is read of a refund of Stripe. */
export type Refund = {
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

export const errorOf = ({ code, message, param, type }: Failure, status?: number) =>
  present({ code, message, param, type, status });

const idOf = (of: string | { id: string } | null | undefined) => (typeof of === 'string' ? of : of?.id);

/** Nobody is there to do something more about a charge of a stored means of payment: what asks for that has failed. */
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

/** What Stripe refused outright: nothing was charged. */
export const refused = (
  failure: Failure,
  status: number | undefined,
  externalId?: string,
): ProviderAnswer => ({
  externalId,
  state: 'failed',
  info: { payAError: errorOf(failure, status) },
});
