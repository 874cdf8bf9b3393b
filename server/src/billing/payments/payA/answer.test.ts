import { describe, expect, test } from 'vitest';
import { answerOfIntent, answerOfRefund, toUnits } from './answer.ts';

describe('a payment intent', () => {
  test.each([
    ['succeeded', 'succeeded'],
    ['processing', 'processing'],
    ['requires_payment_method', 'failed'],
    ['requires_action', 'failed'],
    ['requires_confirmation', 'failed'],
    ['canceled', 'failed'],
  ])('with status %s is %s', (status, state) => {
    const answer = answerOfIntent({ id: 'pi_1', status, livemode: true });
    expect([answer.state, answer.externalId, answer.info.payAPaymentIntent?.status]).toEqual([
      state,
      'pi_1',
      status,
    ]);
    expect(answer.info.payAError !== undefined).toBe(state === 'failed');
  });

  test('shows the reason for its failure', () => {
    const failure = { code: 'card_declined', type: 'card_error', message: 'No.', decline_code: 'x' };
    const intent = {
      id: 'pi_1',
      status: 'requires_payment_method',
      livemode: false,
      last_payment_error: failure,
    };
    expect(answerOfIntent(intent).info.payAError).toEqual({
      code: 'card_declined',
      type: 'card_error',
      message: 'No.',
    });
  });
});

test.each([
  ['succeeded', 'succeeded'],
  ['pending', 'processing'],
  ['requires_action', 'processing'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])('a refund with status %s is %s', (status, state) =>
  expect(
    answerOfRefund({ id: 're_1', status, charge: { id: 'ch_1' }, payment_intent: 'pi_1' }),
  ).toMatchObject({
    state,
    info: { payARefund: { id: 're_1', status, chargeId: 'ch_1', paymentIntentId: 'pi_1' } },
  }),
);

test.each([
  ['10.5', 'USD', 1050],
  ['10', 'JPY', 10],
  ['1.234', 'KWD', 1234],
  ['7', 'ISK', 700],
  ['0.29', 'EUR', 29],
])('%s %s are %i units', (amount, currency, units) => expect(toUnits(amount, currency)).toBe(units));
