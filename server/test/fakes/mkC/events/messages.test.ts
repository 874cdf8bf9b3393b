import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Client, clientFor, outcomeOf, refused } from '../calls.fixture.ts';
import { type MkC, startMkC } from '../server.ts';
import type { Subscription } from './queues.ts';

const start = Date.parse('2031-05-12T10:20:00Z');
const started: MkC[] = [];
let mkC: MkC;
let client: Client;
let seller: Awaited<ReturnType<MkC['addSeller']>>;
let subscription: Subscription;
let path: string;
beforeEach(async () => {
  mkC = await startMkC({ now: () => start });
  started.push(mkC);
  seller = await mkC.addSeller();
  subscription = mkC.addSubscription(seller);
  path = `/v1/projects/${seller.projectId}/subscriptions/${subscription.name}`;
  client = await clientFor(mkC.url, seller.keyFile, start);
});
afterAll(() => Promise.all(started.map(({ stop }) => stop())));

type Received = { ackId: string; message: { data: string; messageId: string; publishTime: string } };
const pull = async (maxMessages = 10): Promise<Received[]> => {
  const { status, body } = await client.post(`${path}:pull`, { maxMessages });
  expect(status).toBe(200);
  return body.receivedMessages ?? [];
};
const eventOf = ({ message }: Received) => JSON.parse(Buffer.from(message.data, 'base64').toString());
const acknowledge = async (received: readonly Received[]) =>
  outcomeOf(await client.post(`${path}:acknowledge`, { ackIds: received.map(({ ackId }) => ackId) }));

test('a message is pulled, and is pulled again after its deadline until it is acknowledged', async () => {
  const one = mkC.buyerPurchases(seller.addProduct());
  const first = await pull();
  expect(first.map(eventOf)).toEqual([
    {
      eventId: expect.any(String),
      eventType: 'ENTITLEMENT_CREATION_REQUESTED',
      providerId: seller.providerId,
      entitlement: {
        id: one.id,
        updateTime: '2031-05-12T10:20:00.000Z',
        orderId: one.orderId,
        newPlan: 'silver',
      },
    },
  ]);
  expect(first[0]?.message.publishTime).toBe('2031-05-12T10:20:00.000Z');
  expect(await pull()).toEqual([]);
  await mkC.pass(10_000);
  // The identifier of the first delivery is accepted, but has no effect any more.
  expect(await acknowledge(first)).toBe('200');
  const second = await pull();
  expect(second[0]?.message.messageId).toBe(first[0]?.message.messageId);
  expect(second[0]?.ackId).not.toBe(first[0]?.ackId);
  mkC.losesAcknowledgements();
  expect(await acknowledge(second)).toBe('200');
  await mkC.pass(10_000);
  expect(await acknowledge(await pull())).toBe('200');
  await mkC.pass(10_000);
  expect([await pull(), mkC.backlog(subscription)]).toEqual([[], []]);
});

test('a deadline can be extended, and a message can be given back', async () => {
  mkC.buyerPurchases(seller.addProduct());
  const [first] = await pull();
  const extend = async (ackDeadlineSeconds: number, ackIds = [first?.ackId]) =>
    outcomeOf(await client.post(`${path}:modifyAckDeadline`, { ackIds, ackDeadlineSeconds }));
  expect(await extend(60)).toBe('200');
  await mkC.pass(50_000);
  expect(await pull()).toEqual([]);
  expect(await extend(0)).toBe('200');
  expect(await pull()).toHaveLength(1);
  expect(await extend(601)).toBe('400 INVALID_ARGUMENT');
  expect(await extend(10, [])).toBe('400 INVALID_ARGUMENT');
  expect(await extend(10, ['unknown'])).toBe('400 INVALID_ARGUMENT');
});

test('messages can come twice and in another order', async () => {
  mkC.deliver({ copies: 2, reversed: true });
  const product = seller.addProduct();
  const ids = [mkC.buyerPurchases(product), mkC.buyerPurchases(product)].map(({ id }) => id);
  const received = await pull();
  expect(received.map((one) => eventOf(one).entitlement.id)).toEqual([ids[1], ids[1], ids[0], ids[0]]);
  expect(new Set(received.map((one) => eventOf(one).eventId)).size).toBe(2);
  expect(new Set(received.map(({ message }) => message.messageId)).size).toBe(2);
});

test('a subscription belongs to its project and to the topic of its provider', async () => {
  const { body } = await client.get(path);
  expect(body).toMatchObject({
    name: path.slice('/v1/'.length),
    topic: `projects/cloudcommerceproc-prod/topics/${seller.providerId}`,
    pushConfig: {},
    ackDeadlineSeconds: 10,
  });
  const other = await mkC.addSeller();
  mkC.buyerPurchases(other.addProduct());
  expect(await pull()).toEqual([]);
  const foreign = mkC.addSubscription(other);
  const call = async (address: string, sent: object = { maxMessages: 1 }) =>
    outcomeOf(await client.post(`${address}:pull`, sent));
  expect(await call(`/v1/projects/${other.projectId}/subscriptions/${foreign.name}`)).toBe(
    '403 PERMISSION_DENIED',
  );
  expect(await call(`/v1/projects/${seller.projectId}/subscriptions/other`)).toBe('404 NOT_FOUND');
  expect(await call(path, { maxMessages: 0 })).toBe('400 INVALID_ARGUMENT');
  expect(outcomeOf(await refused(client.post(`${path}:pull`, { most: 1 })))).toBe('400 INVALID_ARGUMENT');
  mkC.forbid(seller.account, 'pubsub');
  expect(await call(path)).toBe('403 PERMISSION_DENIED');
});
