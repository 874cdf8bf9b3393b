import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyAccount } from '../../src/billing/payments/payA/account.ts';
import { createPayA } from '../../src/billing/payments/payA/provider.ts';
import type { PaymentCustomers, PaymentProvider } from '../../src/billing/payments/provider.ts';
import { createTestProvider } from '../../src/billing/payments/test-provider.ts';
import { createInOrganization } from '../../src/platform/access/scope.ts';
import { startPayA } from '../fakes/payA/server.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { keepsCustomers, takesPayments } from './payment-suite.ts';

describe('the provider of the sandbox', () => {
  let app: TestApp;
  let organizationId: string;
  let provider: PaymentProvider;
  beforeAll(async () => {
    app = await startTestApp();
    organizationId = (await app.organization()).id;
    provider = createTestProvider(createInOrganization(app.app.database, app.app.newId), organizationId);
  });
  afterAll(() => app.stop());

  takesPayments(() => ({
    provider,
    method: async (behaviour) => {
      const id = app.app.newId('sbm');
      const outcome = { decline: 'DECLINE', hang: 'HANG' }[behaviour as string] ?? 'SUCCEED';
      await app.database.query(
        `INSERT INTO sandbox_payment_method (organization_id, id, type, outcome, lost_calls, lost_answers, creation_time)
         VALUES ($1, $2, 'card', $3, $4, $5, now())`,
        [organizationId, id, outcome, behaviour === 'lose call' ? 1 : 0, behaviour === 'lose answer' ? 1 : 0],
      );
      return id;
    },
    count: async (key) =>
      (await app.database.query('SELECT id FROM sandbox_payment WHERE key = $1', [key])).rows.length,
  }));
});

/** Converts a card to the provider's format. */
const card = ({ id, last4, year }: { id: string; last4: string; year: number }) => ({
  id,
  type: 'card',
  card: { brand: 'visa', last4, exp_month: 12, exp_year: year, wallet: null },
});

describe('payment provider A', () => {
  let fake: Awaited<ReturnType<typeof startPayA>>;
  let provider: PaymentProvider;
  beforeAll(async () => {
    fake = await startPayA();
    provider = createPayA(fake.account);
  });
  afterAll(() => fake.stop());

  takesPayments(() => ({
    provider,
    method: async (behaviour) => `pm_${behaviour.replace('hang', 'processing').replace(' ', '_')}`,
    count: async (key) =>
      fake.made.filter(
        ({ metadata, object }) => metadata.transactionId === key && object === 'payment_intent',
      ).length,
  }));

  keepsCustomers(() => ({
    customers: provider.customers as PaymentCustomers,
    give: (customerId, given) => fake.give(customerId, given ? [card(given)] : []),
    count: (key) =>
      fake.made.filter(({ metadata, object }) => object === 'customer' && metadata.buyerId === key).length,
  }));

  test('an accepted key is VERIFIED, a refused one is not, and the status is unknown where the provider cannot be reached', async () => {
    const { account } = fake;
    expect(await verifyAccount(account)).toEqual({ verified: true });
    expect(await verifyAccount({ ...account, secretKey: 'sk_other' })).toMatchObject({ verified: false });
    const nobody = { ...account, at: { ...account.at, port: 1 } };
    await expect(verifyAccount(nobody)).rejects.toThrow();
  });
});
