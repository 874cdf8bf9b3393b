import { expect, test } from 'vitest';
import type {
  ChargeRequest,
  PaymentCustomers,
  PaymentProvider,
} from '../../src/billing/payments/provider.ts';

export type PaymentSubject = {
  provider: PaymentProvider;
  /** Returns a payment method with the given behaviour. */
  method(behaviour: 'succeed' | 'decline' | 'hang' | 'lose call' | 'lose answer'): Promise<string>;
  /** Counts the charges that the provider created under a key. */
  count(key: string): Promise<number>;
};

let keys = 0;

export type CustomerSubject = {
  customers: PaymentCustomers;
  /** Replaces a customer's card. */
  give(customerId: string, card: { id: string; last4: string; year: number } | undefined): void;
  /** Counts the customers that the provider created for a key. */
  count(key: string): number;
};

/** Defines the tests of every payment provider that stores customers' payment methods. */
export function keepsCustomers(subject: () => CustomerSubject): void {
  const requestOf = (name = 'Acme') => ({ key: `buy_${++keys}`, name, emailAddress: 'acme@buyer.example' });

  test('one key creates one customer, and the customer is found by it', async () => {
    const { customers, count } = subject();
    const request = requestOf();
    expect(await customers.find(request.key)).toBeUndefined();
    const id = await customers.create(request);
    expect(await customers.create(request)).toBe(id);
    expect([await customers.find(request.key), count(request.key)]).toEqual([id, 1]);
  });

  test('a customer is found after the response to its creation was lost', async () => {
    const { customers, count } = subject();
    const request = requestOf('lose answer');
    await expect(customers.create(request)).rejects.toThrow();
    expect(await customers.find(request.key)).toBeDefined();
    expect(count(request.key)).toBe(1);
  });

  test('the current payment methods of a customer are listed, with expired ones marked', async () => {
    const { customers, give } = subject();
    const id = await customers.create(requestOf());
    expect(await customers.methods(id)).toEqual({ methods: [], defaultId: undefined });
    give(id, { id: 'pm_1', last4: '4242', year: 2090 });
    expect((await customers.methods(id))?.methods).toEqual([
      expect.objectContaining({ type: 'card', externalId: 'pm_1', isExpired: false }),
    ]);
    give(id, { id: 'pm_1', last4: '4242', year: 2020 });
    expect((await customers.methods(id))?.methods).toMatchObject([{ externalId: 'pm_1', isExpired: true }]);
    give(id, undefined);
    expect((await customers.methods(id))?.methods).toEqual([]);
  });

  test('a removed payment method is gone, and removing it again succeeds', async () => {
    const { customers, give } = subject();
    const id = await customers.create(requestOf());
    give(id, { id: 'pm_off', last4: '4242', year: 2090 });
    await customers.detach('pm_off');
    await customers.detach('pm_off');
    expect((await customers.methods(id))?.methods).toEqual([]);
  });

  test('an unknown customer has no payment methods', async () => {
    expect(await subject().customers.methods('cus_none')).toBeUndefined();
  });
}

/** Defines the tests of every payment provider. */
export function takesPayments(subject: () => PaymentSubject): void {
  const requestOf = async (behaviour: Parameters<PaymentSubject['method']>[0]): Promise<ChargeRequest> => ({
    key: `ptx_${++keys}`,
    amount: '10.5',
    currency: 'USD',
    customerId: `customer_${keys}`,
    methodId: await subject().method(behaviour),
  });

  test('a charge succeeds, and is found by its key', async () => {
    const request = await requestOf('succeed');
    const { provider } = subject();
    expect(await provider.findCharge(request)).toBeUndefined();
    const answer = await provider.charge(request);
    expect([answer.state, answer.info.payAPaymentIntent?.status]).toEqual(['succeeded', 'succeeded']);
    expect(await provider.findCharge(request)).toEqual(answer);
  });

  test('a charge repeated with the same key returns the first one', async () => {
    const request = await requestOf('succeed');
    const { provider, count } = subject();
    const first = await provider.charge(request);
    const all = await Promise.all(Array.from({ length: 5 }, () => provider.charge(request)));
    expect(new Set(all.map(({ externalId }) => externalId))).toEqual(new Set([first.externalId]));
    expect(await count(request.key)).toBe(1);
  });

  test('a refused charge has the reason', async () => {
    const answer = await subject().provider.charge(await requestOf('decline'));
    expect([answer.state, answer.info.payAError?.code]).toEqual(['failed', 'card_declined']);
  });

  test('a slow charge is in progress', async () => {
    const answer = await subject().provider.charge(await requestOf('hang'));
    expect(answer.state).toBe('processing');
    expect(answer.externalId).toBeDefined();
  });

  test.each(['lose call', 'lose answer'] as const)(
    'a charge with the fault “%s” has an unknown outcome until it is looked up or repeated with the same key',
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

  test('a refund belongs to a charge, is created once for a key, and is found by it', async () => {
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
