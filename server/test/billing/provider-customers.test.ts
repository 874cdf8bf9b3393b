import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { signatureHeader } from '../../src/billing/payments/payA/notification.ts';
import { startPayA } from '../fakes/payA/server.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { writeInvoice } from './invoices.fixture.ts';

let app: TestApp;
let fake: Awaited<ReturnType<typeof startPayA>>;
let org: TestOrganization;
beforeAll(async () => {
  fake = await startPayA();
  app = await startTestApp({ payAAt: fake.account.at });
});
beforeEach(async () => {
  org = await app.organization({ environment: 'PROD' });
  const { secretKey, webhookSecret } = fake.account;
  await done('POST', 'integration', { partner: 'PAYA', credentials: { secretKey, webhookSecret } });
});
afterEach(() => app.drainJobs());
afterAll(async () => {
  await app.stop();
  await fake.stop();
});

async function done(method: string, path: string, body?: object) {
  const sent = body ? { body } : {};
  const reply = await app.request(method, `/org/${org.id}/${path}`, { token: org.token, ...sent });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

/** A notification of the provider. */
async function say(type: string, object: object, before?: object): Promise<void> {
  const data = { object, ...(before ? { previous_attributes: before } : {}) };
  const raw = JSON.stringify({ id: 'evt_1', object: 'event', type, data });
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', fake.account.webhookSecret).update(`${at}.${raw}`).digest('hex');
  const headers = { 'content-type': 'application/json', [signatureHeader]: `t=${at},v1=${signature}` };
  const reply = await app.request('POST', `/payments/payA/notifications/${org.id}`, { raw, headers });
  expect(reply.status, reply.text).toBe(200);
  await app.drainJobs();
}

const card = (id: string, more: object = {}) => ({
  id,
  type: 'card',
  card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2090, ...more },
});

/** Creates a buyer that the provider knows. */
async function customer(given: object = {}): Promise<{ id: string; customerId: string }> {
  const { id } = await done('POST', 'buyer', { name: 'Acme', partner: 'PAYA', ...given });
  await app.drainJobs();
  return { id, customerId: (await done('GET', `buyer/${id}`)).info.payACustomerId };
}
const wallets = async (buyerId: string) =>
  (await done('GET', `buyer/${buyerId}/wallet`)).map(
    ({ name, type, status, externalID }: Record<string, string>) => `${externalID} ${type} ${name} ${status}`,
  );
const defaultOf = async (buyerId: string) =>
  (await done('GET', `buyer/${buyerId}`)).info.paymentConfig?.defaultWalletId;

test('a buyer becomes a customer at the provider once, even if the response is lost', async () => {
  const { id, customerId } = await customer({ name: 'lose answer' });
  expect(customerId).toBeUndefined();
  for (let run = 0; run < 3; run++) {
    await app.database.query(
      `UPDATE job SET ready_at = clock_timestamp(), due_at = clock_timestamp(), stands = 'LINE' WHERE finished_at IS NULL`,
    );
    await app.drainJobs();
  }
  const made = fake.made.filter(({ metadata }) => metadata.buyerId === id);
  expect(made).toHaveLength(1);
  expect((await done('GET', `buyer/${id}`)).info.payACustomerId).toBe(made[0]?.id);
});

test('cards that a customer adds, changes and removes update wallets, by notifications in any order', async () => {
  const { id, customerId } = await customer();
  fake.give(customerId, [card('pm_a')]);
  await say('payment_method.attached', { id: 'pm_a', customer: customerId });
  await say('payment_method.attached', { id: 'pm_a', customer: customerId });
  expect(await wallets(id)).toEqual(['pm_a card visa •••• 4242 ACTIVE']);
  const [first] = await done('GET', `buyer/${id}/wallet`);
  expect(await defaultOf(id)).toBe(first.id);
  expect(first.info.payAPaymentMethod).toMatchObject({ id: 'pm_a', card: { last4: '4242', exp_year: 2090 } });

  fake.give(customerId, [card('pm_a', { exp_year: 2020 }), card('pm_b', { last4: '1111' })]);
  await say('payment_method.automatically_updated', { id: 'pm_a', customer: customerId });
  expect(await wallets(id)).toEqual(['pm_a card visa •••• 4242 EXPIRED', 'pm_b card visa •••• 1111 ACTIVE']);

  fake.give(customerId, [card('pm_b', { last4: '1111' })]);
  await say('payment_method.detached', { id: 'pm_a', customer: null }, { customer: customerId });
  expect(await wallets(id)).not.toContain('pm_a card visa •••• 4242 EXPIRED');
  expect(await defaultOf(id)).not.toBe(first.id);
  Object.assign(fake.made.find(({ id: of }) => of === customerId) ?? {}, {
    invoice_settings: { default_payment_method: 'pm_b' },
  });
  await say('customer.updated', { id: customerId });
  expect(await defaultOf(id)).toBe((await done('GET', `buyer/${id}/wallet`))[0].id);
});

