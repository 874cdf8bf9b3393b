import { expect, test } from 'vitest';
import type {
  ChargeRequest,
  PaymentCustomers,
  PaymentProvider,
} from '../../src/billing/payments/provider.ts';

export type PaymentSubject = {
  provider: PaymentProvider;
  /** A means of payment that behaves so. */
  method(behaviour: 'succeed' | 'decline' | 'hang' | 'lose call' | 'lose answer'): Promise<string>;
  /** How many charges the provider made under a key. */
  count(key: string): Promise<number>;
};

let keys = 0;

export type CustomerSubject = {
  customers: PaymentCustomers;
  /** Gives a customer a card, in the place of what it had. */
  give(customerId: string, card: { id: string; last4: string; year: number } | undefined): void;
  /** How many customers the provider made of a key. */
  count(key: string): number;
};

/** What every payment provider must do that keeps means of payment of customers. */
export function keepsCustomers(subject: () => CustomerSubject): void {
  const requestOf = (name = 'Acme') => ({ key: `buy_${++keys}`, name, emailAddress: 'acme@buyer.example' });

  test('a customer is made once of a key, and found by it', async () => {
    const { customers, count } = subject();
    const request = requestOf();
    expect(await customers.find(request.key)).toBeUndefined();
    const id = await customers.create(request);
    expect(await customers.create(request)).toBe(id);
    expect([await customers.find(request.key), count(request.key)]).toEqual([id, 1]);
  });

  test('a customer of which the answer was lost is found', async () => {
    const { customers, count } = subject();
    const request = requestOf('lose answer');
    await expect(customers.create(request)).rejects.toThrow();
    expect(await customers.find(request.key)).toBeDefined();
    expect(count(request.key)).toBe(1);
  });

  test('means of payment are those that the customer has now, expired ones told apart', async () => {
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

  test('one that is taken off is gone, and may be taken off again', async () => {
    const { customers, give } = subject();
    const id = await customers.create(requestOf());
    give(id, { id: 'pm_off', last4: '4242', year: 2090 });
    await customers.detach('pm_off');
    await customers.detach('pm_off');
    expect((await customers.methods(id))?.methods).toEqual([]);
  });

  test('of a customer that is not known nobody knows the means of payment', async () => {
    expect(await subject().customers.methods('cus_none')).toBeUndefined();
  });
}

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
