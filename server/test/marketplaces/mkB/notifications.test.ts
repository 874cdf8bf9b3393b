import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RawNotification } from '../../../src/marketplaces/index.ts';
import type { Product } from '../../fakes/mkB/fulfilment/products.ts';
import type { Operation, Subscription } from '../../fakes/mkB/fulfilment/subscriptions.ts';
import { forgeries } from '../../fakes/mkB/webhooks/tokens.ts';
import {
  kindOf,
  type MkBWorld,
  minuteMs,
  plans,
  purchaseOf,
  type Seller,
  startWorld,
} from './world.fixture.ts';

let world: MkBWorld;
let seller: Seller;
let product: Product;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(() => {
  seller = world.newSeller();
  product = seller.addProduct({ plans: plans ?? [] });
});
afterAll(() => world.stop());

const verify = (raw: RawNotification, by = seller) => by.adapter.verifyNotification(raw);

/** Sends the last notification of a subscription, and returns it as the service receives it. */
async function received(one: Subscription, changed: Record<string, unknown> = {}): Promise<RawNotification> {
  await world.service.sendNotifications();
  const { authorization, body } = world.service.lastNotification(one);
  const headers = { authorization, 'content-type': 'application/json' };
  return { method: 'POST', query: '', headers, rawBody: JSON.stringify({ ...body, ...changed }) };
}

const agreement = (one: Subscription) => ({ kind: 'AGREEMENT', externalId: one.id });
const request = (one: Subscription, { id }: Operation) => ({
  kind: 'REQUEST',
  externalId: `${one.id}/${id}`,
});

describe('a genuine notification', () => {
  test.each(['V1', 'V2'] as const)('is verified by its token in the form %s', async (tokenVersion) => {
    world.service.deliver({ tokenVersion });
    const one = purchaseOf(world.service, product);
    world.service.paymentFails(one);
    const verified = await verify(await received(one));
    expect(verified.subjects).toEqual([agreement(one)]);
    expect(verified.unknownKind).toBeUndefined();
    expect(verified.sentTime).toBe(new Date(world.service.now()).toISOString());
    world.service.deliver({ tokenVersion: 'V1' });
  });

  test('names the request of a plan, of a quantity and of a reinstatement', async () => {
    const one = purchaseOf(world.service, product);
    const plan = world.service.buyerChangesPlan(one, 'flat');
    expect((await verify(await received(one))).subjects).toEqual([agreement(one), request(one, plan)]);
    const two = purchaseOf(world.service, product);
    const quantity = world.service.buyerChangesQuantity(two, 4);
    expect((await verify(await received(two))).subjects).toEqual([agreement(two), request(two, quantity)]);
    const three = purchaseOf(world.service, product);
    world.service.paymentFails(three);
    const reinstatement = world.service.paymentArrives(three);
    expect((await verify(await received(three))).subjects).toEqual([
      agreement(three),
      request(three, reinstatement),
    ]);
  });

  test('of a change by the seller names the change that the service polls, not a request', async () => {
    const one = purchaseOf(world.service, product);
    const change = await seller.adapter.changeQuantity(one.id, 6);
    await world.service.pass(3_000);
    expect((await verify(await received(one))).subjects).toEqual([
      agreement(one),
      { kind: 'CHANGE', externalId: change.handle },
    ]);
  });

  test('of an unknown action names only the subscription', async () => {
    const one = purchaseOf(world.service, product);
    world.service.renews(one);
    expect(await verify(await received(one, { action: 'Transfer', extra: { new: true } }))).toMatchObject({
      subjects: [agreement(one)],
      unknownKind: 'Transfer',
    });
  });

  test('has an id of its own for each status of an operation', async () => {
    const one = purchaseOf(world.service, product);
    world.service.buyerChangesPlan(one, 'flat');
    const first = await verify(await received(one));
    expect((await verify(await received(one))).id).toBe(first.id);
    expect((await verify(await received(one, { status: 'Failed' }))).id).not.toBe(first.id);
  });

  test('with an unusable body is kept without effect, because a refusal would reject the buyer’s change', async () => {
    const one = purchaseOf(world.service, product);
    world.service.buyerChangesPlan(one, 'flat');
    const raw = await received(one);
    const kept = { id: expect.stringMatching(/^body:\w{64}$/), subjects: [], unknownKind: 'unreadable' };
    for (const rawBody of ['', '[]', 'null', '"text"', '{', '{}', '7', '\u0000', '{"__proto__":{"id":1}}'])
      expect(await verify({ ...raw, rawBody }), rawBody).toEqual(kept);
    expect((await verify({ ...raw, rawBody: '{}' })).id).not.toBe(
      (await verify({ ...raw, rawBody: '[]' })).id,
    );
  });

  test.each<[what: string, value: unknown]>([
    ['a number', 7],
    ['an object', { toString: 1 }],
    ['an array', [['x']]],
    ['a huge text', 'x'.repeat(100_000)],
    ['a path', 'x/../y'],
    ['a member of objects', 'constructor'],
    ['the prototype', '__proto__'],
    ['a method', 'toString'],
    ['a NUL character', '\u0000'],
    ['nothing', undefined],
    ['null', null],
  ])('with %s for a member is kept, with what is usable', async (_, value) => {
    const one = purchaseOf(world.service, product);
    const operation = world.service.buyerChangesPlan(one, 'flat');
    const withId = await verify(await received(one, { id: value }));
    expect(withId).toMatchObject({ subjects: [agreement(one)], unknownKind: 'unreadable' });
    const withSubscription = await verify(await received(one, { subscriptionId: value }));
    expect(withSubscription).toMatchObject({ subjects: [], unknownKind: 'unreadable' });
    const withAction = await verify(await received(one, { action: value }));
    expect(withAction.subjects).toEqual([agreement(one)]);
    expect(withAction.unknownKind).toBeDefined();
    for (const member of ['status', 'timeStamp', 'operationRequestSource'])
      expect((await verify(await received(one, { [member]: value }))).subjects).toEqual([
        agreement(one),
        request(one, operation),
      ]);
    for (const { id } of [withId, withSubscription, withAction]) expect(id.length).toBeLessThan(200);
  });
});