test('a wallet that the seller deleted is not restored, and a notification without a change records no event', async () => {
  const { id, customerId } = await customer();
  fake.give(customerId, [card('pm_c')]);
  await say('payment_method.attached', { id: 'pm_c', customer: customerId });
  const events = async () =>
    (
      await app.database.query(
        `SELECT action FROM event WHERE organization_id = $1 AND entity_type IN ('WALLET', 'BUYER')`,
        [org.id],
      )
    ).rows.length;
  const before = await events();
  await say('customer.updated', { id: customerId });
  expect(await events()).toBe(before);
  const [wallet] = await done('GET', `buyer/${id}/wallet`);
  await done('DELETE', `buyer/${id}/wallet/${wallet.id}`);
  await say('payment_method.updated', { id: 'pm_c', customer: customerId });
  const { rows } = await app.database.query(
    `SELECT status FROM wallet WHERE organization_id = $1 AND external_id = 'pm_c'`,
    [org.id],
  );
  expect(rows).toEqual([{ status: 'DELETED' }]);
  // The card is also removed at the provider.
  expect(fake.has(customerId)).toEqual([]);
});

test('a customer keeps hundreds of cards, and a customer id named by two buyers belongs to the first', async () => {
  const first = await customer();
  const cards = Array.from({ length: 230 }, (_, index) => card(`pm_many_${index}`));
  fake.give(first.customerId, cards);
  await say('customer.updated', { id: first.customerId });
  await say('customer.updated', { id: first.customerId });
  const active = async () =>
    (
      await app.database.query(
        `SELECT buyer_id, count(*)::int AS wallets FROM wallet WHERE organization_id = $1 AND status = 'ACTIVE' GROUP BY 1`,
        [org.id],
      )
    ).rows;
  expect(await active()).toEqual([{ buyer_id: first.id, wallets: 230 }]);
  const { id } = await done('POST', 'buyer', {
    name: 'The same',
    partner: 'PAYA',
    payACustomerId: first.customerId,
  });
  await app.drainJobs();
  const { rows } = await app.database.query(
    `SELECT outcome FROM job WHERE organization_id = $1 AND kind = 'billing.syncBuyer' AND payload ->> 'buyerId' = $2`,
    [org.id, id],
  );
  expect(rows).toEqual([{ outcome: 'payment methods found: 230' }]);
  expect(await active()).toEqual([{ buyer_id: first.id, wallets: 230 }]);
});

test('a customer unknown to the provider is read once, and its wallets stay', async () => {
  const { id, customerId } = await customer();
  fake.give(customerId, [card('pm_known')]);
  await say('customer.updated', { id: customerId });
  await done('PATCH', `buyer/${id}`, { payACustomerId: 'cus_mistyped' });
  await app.drainJobs();
  const { rows } = await app.database.query(
    `SELECT attempts, outcome FROM job WHERE organization_id = $1 AND kind = 'billing.syncBuyer' ORDER BY id DESC LIMIT 1`,
    [org.id],
  );
  expect(rows).toEqual([{ attempts: 1, outcome: 'the customer does not exist at the provider' }]);
  expect(await wallets(id)).toEqual(['pm_known card visa •••• 4242 ACTIVE']);
});

test("a customer of another account fails the job at once with the provider's message, and its wallets stay", async () => {
  const { id, customerId } = await customer();
  fake.give(customerId, [card('pm_own')]);
  await say('customer.updated', { id: customerId });
  await done('PATCH', `buyer/${id}`, { payACustomerId: 'cus_foreign' });
  await app.drainJobs();
  const { rows } = await app.database.query(
    `SELECT attempts, ended_as, outcome FROM job WHERE organization_id = $1 AND kind = 'billing.syncBuyer' ORDER BY id DESC LIMIT 1`,
    [org.id],
  );
  const outcome = "the provider refuses customer cus_foreign: No such customer: 'cus_foreign'";
  expect(rows).toEqual([{ attempts: 1, ended_as: 'FAILED', outcome }]);
  expect(await wallets(id)).toEqual(['pm_own card visa •••• 4242 ACTIVE']);
});

