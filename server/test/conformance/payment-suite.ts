import { expect, test } from 'vitest';
import type { ChargeRequest, PaymentProvider } from '../../src/billing/payments/provider.ts';

export type PaymentSubject = {
  provider: PaymentProvider;
  /** A means of payment that behaves so. */
  method(behaviour: 'succeed' | 'decline' | 'hang' | 'lose call' | 'lose answer'): Promise<string>;
  /** How many charges the provider made under a key. */
  count(key: string): Promise<number>;
};

let keys = 0;

/** What every payment provider must do behind the port. */
export function takesPayments(subject: () => PaymentSubject): void {
  const requestOf = async (behaviour: Parameters<PaymentSubject['method']>[0]): Promise<ChargeRequest> => ({
    key: `ptx_${++keys}`,
    amount: '10.5',
    currency: 'USD',
    customerId: `customer_${keys}`,
    methodId: await subject().method(behaviour),
  });

  test('a charge goes through, and is found by its key', async () => {
    const request = await requestOf('succeed');
    const { provider } = subject();
    expect(await provider.findCharge(request)).toBeUndefined();
    const answer = await provider.charge(request);
    expect([answer.state, answer.info.payAPaymentIntent?.status]).toEqual(['succeeded', 'succeeded']);
    expect(await provider.findCharge(request)).toEqual(answer);
  });

  test('a repeat with the same key is the first one', async () => {
    const request = await requestOf('succeed');
    const { provider, count } = subject();
    const first = await provider.charge(request);
    const all = await Promise.all(Array.from({ length: 5 }, () => provider.charge(request)));
    expect(new Set(all.map(({ externalId }) => externalId))).toEqual(new Set([first.externalId]));
    expect(await count(request.key)).toBe(1);
  });

  test('a refusal is an answer that says why', async () => {
    const answer = await subject().provider.charge(await requestOf('decline'));
    expect([answer.state, answer.info.payAError?.code]).toEqual(['failed', 'card_declined']);
  });

  test('what takes its time is under way', async () => {
    const answer = await subject().provider.charge(await requestOf('hang'));
    expect(answer.state).toBe('processing');
    expect(answer.externalId).toBeDefined();
  });

  test.each(['lose call', 'lose answer'] as const)(
    'where it may %s, nobody knows the outcome, until it is looked up or repeated under the same key',
    async (behaviour) => {
      const request = await requestOf(behaviour);
      const { provider, count } = subject();
      await expect(provider.charge(request)).rejects.toThrow();
      const found = await provider.findCharge(request);
      expect(found?.state).toBe(behaviour === 'lose answer' ? 'succeeded' : undefined);
      expect((found ?? (await provider.charge(request))).state).toBe('succeeded');
      expect(await count(request.key)).toBe(1);
    },
  );

  test('a refund is of a charge, known by its key, and found', async () => {
    const { provider } = subject();
    const charge = await provider.charge(await requestOf('succeed'));
    const request = {
      key: `ptx_${++keys}`,
      amount: '3',
      currency: 'USD',
      chargeExternalId: charge.externalId as string,
    };
    expect(await provider.findRefund(request)).toBeUndefined();
    const answer = await provider.refund(request);
    expect(answer.state).toBe('succeeded');
    expect((await provider.refund(request)).externalId).toBe(answer.externalId);
    expect((await provider.findRefund(request))?.externalId).toBe(answer.externalId);
  });
}
