import { afterAll, beforeAll, expect, test } from 'vitest';
import { formsOf, tablesWith, textsOf } from '../../canaries.ts';
import { type Reply, startTestApp, type TestApp } from '../../harness.ts';
import { sellerOf, unlimited } from './seller.fixture.ts';
import { callsOf, dayMs, type MkBWorld, minuteMs, plans, startWorld } from './world.fixture.ts';

let world: MkBWorld;
let app: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  world = await startWorld();
  app = await startTestApp({
    environment: { LOG_LEVEL: 'trace' },
    onLog: (line) => lines.push(JSON.stringify(line)),
    connectors: new Map([['MKB', unlimited(world)]]),
  });
});
afterAll(async () => {
  await app.stop();
  await world.stop();
});

/** Every read operation of a client of an organization that could show a secret. */
const readable = [
  'integration',
  'integration/MKB/MARKETPLACE',
  'integration/MKB/MARKETPLACE/verification',
  'entitlement',
  'buyer',
  'operation',
  'auditingEvent/query?page_size=100',
  'notificationEvent',
  'partner/MKB/revenueRecordDetail',
];

const internal = { status: 500, code: 'InternalServerError', message: 'broken' };
/** Injects faults of the local service, with the details that the client reports. */
const failuresOf = ({ service }: MkBWorld): (() => void)[] => [
  () => service.revokeTokens(),
  () => service.failNext('token', { ...internal, status: 503 }),
  () => service.failNext('resolve', internal),
  () => service.dropNextAnswer('resolve', { afterCommit: true }),
  () => service.throttleNext('getSubscription', { retryAfterS: 1 }),
  () => service.dropNextAnswer('activateSubscription', { afterCommit: true }),
];

test('no log, response, event, notification, job or other row contains a secret or a token', async () => {
  const { service } = world;
  const seller = world.newSeller();
  const org = await app.organization({ environment: 'PROD' });
  const at = sellerOf(app, org, world, seller);
  const product = seller.addProduct({ plans: plans ?? [], webhook: at.webhook });
  await at.connect();
  const shown: Pick<Reply, 'text' | 'headers'>[] = [];
  const sold = service.buyerPurchases(product, { planId: 'seats', quantity: 2 });
  const tokens = [service.purchaseToken(sold), 'canary-token-of-nobody+/='];
  const land = async (token: string) => {
    const reply = await at.land(token);
    shown.push({ text: await reply.text(), headers: reply.headers });
  };
  await land(tokens[0] as string);
  const [entitlement] = await at.call('GET', 'entitlement');
  for (const [index, fail] of failuresOf(world).entries()) {
    fail();
    await land(tokens[index % 2] as string);
    if (index === 5) shown.push(await at.ask('POST', `entitlement/${entitlement.id}/approve`));
    shown.push(await at.integration.verify());
    await at.pass(minuteMs);
  }
  service.buyerChangesPlan(sold, 'flat');
  await at.pass(minuteMs);
  const authorization = service.lastNotification(sold).authorization.replace('Bearer ', '');
  // Reports are read from secret addresses, also if the download fails.
  for (let days = 0; days < 2; days++) await at.pass(dayMs);
  for (const fail of [
    () => service.failNext('download', internal),
    () => service.failNext('download', { ...internal, status: 404 }),
    () => service.dropNextAnswer('download', { afterCommit: true }),
  ]) {
    fail();
    await at.pass(dayMs);
  }
  expect(callsOf(service, 'download')).toBeGreaterThan(3);
  const wrongSecret = 'canary8Q~secret-of-nobody';
  shown.push(await at.integration.change({ credentials: { clientSecret: wrongSecret } }));
  shown.push(await at.integration.verify());
  for (const path of readable) shown.push(await at.ask('GET', path));

  const hidden = [...service.secrets(), ...tokens, authorization, wrongSecret].flatMap(formsOf);
  const leaks = (text: string) => hidden.filter((form) => text.includes(form));
  const answers = textsOf(shown);
  expect(leaks(answers)).toEqual([]);
  expect(lines.filter((line) => line.includes('could not be resolved')).length).toBeGreaterThan(2);
  expect(leaks(lines.join('\n').replaceAll('\\\\', '\\'))).toEqual([]);
  expect(await tablesWith(app.database, hidden)).toEqual([]);
});

test('a notification is answered with 503 while its keys cannot be read, and the buyer’s change is not refused', async () => {
  const { service } = world;
  const seller = world.newSeller();
  const org = await app.organization({ environment: 'PROD' });
  const at = sellerOf(app, org, world, seller);
  const product = seller.addProduct({ plans: plans ?? [], webhook: at.webhook });
  await at.connect();
  const sold = service.buyerPurchases(product, { planId: 'seats', quantity: 2 });
  service.becomesSubscribed(sold);
  service.keysAreDown(true);
  const change = service.buyerChangesQuantity(sold, 4);
  await service.sendNotifications();
  expect(service.lastNotification(sold).answer).toBe(503);
  expect(change.status).toBe('InProgress');
  service.keysAreDown(false);
  await at.pass(5 * minuteMs);
  expect(service.lastNotification(sold).answer).toBe(200);
  await at.pass(minuteMs);
  expect(change.status).toBe('Succeeded');
});

test('a genuine notification with an unusable body is stored and answered with 200', async () => {
  const { service } = world;
  const seller = world.newSeller();
  const org = await app.organization({ environment: 'PROD' });
  const at = sellerOf(app, org, world, seller);
  const product = seller.addProduct({ plans: plans ?? [], webhook: at.webhook });
  await at.connect();
  const sold = service.buyerPurchases(product, { planId: 'seats', quantity: 2 });
  service.becomesSubscribed(sold);
  const authorization = await service.signed(sold);
  const post = (raw: string) =>
    app.request('POST', new URL(at.webhook).pathname, { raw, headers: { authorization } });
  const bodies = [
    '{"id":{"toString":1},"action":[7]}',
    'no JSON',
    '{"id":"__proto__","action":"constructor"}',
    '\u0000',
  ];
  for (const body of [...bodies, ...bodies]) expect((await post(body)).status, body).toBe(200);
  const { rows } = await app.database.query(
    'SELECT count(*)::int AS kept FROM inbound_notification WHERE organization_id = $1',
    [org.id],
  );
  expect(rows[0].kept).toBe(bodies.length);
});

test('a tenant that enters an address instead of a directory reaches no host', async () => {
  const calls = world.service.log.calls.length;
  for (const tenantID of ['127.0.0.1', '../../metadata', 'evil.example', `${world.service.url}/x`]) {
    const org = await app.organization({ environment: 'PROD' });
    const seller = world.newSeller();
    const at = sellerOf(app, org, world, seller);
    const info = { mkBIntegration: { tenantID, clientID: seller.clientId } };
    const made = await at.integration.create({ clientSecret: seller.clientSecret }, info);
    expect(made.status, made.text).toBe(200);
    expect((await at.integration.verify()).body).toBe(false);
    expect((await at.land('a-token')).status).toBe(503);
    expect(
      (
        await app.request('POST', new URL(at.webhook).pathname, {
          raw: '{}',
          headers: { authorization: 'Bearer a.b.c' },
        })
      ).status,
    ).toBe(503);
  }
  expect(world.service.log.calls.length).toBe(calls);
});