describe('a forged notification', () => {
  test.each((['V1', 'V2'] as const).flatMap((version) => forgeries.map((how) => [how, version] as const)))(
    'is refused: %s of the form %s',
    async (how, tokenVersion) => {
      world.service.deliver({ tokenVersion });
      const one = purchaseOf(world.service, product);
      world.service.renews(one);
      const raw = await received(one);
      const authorization = await world.service.forged(one, how);
      const headers = authorization === undefined ? {} : { authorization };
      expect(await kindOf(verify({ ...raw, headers }))).toBe('refused');
      expect(await kindOf(verify(raw))).toBe('done');
      world.service.deliver({ tokenVersion: 'V1' });
    },
  );

  test('of another seller is refused, also with a genuine token', async () => {
    const stranger = world.newSeller();
    const one = purchaseOf(world.service, product);
    world.service.renews(one);
    expect(await kindOf(verify(await received(one), stranger))).toBe('refused');
  });

  test('by another method is refused', async () => {
    const one = purchaseOf(world.service, product);
    world.service.renews(one);
    const raw = await received(one);
    for (const method of ['GET', 'PULL'] as const)
      expect(await kindOf(verify({ ...raw, method }))).toBe('refused');
  });

  test('with the older name of the sender in the newer form is refused', async () => {
    const one = purchaseOf(world.service, product);
    world.service.renews(one);
    const raw = await received(one);
    const { appid } = JSON.parse(
      Buffer.from(String(raw.headers.authorization).split('.')[1] as string, 'base64url').toString(),
    );
    const authorization = await world.service.signed(one, { ver: '2.0', appid, azp: undefined });
    expect(await kindOf(verify({ ...raw, headers: { authorization } }))).toBe('refused');
  });
});

describe('the signing keys', () => {
  test('that cannot be read cause no refusal, because a refusal would reject the buyer’s change', async () => {
    const own = await startWorld();
    const by = own.newSeller();
    const one = purchaseOf(own.service, by.addProduct({ plans: plans ?? [] }));
    own.service.buyerChangesPlan(one, 'flat');
    await own.service.sendNotifications();
    const { authorization, rawBody } = own.service.lastNotification(one);
    const raw = { method: 'POST' as const, query: '', headers: { authorization }, rawBody };
    own.service.keysAreDown(true);
    expect(await kindOf(by.adapter.verifyNotification(raw))).toBe('unreachable');
    own.service.keysAreDown(false);
    expect(await kindOf(by.adapter.verifyNotification(raw))).toBe('done');
    const reads = own.service.keyReads();
    await Promise.all(Array.from({ length: 20 }, () => by.adapter.verifyNotification(raw)));
    expect(own.service.keyReads()).toBe(reads);
    await own.stop();
  });

  test('are kept while forged key ids arrive', async () => {
    const one = purchaseOf(world.service, product);
    world.service.renews(one);
    const raw = await received(one);
    await verify(raw);
    const reads = world.service.keyReads();
    for (let turn = 0; turn < 10; turn++) {
      const authorization = await world.service.forged(one, 'UNKNOWN_KEY');
      expect(await kindOf(verify({ ...raw, headers: { authorization } }))).toBe('refused');
    }
    expect(world.service.keyReads()).toBe(reads);
  });
});

test('a late notification is still verified within its token’s validity', async () => {
  const one = purchaseOf(world.service, product);
  world.service.renews(one);
  const raw = await received(one);
  await world.service.pass(50 * minuteMs);
  expect(await kindOf(verify(raw))).toBe('done');
  await world.service.pass(20 * minuteMs);
  expect(await kindOf(verify(raw))).toBe('refused');
});
