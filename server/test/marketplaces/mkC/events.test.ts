import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventTypes } from '../../../src/marketplaces/mkC/events.ts';
import { pushForgeries } from '../../fakes/mkC/events/push.ts';
import {
  activate,
  kindOf,
  type MkCWorld,
  notificationUrl,
  type Seller,
  startWorld,
} from './world.fixture.ts';

let world: MkCWorld;
let seller: Seller;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  world.service.clearFaults();
  seller = await world.newSeller();
});
afterAll(() => world.stop());

const pull = (of: Pick<Seller, 'adapter'> = seller) =>
  of.adapter.pullNotifications?.(AbortSignal.timeout(5000)) as ReturnType<
    NonNullable<Seller['adapter']['pullNotifications']>
  >;
const verified = async (of: Pick<Seller, 'adapter'> = seller) =>
  Promise.all((await pull(of)).map(({ raw }) => of.adapter.verifyNotification(raw)));

describe('pulled events', () => {
  test('an event names its order, and is delivered again unless it is acknowledged', async () => {
    const { id } = world.service.buyerPurchases(seller.addProduct());
    const [first] = await pull();
    expect(await seller.adapter.verifyNotification(first?.raw as never)).toEqual({
      id: expect.any(String),
      sentTime: first?.sentTime,
      subjects: [{ kind: 'AGREEMENT', externalId: id }],
    });
    expect(await pull()).toEqual([]);
    await world.service.pass(60_000);
    const [again] = await pull();
    expect(again?.raw).toEqual(first?.raw);
    await seller.adapter.acknowledgeNotifications?.([again?.receipt as string]);
    await world.service.pass(60_000);
    expect(await pull()).toEqual([]);
    expect(world.service.backlog(seller.subscription)).toEqual([]);
  });

  test('copies of an event have the same id, and different events have different ids', async () => {
    world.service.deliver({ copies: 2, reversed: true });
    world.service.buyerPurchases(seller.addProduct());
    world.service.buyerPurchases(seller.addProduct());
    const ids = (await verified()).map(({ id }) => id);
    world.service.deliver({ copies: 1, reversed: false });
    expect([ids.length, new Set(ids).size]).toEqual([4, 2]);
  });

  test('a requested plan change is a request of its order', async () => {
    const order = await activate(world, seller, seller.addProduct());
    await verified();
    world.service.buyerChangesPlan(order, { plan: 'gold' });
    const [event] = await verified();
    const { buyerRequests } = (await seller.adapter.readAgreement(order.id)) ?? {};
    expect(event?.subjects).toEqual([
      { kind: 'AGREEMENT', externalId: order.id },
      { kind: 'REQUEST', externalId: buyerRequests?.[0] },
    ]);
  });

  test('an event of an account names the account, whose orders are listed later', async () => {
    const product = seller.addProduct();
    const order = world.service.buyerPurchases(product);
    const other = world.service.buyerPurchases(product, { account: order.account });
    world.service.buyerPurchases(product);
    await verified();
    await seller.adapter.approveAgreement(order.id);
    const [event] = await verified();
    expect(event?.subjects).toEqual([{ kind: 'BUYER', externalId: order.account.id }]);
    const ids = await seller.adapter.listAgreementsOf?.(order.account.id);
    expect(new Set(ids)).toEqual(new Set([order.id, other.id]));
    world.service.deletesAccount(order.account);
    const deleted = (await verified()).flatMap(({ subjects }) => subjects);
    expect(deleted).toContainEqual({ kind: 'BUYER', externalId: order.account.id });
  });

  test('the orders of an account without orders, or of an account that is refused, are none', async () => {
    const account = world.service.buyerSignsUp(seller.addProduct());
    expect(await seller.adapter.listAgreementsOf?.(account.id)).toEqual([]);
    world.service.failNext('listEntitlements', { code: 'INVALID_ARGUMENT', status: 400, message: 'x' });
    expect(await seller.adapter.listAgreementsOf?.(account.id)).toEqual([]);
    world.service.isUnavailableNext('listEntitlements');
    expect(await kindOf(seller.adapter.listAgreementsOf?.(account.id))).toBe('unreachable');
  });

  test('an unknown event is reported, and its order is read', async () => {
    const order = world.service.buyerPurchases(seller.addProduct());
    await verified();
    world.service.sendsEvent(order, 'ENTITLEMENT_SOMETHING_NEW');
    expect(await verified()).toMatchObject([
      { unknownKind: 'ENTITLEMENT_SOMETHING_NEW', subjects: [{ kind: 'AGREEMENT', externalId: order.id }] },
    ]);
  });

  test('every event of the local service is of a known type', () => {
    const sent = new Set(world.service.events.map(({ body }) => body.eventType));
    sent.delete('ENTITLEMENT_SOMETHING_NEW');
    expect(sent.size).toBeGreaterThan(5);
    expect([...sent].filter((type) => !eventTypes.has(type))).toEqual([]);
  });

  test.each(['', 'not JSON', '{}', '[]', 'null', '{"data":7}', '{"data":"bm90aGluZw=="}'])(
    'a message without a readable event names no record: %s',
    async (rawBody) => {
      const raw = { method: 'PULL' as const, query: '', headers: {}, rawBody };
      expect((await seller.adapter.verifyNotification(raw)).subjects).toEqual([]);
    },
  );

  test('without a subscription nothing is called', async () => {
    const own = await world.newSeller({ info: { pubsubSubscription: undefined } });
    const before = world.service.log.calls.length;
    expect(await own.adapter.pullNotifications?.(AbortSignal.timeout(20))).toEqual([]);
    await own.adapter.acknowledgeNotifications?.(['x']);
    expect(world.service.log.calls.length).toBe(before);
  });

  test('an aborted pull ends without an error', async () => {
    world.service.delayNext('pull', 500);
    expect(await seller.adapter.pullNotifications?.(AbortSignal.timeout(30))).toEqual([]);
  });
});

