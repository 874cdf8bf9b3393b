import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRemoteJWKSet, type JWTVerifyOptions, jwtVerify } from 'jose';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { clientFor } from '../calls.fixture.ts';
import type { Subscription } from '../fulfilment/subscriptions.ts';
import { type MkB, startMkB } from '../server.ts';
import { forgeries } from './tokens.ts';

let mkB: MkB;
let seller: ReturnType<MkB['addSeller']>;
let one: Subscription;
const started: { stop: () => unknown }[] = [];
beforeEach(async () => {
  mkB = await startMkB({ now: () => Date.parse('2031-05-12T10:20:00Z') });
  started.push(mkB);
  seller = mkB.addSeller();
  one = mkB.buyerPurchases(seller.addProduct());
  mkB.becomesSubscribed(one);
});
afterAll(() => Promise.all(started.map(({ stop }) => stop())));

/** Starts a receiver that answers with a status. */
async function receiver(status: () => number) {
  const received: { authorization: string | undefined; body: Record<string, unknown> }[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    received.push({
      authorization: request.headers.authorization,
      body: JSON.parse(Buffer.concat(parts).toString()),
    });
    response.writeHead(status()).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  started.push({ stop: () => server.close() });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}

/** Verifies a header as a careful receiver does, with the keys that the service publishes. */
async function verify(authorization: string | undefined, more: JWTVerifyOptions = {}) {
  const [, token = ''] = /^Bearer (.+)$/.exec(authorization ?? '') ?? [];
  const keys = createRemoteJWKSet(new URL(`${mkB.url}/common/discovery/keys`));
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ['RS256'],
    audience: seller.clientId,
    issuer: [
      `https://sts.windows.net/${seller.tenantId}/`,
      `https://login.microsoftonline.com/${seller.tenantId}/v2.0`,
    ],
    requiredClaims: ['exp'],
    currentDate: new Date(mkB.now()),
    ...more,
  });
  if ((payload.azp ?? payload.appid) !== '20e940b3-4c77-4b0b-9a53-9e16a1b010a7') throw new Error('sender');
  if (payload.tid !== seller.tenantId) throw new Error('tenant');
  return payload;
}

test('a notification is signed for the publisher’s application and has the old and the new values', async () => {
  const { url, received } = await receiver(() => 200);
  mkB.configure(one.product, { webhook: url });
  const operation = mkB.buyerChangesPlan(one, 'gold');
  expect(received).toEqual([]);
  await mkB.sendNotifications();
  const [{ authorization, body } = { authorization: undefined, body: undefined }] = received;
  expect(await verify(authorization)).toMatchObject({
    ver: '1.0',
    iat: Date.parse('2031-05-12T10:20:00Z') / 1000,
  });
  expect(body).toMatchObject({
    id: operation.id,
    action: 'ChangePlan',
    status: 'InProgress',
    operationRequestSource: 'Azure',
    planId: 'gold',
    subscription: { id: one.id, planId: 'silver', saasSubscriptionStatus: 'Subscribed' },
    purchaseToken: null,
  });
  expect(mkB.lastNotification(one)).toMatchObject({ answer: 200, authorization });
  await mkB.settle();
  expect([one.planId, received.length]).toEqual(['gold', 1]);
  mkB.deliver({ tokenVersion: 'V2' });
  mkB.renews(one);
  await mkB.sendNotifications();
  expect(await verify(received[1]?.authorization)).toMatchObject({ ver: '2.0', azp: expect.any(String) });
});

test.each(forgeries)('a notification forged by %s is not accepted by a careful receiver', async (how) => {
  for (const tokenVersion of ['V1', 'V2'] as const) {
    mkB.deliver({ tokenVersion });
    await expect(verify(await mkB.signed(one))).resolves.toBeDefined();
    await expect(verify(await mkB.forged(one, how))).rejects.toThrow();
  }
});

test('the list of keys names no algorithm, and a notification may have no token', async () => {
  const { keys } = (await (await fetch(`${mkB.url}/common/discovery/keys`)).json()) as {
    keys: Record<string, string>[];
  };
  expect(keys).toEqual([
    { kty: 'RSA', kid: 'key-1', x5t: 'key-1', use: 'sig', n: expect.any(String), e: 'AQAB' },
  ]);
  expect(await mkB.forged(one, 'NO_TOKEN')).toBeUndefined();
});

