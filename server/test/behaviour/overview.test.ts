import { afterAll, beforeAll, expect, test } from 'vitest';
import { invoicesOf, issued } from '../billing/invoice.fixture.ts';
import { type Reply, startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

type Call = (method: string, path: string, body?: object) => Promise<Reply>;

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

const caller = (org: TestOrganization) => ({
  get: (path: string) => app.request('GET', `/org/${org.id}/${path}`, { token: org.token }),
  post: async (path: string, body?: object) => {
    const reply = await app.request('POST', `/org/${org.id}/${path}`, { token: org.token, body });
    expect(reply.status, reply.text).toBe(200);
    return reply.body;
  },
});
const offerOf = (name: string, currency: string, rate: number, more: object = {}) => ({
  partner: 'MKA',
  name,
  info: { currency, commits: [{ key: 'seats', rate, quantity: 3, length: 1, timeUnit: 'YEAR' }] },
  ...more,
});

test('R14 a new organization has its first steps, and nothing that needs attention', async () => {
  const org = await app.organization();
  const { get } = caller(org);
  const reply = await get('overview');
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body).toEqual({
    asOf: expect.any(String),
    offers: { byStatus: {}, open: [] },
    entitlements: { byStatus: {}, annualized: [], contractValue: [] },
    attention: [],
    checklist: [
      { step: 'integration', done: true, skipped: false },
      { step: 'product', done: false, skipped: false },
      { step: 'offer', done: false, skipped: false },
      { step: 'entitlement', done: false, skipped: false },
      { step: 'notification', done: false, skipped: false },
      { step: 'crm', done: false, skipped: false },
    ],
  });
});

test('offers and entitlements are counted by state and summed by currency; steps are marked as done or skipped', async () => {
  const org = await app.organization();
  const { get, post } = caller(org);
  await app.request('PATCH', `/org/${org.id}/onboardingInfo`, {
    token: org.token,
    body: { skippedSteps: ['crm'] },
  });
  await post('offer', offerOf('A', 'USD', 100.1));
  await post('offer', offerOf('B', 'USD', 0.2));
  await post('offer', offerOf('C', 'EUR', 7));
  const commits = [{ key: 'seats', rate: 5, quantity: 0 }];
  await post('offer', { name: 'Z', info: { currency: 'CHF', commits } });
  const sold = await post('offer', offerOf('D', 'EUR', 50));
  await post('draftOffer', { name: 'E', partner: 'MKA' });
  await app.drainJobs();
  await post(`sandbox/offer/${sold.id}/accept`);
  await app.drainJobs();
  const { body } = await get('overview');
  expect(body.offers).toEqual({
    byStatus: { ACCEPTED: 1, DRAFT: 1, PENDING_ACCEPTANCE: 4 },
    open: [
      { currency: 'CHF', count: 1, amount: 5 },
      { currency: 'EUR', count: 1, amount: 21 },
      { currency: 'USD', count: 2, amount: 300.9 },
    ],
  });
  expect(body.entitlements).toEqual({
    byStatus: { ACTIVE: 1 },
    annualized: [{ currency: 'EUR', count: 1, amount: 150 }],
    contractValue: [{ currency: 'EUR', count: 1, amount: 150, years: expect.any(Array) }],
  });
  expect(
    body.checklist.filter(({ done }: { done: boolean }) => done).map(({ step }: { step: string }) => step),
  ).toEqual(['integration', 'offer', 'entitlement']);
  expect(body.checklist.at(-1)).toEqual({ step: 'crm', done: false, skipped: true });
});

test('failures and approaching ends need attention: oldest first, with a link to their list', async () => {
  const org = await app.organization();
  const { get, post } = caller(org);
  await post('sandbox/fault', { kind: 'FAIL_CREATE', permanent: true, cause: 'NO', count: 1 });
  const failed = await post('offer', offerOf('Fails', 'USD', 1));
  await app.drainJobs();
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const ending = await post('offer', offerOf('Ends soon', 'USD', 1, { expireTime: soon }));
  await post('offer', offerOf('Ends later', 'USD', 1, { expireTime: '2090-01-01T00:00:00Z' }));
  await app.drainJobs();
  const webhook = await post('webhook', { url: 'https://hooks.example.com/', description: 'Orders' });
  await app.database.query('UPDATE webhook_queue SET failing_since = now() WHERE endpoint_id = $1', [
    webhook.id,
  ]);
  const { write } = invoicesOf(app, org);
  const due = (days: number) => ({ due_date: new Date(Date.now() - days * 86_400_000).toISOString() });
  const overdue = await write({}, { ...issued(1), ...due(2) });
  await write({}, { ...issued(2), ...due(0.5) });
  await write({}, { ...issued(3), ...due(2), payment_status: 'SUCCESS', paid_amount: '10' });
  const { body } = await get('overview');
  expect(body.attention).toEqual([
    {
      kind: 'WEBHOOK_FAILING',
      count: 1,
      oldest: expect.any(String),
      sample: [{ id: webhook.id, name: 'Orders' }],
      query: 'webhook',
    },
    {
      kind: 'INVOICE_OVERDUE',
      count: 1,
      oldest: expect.any(String),
      sample: [{ id: overdue, name: '1' }],
      query: 'invoice?status=FINALIZED',
    },
    {
      kind: 'OFFER_CREATE_FAILED',
      count: 1,
      oldest: expect.any(String),
      sample: [{ id: failed.id, name: 'Fails' }],
      query: 'offer?status=CREATE_FAILED',
    },
    {
      kind: 'OFFER_EXPIRES_SOON',
      count: 1,
      oldest: expect.any(String),
      sample: [{ id: ending.id, name: 'Ends soon' }],
      query: 'offer?status=PENDING_ACCEPTANCE',
    },
  ]);
  for (const { query } of body.attention) expect((await get(query)).status, query).toBe(200);
});

