import { afterAll, beforeAll, describe } from 'vitest';
import { createPayA } from '../../src/billing/payments/payA/index.ts';
import type { PaymentProvider } from '../../src/billing/payments/provider.ts';
import { createTestProvider } from '../../src/billing/payments/test-provider/index.ts';
import { createInOrganization } from '../../src/platform/access/scope.ts';
import { startPayA } from '../fakes/payA/server.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { takesPayments } from './payment-suite.ts';

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
});
