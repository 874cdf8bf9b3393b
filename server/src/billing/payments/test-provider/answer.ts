import { digitsOf } from '../../../platform/money-and-time/coins.ts';
import { Exact } from '../../../platform/money-and-time/exact.ts';
import type { ProviderAnswer } from '../provider.ts';
import type { Payment } from './store.ts';

const intentStates = {
  processing: 'processing',
  succeeded: 'succeeded',
  failed: 'requires_payment_method',
} as const;
const refundStates = { processing: 'pending', succeeded: 'succeeded', failed: 'failed' } as const;

const declined = { code: 'card_declined', type: 'card_error', message: 'The card was declined.' };

/** Shows a payment as a provider answers it. */
export function answerOf(payment: Payment): ProviderAnswer {
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
