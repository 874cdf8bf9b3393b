import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { listen, type RawRequest } from '../../http/server.ts';
import { clientFor, outcomeOf } from '../calls.fixture.ts';
import { type MkC, startMkC } from '../server.ts';
import { pushForgeries } from './push.ts';
import type { Subscription } from './queues.ts';

const start = Date.parse('2031-05-12T10:20:00Z');
const audience = 'https://tradepost.example/events';
const email = 'push@provider-public.iam.gserviceaccount.com';
const stops: (() => Promise<unknown>)[] = [];
let mkC: MkC;
let seller: Awaited<ReturnType<MkC['addSeller']>>;
let subscription: Subscription;
let received: RawRequest[];
let status: number;
beforeEach(async () => {
  [received, status] = [[], 204];
  const receiver = await listen(async (request) => {
    received.push(request);
    return { status };
  });
  mkC = await startMkC({ now: () => start });
  stops.push(mkC.stop, receiver.stop);
  seller = await mkC.addSeller();
  subscription = mkC.addSubscription(seller, {
    push: { endpoint: `${receiver.url}/events`, audience, email },
  });
});
afterAll(() => Promise.all(stops.map((stop) => stop())));

/** Verifies a header as a careful receiver does, with the keys that the service publishes. */
async function verify(authorization: string | undefined) {
  const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '';
  const keys = createRemoteJWKSet(new URL(`${mkC.url}/oauth2/v3/certs`), { [customFetch]: fetch });
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ['RS256'],
    issuer: ['https://accounts.google.com', 'accounts.google.com'],
    audience,
    requiredClaims: ['exp'],
    currentDate: new Date(start),
  });
  if (payload.email !== email || payload.email_verified !== true) throw new Error('Another sender');
  return payload;
}

test('a message is pushed with a token, and again until it is received', async () => {
  mkC.buyerPurchases(seller.addProduct());
  expect(received).toEqual([]);
  status = 503;
  await mkC.sendPushes();
  status = 204;
  await mkC.pass(9_999);
  expect(received).toHaveLength(1);
  await mkC.pass(1);
  await mkC.pass(60_000);
  expect(mkC.pushes.map(({ answer }) => answer)).toEqual([503, 204]);
  expect(mkC.backlog(subscription)).toEqual([]);
  const [first] = received;
  const body = JSON.parse(first?.body.toString() ?? '');
  expect(body.subscription).toBe(`projects/${seller.projectId}/subscriptions/${subscription.name}`);
  expect(body.message.message_id).toBe(body.message.messageId);
  expect(JSON.parse(Buffer.from(body.message.data, 'base64').toString()).eventType).toBe(
    'ENTITLEMENT_CREATION_REQUESTED',
  );
  expect(await verify(first?.headers.authorization)).toMatchObject({ email, aud: audience });
  const client = await clientFor(mkC.url, seller.keyFile, mkC.now());
  const pulled = await client.post(`/v1/${body.subscription}:pull`, { maxMessages: 1 });
  expect(outcomeOf(pulled)).toBe('400 FAILED_PRECONDITION');
});

test.each(pushForgeries)('a push forged by %s is not accepted by a careful receiver', async (how) => {
  await expect(verify(await mkC.signedPush(subscription))).resolves.toBeDefined();
  await expect(verify(await mkC.forgedPush(subscription, how))).rejects.toThrow();
});

test('the keys of pushes rotate, and their list can be unavailable', async () => {
  const old = await mkC.signedPush(subscription);
  const { push } = mkC.signingKeys;
  push.rotate();
  await expect(verify(old)).resolves.toBeDefined();
  await expect(verify(await mkC.signedPush(subscription))).resolves.toBeDefined();
  push.retire();
  await expect(verify(old)).rejects.toThrow();
  push.state.isDown = true;
  await expect(verify(await mkC.signedPush(subscription))).rejects.toThrow();
  expect(push.state.reads).toBe(4);
});