test('deleting a wallet during a notification about it completes, in either order', async () => {
  const { id, customerId } = await customer();
  fake.give(
    customerId,
    Array.from({ length: 12 }, (_, index) => card(`pm_race_${index}`)),
  );
  await say('customer.updated', { id: customerId });
  const all: { id: string; externalID: string }[] = await done('GET', `buyer/${id}/wallet`);
  fake.give(customerId, [card('pm_race_0', { last4: '1111' })]);
  const notified = say('customer.updated', { id: customerId });
  const replies = await Promise.all(
    all.map((wallet) =>
      app.request('DELETE', `/org/${org.id}/buyer/${id}/wallet/${wallet.id}`, { token: org.token }),
    ),
  );
  await notified;
  for (const { status } of replies) expect([200, 400]).toContain(status);
  await app.drainJobs();
  expect((await wallets(id)).filter((one: string) => !one.endsWith('DELETED'))).toEqual([]);
});

test('naming a customer by id imports its cards, and its default card pays due invoices', async () => {
  const { id } = await done('POST', 'buyer', { name: 'Acme' });
  const invoiceId = await writeInvoice(app, org, {
    status: 'FINALIZED',
    number: 1,
    issue_date: '2026-01-01T00:00:00.000Z',
    due_date: '2026-01-01T00:00:00.000Z',
    buyer_id: id,
    due_amount: 10.5,
  });
  const { customerId } = await customer();
  fake.give(customerId, [card('pm_d', { last4: '5678' })]);
  await done('PATCH', `buyer/${id}`, { payACustomerId: customerId });
  await app.drainJobs();
  expect(await wallets(id)).toEqual(['pm_d card visa •••• 5678 ACTIVE']);
  expect(await done('GET', `invoice/${invoiceId}`)).toMatchObject({ paymentStatus: 'SUCCESS' });
  expect(
    fake.made.filter(({ object, customer: of }) => object === 'payment_intent' && of === customerId),
  ).toMatchObject([{ amount: 1050 }]);
});

test('verifying the integration reads from the provider, and changes nothing there', async () => {
  const before = fake.made.length;
  expect(await done('POST', 'integration/PAYA/PAYMENT/verify')).toBe(true);
  expect((await done('GET', 'integration/PAYA/PAYMENT')).status).toBe('VERIFIED');
  await done('PATCH', 'integration/PAYA/PAYMENT', { credentials: { secretKey: 'sk_live_other' } });
  expect(await done('POST', 'integration/PAYA/PAYMENT/verify')).toBe(false);
  expect((await done('GET', 'integration/PAYA/PAYMENT')).status).toBe('NOT_VERIFIED');
  expect(fake.made).toHaveLength(before);
});

test.each([
  ['a key of another account', { secretKey: 'sk_live_other' }, 'Invalid API Key'],
  [
    'a key that may not read payments',
    { secretKey: 'rk_test_limited' },
    'does not have the required permissions',
  ],
  ['no key', { webhookSecret: 'whsec_1' }, 'credentials.secretKey is missing.'],
])('with %s the integration is NOT_VERIFIED, with the reason', async (_, credentials, message) => {
  await done('DELETE', 'integration/PAYA/PAYMENT');
  await done('POST', 'integration', { partner: 'PAYA', credentials });
  expect(await done('POST', 'integration/PAYA/PAYMENT/verify')).toBe(false);
  expect(await done('GET', 'integration/PAYA/PAYMENT')).toMatchObject({
    status: 'NOT_VERIFIED',
    statusMessage: expect.stringContaining(message),
  });
});

test('a verification is a 503 while the provider is unreachable, and the status stays', async () => {
  expect(await done('POST', 'integration/PAYA/PAYMENT/verify')).toBe(true);
  await done('PATCH', 'integration/PAYA/PAYMENT', { credentials: { secretKey: 'sk_test_unreachable' } });
  const { status: before } = await done('GET', 'integration/PAYA/PAYMENT');
  const reply = await app.request('POST', `/org/${org.id}/integration/PAYA/PAYMENT/verify`, {
    token: org.token,
  });
  expect([reply.status, reply.body.detail]).toEqual([503, 'The partner could not be reached.']);
  expect((await done('GET', 'integration/PAYA/PAYMENT')).status).toBe(before);
});