test('keys change, old keys stay until they are retired, and the list can be unavailable', async () => {
  const before = await mkB.signed(one);
  mkB.rotateKeys();
  const after = await mkB.signed(one);
  await verify(before);
  await verify(after);
  mkB.retireKeys();
  await expect(verify(before)).rejects.toThrow('no applicable key');
  await verify(after);
  const reads = mkB.keyReads();
  mkB.keysAreDown(true);
  await expect(verify(after)).rejects.toThrow();
  expect(mkB.keyReads()).toBe(reads + 1);
  const tenant = await fetch(`${mkB.url}/${seller.tenantId}/discovery/v2.0/keys`);
  expect(tenant.status).toBe(503);
  mkB.keysAreDown(false);
  await verify(after);
  const metadata = await fetch(`${mkB.url}/${seller.tenantId}/v2.0/.well-known/openid-configuration`);
  expect(await metadata.json()).toMatchObject({
    issuer: `https://login.microsoftonline.com/${seller.tenantId}/v2.0`,
    jwks_uri: `${mkB.url}/${seller.tenantId}/discovery/v2.0/keys`,
  });
});

test('a 4xx response refuses a change of the buyer', async () => {
  const { url } = await receiver(() => 422);
  mkB.configure(one.product, { webhook: url });
  const operation = mkB.buyerChangesPlan(one, 'gold');
  await mkB.settle();
  expect([operation.status, one.planId, mkB.notifications.length]).toEqual(['Failed', 'silver', 1]);
});

test('a notification is sent again until it is received, and its time to answer begins then', async () => {
  let status = 503;
  const { url, received } = await receiver(() => status);
  mkB.configure(one.product, { webhook: url });
  const operation = mkB.buyerChangesPlan(one, 'gold');
  await mkB.pass(57_599);
  expect(received.length).toBe(1);
  await mkB.pass(1);
  expect([received.length, operation.status]).toEqual([2, 'InProgress']);
  status = 200;
  await mkB.pass(57_600);
  expect([received.length, operation.status]).toEqual([3, 'InProgress']);
  await mkB.pass(10_000);
  expect([received.length, operation.status]).toEqual([3, 'Succeeded']);
});

test('a repeated notification that is not received is sent again once', async () => {
  const { url, received } = await receiver(() => 500);
  mkB.configure(one.product, { webhook: url });
  mkB.deliver({ copies: 2 });
  mkB.renews(one);
  await mkB.pass(57_600);
  expect(received).toHaveLength(3);
});

test('a change fails after 500 attempts in eight hours', async () => {
  mkB.configure(one.product, { webhook: 'http://127.0.0.1:1/hook' });
  const operation = mkB.buyerChangesPlan(one, 'gold');
  await mkB.pass(7.9 * 3_600_000);
  expect(operation.status).toBe('InProgress');
  await mkB.pass(3_600_000);
  expect([operation.status, mkB.notifications.length, one.planId]).toEqual(['Failed', 500, 'silver']);
});

test('notifications are repeated, delayed, held and reordered on demand', async () => {
  const { url, received } = await receiver(() => 200);
  mkB.configure(one.product, { webhook: url });
  const actions = () => received.splice(0).map(({ body }) => body.action);
  mkB.deliver({ copies: 2 });
  mkB.paymentFails(one);
  await mkB.sendNotifications();
  expect(actions()).toEqual(['Suspend', 'Suspend']);
  await mkB.pass(60_000);
  expect(actions()).toEqual([]);
  mkB.deliver({ copies: 1, delayMs: 5000 });
  mkB.paymentArrives(one);
  await mkB.sendNotifications();
  expect(actions()).toEqual([]);
  await mkB.pass(5000);
  expect(actions()).toEqual(['Reinstate']);
  await mkB.settle();
  mkB.deliver({ delayMs: 0, reversed: true });
  mkB.holdNotifications();
  mkB.renews(one);
  mkB.buyerUnsubscribes(one);
  await mkB.settle();
  expect(actions()).toEqual([]);
  await mkB.letNotificationsGo();
  expect(actions()).toEqual(['Unsubscribe', 'Renew']);
});

test('an operation of a notification can be read, and a forged body names none', async () => {
  const client = await clientFor(mkB.url, seller);
  mkB.paymentFails(one);
  await mkB.settle();
  const { body } = mkB.lastNotification(one);
  const read = await client.get(`/saas/subscriptions/${one.id}/operations/${body.id}`);
  expect(read.body).toMatchObject({ action: 'Suspend', status: 'Succeeded' });
  expect((await client.get(`/saas/subscriptions/${one.id}/operations/${one.id}`)).status).toBe(404);
});