test('the overview is computed once in 10 s for all callers, separately for each organization', async () => {
  const [org, other] = [await app.organization(), await app.organization()];
  const first = (await caller(org).get('overview')).body;
  await caller(org).post('offer', offerOf('Later', 'USD', 1));
  expect((await caller(org).get('overview')).body).toEqual(first);
  expect((await caller(other).get('overview')).body.asOf).not.toBe(first.asOf);
  const foreign = await app.request('GET', `/org/${org.id}/overview`, { token: other.token });
  expect(foreign.status).toBe(404);
});

test('a series has a point for each span; an invalid order, a series that is too long or without a currency is refused by name', async () => {
  const org = await app.organization();
  const { get, post } = caller(org);
  await post('offer', offerOf('One', 'USD', 1));
  const today = new Date().toISOString().slice(0, 10);
  const days = (await get('series?metric=offersCreated')).body.points;
  expect([days.length, days.at(-1)]).toEqual([30, { start: today, value: 1 }]);
  const months = await get('series?metric=entitlementsCreated&by=month&from=2026-01-15&to=2026-03-01');
  expect(months.body.points).toEqual(
    ['2026-01-01', '2026-02-01', '2026-03-01'].map((start) => ({ start, value: 0 })),
  );
  const weeks = await get('series?metric=grossRevenue&currency=USD&by=week&from=2026-11-01&to=2026-11-09');
  expect(weeks.body.points.map(({ start }: { start: string }) => start)).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
  ]);
  for (const [query, pointer] of [
    ['metric=grossRevenue', 'currency'],
    ['metric=offersCreated&from=2026-02-02&to=2026-02-01', 'from'],
    ['metric=offersCreated&from=2020-01-01', 'from'],
    ['metric=unknown', 'metric'],
    ['metric=offersCreated&by=year', 'by'],
    ['metric=grossRevenue&currency=usd', 'currency'],
  ]) {
    const refused = await get(`series?${query}`);
    expect([refused.status, refused.body.errors?.[0]?.pointer], query).toEqual([400, pointer]);
  }
});

test('revenue series are with or without tax, by marketplace on request, and include issued invoices of direct sales', async () => {
  const org = await app.organization();
  const { get } = caller(org);
  await app.database.query(
    `INSERT INTO revenue_daily (organization_id, partner, product_id, day, currency, amount, collectable_amount,
       invoice_amount, tax_amount, disburse_amount, refund_invoice_amount, refund_disburse_amount)
     VALUES ($1, 'MKB', '', '2027-02-03', 'USD', 90, 97, 100, 19, 80, 10, 7)`,
    [org.id],
  );
  const { write } = invoicesOf(app, org);
  const amounts = { subtotal_amount: '10', tax_amount: '2', due_amount: '12', credited_amount: '3' };
  await write({}, { ...issued(1), ...amounts, payment_status: 'SUCCESS', paid_amount: '9' });
  await write({}, { ...issued(2), ...amounts, currency: 'EUR' });
  await write({}, { ...issued(3), ...amounts, issue_date: '2027-03-01T00:00:00Z' });
  await write({}, amounts);
  const span = 'currency=USD&by=month&from=2027-02-01&to=2027-02-28';
  const sumOf = async (metric: string) => (await get(`series?metric=${metric}&${span}`)).body.points[0].value;
  const metrics = [
    'grossRevenue',
    'netInvoicedRevenue',
    'invoicedTax',
    'invoicedRevenue',
    'disbursedRevenue',
  ];
  expect(await Promise.all(metrics.map(sumOf))).toEqual([97.5, 97.5, 20.5, 118, 82]);
  const { body } = await get(`series?metric=grossRevenue&split=partner&${span}`);
  expect(body.parts).toEqual([
    { partner: 'MKB', points: [{ start: '2027-02-01', value: 90 }] },
    { partner: null, points: [{ start: '2027-02-01', value: 7.5 }] },
  ]);
  expect((await get('series?metric=offersCreated&split=partner')).body).not.toHaveProperty('parts');
});

test('R14 mail to members completes the step of notifications only with a mail server; an enabled webhook always does', async () => {
  const isDone = async (by: TestApp, prepare: (call: Call) => Promise<unknown>) => {
    const { id, token } = await by.organization();
    const call: Call = (method, path, body) =>
      by.request(method, `/org/${id}/${path}`, { token, ...(body ? { body } : {}) });
    await prepare(call);
    const { checklist } = (await call('GET', 'overview')).body;
    return checklist.find(({ step }: { step: string }) => step === 'notification').done;
  };
  const mail = (call: Call) => call('PATCH', 'notificationConfigInfo', { enableEmailNotification: true });
  const webhook = (call: Call) => call('POST', 'webhook', { url: 'https://hooks.example.com/' });
  expect([await isDone(app, mail), await isDone(app, webhook)]).toEqual([false, true]);
  const disabled = async (call: Call) => {
    const { id } = (await webhook(call)).body;
    expect((await call('PATCH', `webhook/${id}`, { status: 'DISABLED' })).status).toBe(200);
  };
  expect(await isDone(app, disabled)).toBe(false);
  const withServer = await startTestApp({ environment: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  expect(await isDone(withServer, mail)).toBe(true);
  await withServer.stop();
});