describe('pushed events', () => {
  const push = { endpoint: notificationUrl, email: '' };
  const pushed = async (of: Seller) => {
    push.email = of.account.email;
    const subscription = world.service.addSubscription(of, { push });
    return { subscription, authorization: await world.service.signedPush(subscription) };
  };
  const rawWith = (authorization: string | undefined, entitlement = 'ent-1') => ({
    method: 'POST' as const,
    query: '',
    headers: { authorization },
    rawBody: JSON.stringify({
      message: {
        messageId: '77',
        data: Buffer.from(
          JSON.stringify({ eventType: 'ENTITLEMENT_ACTIVE', entitlement: { id: entitlement } }),
        ).toString('base64'),
      },
    }),
  });

  test('a genuine push names its records', async () => {
    const { authorization } = await pushed(seller);
    expect(await seller.adapter.verifyNotification(rawWith(authorization))).toEqual({
      id: '77',
      subjects: [{ kind: 'AGREEMENT', externalId: 'ent-1' }],
    });
  });

  test.each(pushForgeries)('a push forged by %s is refused', async (how) => {
    const { subscription } = await pushed(seller);
    const raw = rawWith(await world.service.forgedPush(subscription, how));
    expect(await kindOf(seller.adapter.verifyNotification(raw))).toBe('refused');
  });

  test('a push of another seller, or to another organization, is refused', async () => {
    const stranger = await world.newSeller();
    const { authorization } = await pushed(stranger);
    expect(await kindOf(stranger.adapter.verifyNotification(rawWith(authorization)))).toBe('let in');
    expect(await kindOf(seller.adapter.verifyNotification(rawWith(authorization)))).toBe('refused');
    const elsewhere = world.connect(stranger.settings, { organizationId: 'org_two' });
    expect(await kindOf(elsewhere.verifyNotification(rawWith(authorization)))).toBe('refused');
  });

  test('a push is signed by the account of the settings, and is not accepted by GET', async () => {
    const email = 'pusher@other-project.iam.gserviceaccount.com';
    const own = await world.newSeller({ info: { pushServiceAccountEmail: email } });
    const subscription = world.service.addSubscription(own, { push: { endpoint: notificationUrl, email } });
    const raw = rawWith(await world.service.signedPush(subscription));
    expect(await kindOf(own.adapter.verifyNotification(raw))).toBe('let in');
    expect(await kindOf(own.adapter.verifyNotification({ ...raw, method: 'GET' }))).toBe('refused');
  });

  test('while the keys are away, a push is not refused', async () => {
    const fresh = await startWorld();
    const own = await fresh.newSeller();
    const subscription = fresh.service.addSubscription(own, {
      push: { endpoint: notificationUrl, email: own.account.email },
    });
    const raw = rawWith(await fresh.service.signedPush(subscription));
    fresh.service.signingKeys.push.state.isDown = true;
    expect(await kindOf(own.adapter.verifyNotification(raw))).toBe('unreachable');
    fresh.service.signingKeys.push.state.isDown = false;
    expect(await kindOf(own.adapter.verifyNotification(raw))).toBe('let in');
    await fresh.stop();
  });
});
