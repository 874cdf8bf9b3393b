import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgreementSnapshot, Change } from '../../../src/marketplaces/index.ts';
import type { Product } from '../../fakes/mkB/fulfilment/products.ts';
import {
  callsOf,
  dayMs,
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
  seller = world.newSeller();
  product = seller.addProduct({ plans: plans ?? [] });
});
afterAll(() => world.stop());

const read = (id: string) => seller.adapter.readAgreement(id);
const bought = (isActive = true) => purchaseOf(world.service, product, { isActive });

/** Polls a change until it ends, and returns it. */
async function followed(asked: Promise<Change>): Promise<Change> {
  let change = await asked;
  for (let turn = 0; change.state === 'RUNNING' && turn < 50; turn++) {
    await world.service.pass(change.askAgainMs);
    change = (await seller.adapter.readChange?.(change.handle)) as Change;
  }
  return change;
}

describe('a subscription', () => {
  test('is shown with its buyer, plan, prices and own record', async () => {
    const one = bought();
    expect(await read(one.id.toUpperCase())).toMatchObject({
      externalId: one.id,
      status: 'ACTIVE',
      externalStatus: 'Subscribed',
      needsApproval: false,
      externalProductId: product.offerId,
      externalBuyerId: one.beneficiary.tenantId,
      acceptedAt: '2031-05-12T10:20:00.000Z',
      startTime: '2031-05-12T00:00:00.000Z',
      endTime: '2031-06-12T00:00:00.000Z',
      quantity: 2,
      planId: 'seats',
      autoRenew: true,
      renewals: [],
      terms: {
        currency: 'USD',
        commits: [
          {
            key: 'seats',
            name: 'Seats',
            type: 'PER_USER',
            rate: 100,
            quantity: 2,
            length: 1,
            timeUnit: 'MONTH',
          },
        ],
        dimensions: [{ key: 'calls', planId: 'seats', rate: 1 }],
      },
      mirror: {
        mkBSubscriptions: [
          {
            id: one.id,
            offerId: product.offerId,
            saasSubscriptionStatus: 'Subscribed',
            beneficiary: { tenantId: one.beneficiary.tenantId, emailId: one.beneficiary.emailId },
            term: { termUnit: 'P1M', endDate: '2031-06-11T00:00:00.000Z' },
          },
        ],
      },
    } satisfies Partial<Record<keyof AgreementSnapshot, unknown>>);
  });

  test('waits for its approval without dates of a term', async () => {
    expect(await read(bought(false).id)).toMatchObject({
      status: 'PENDING_START',
      needsApproval: true,
      startTime: '2031-05-12T10:20:00.000Z',
      endTime: undefined,
    });
  });

  test('of another length has the price of that length', async () => {
    const one = world.service.buyerPurchases(product, { planId: 'flat', termUnit: 'P1Y' });
    world.service.becomesSubscribed(one);
    expect((await read(one.id))?.terms?.commits).toEqual([
      { key: 'flat', name: 'Flat', type: 'FLAT_RATE', rate: 1000, quantity: 1, length: 1, timeUnit: 'YEAR' },
    ]);
  });

  test('lists its renewals, derived from its present term', async () => {
    const own = await startWorld();
    const by = own.newSeller();
    const one = purchaseOf(own.service, by.addProduct({ plans: plans ?? [] }));
    await own.service.pass(3 * 31 * dayMs);
    const shown = await by.adapter.readAgreement(one.id);
    const months = ['05', '06', '07', '08', '09'].map((month) => `2031-${month}-12T00:00:00.000Z`);
    expect(shown).toMatchObject({ status: 'ACTIVE', startTime: months[0], endTime: months[1] });
    expect(shown?.renewals).toEqual(
      [1, 2, 3].map((index) => ({ type: 'AutoRenew', startTime: months[index], endTime: months[index + 1] })),
    );
    await own.stop();
  });

  test('that is not paid is suspended, and cancelled after 30 days', async () => {
    const own = await startWorld();
    const by = own.newSeller();
    const one = purchaseOf(own.service, by.addProduct({ plans: plans ?? [] }));
    own.service.paymentFails(one);
    expect(await by.adapter.readAgreement(one.id)).toMatchObject({ status: 'SUSPENDED' });
    await own.service.pass(31 * dayMs);
    expect(await by.adapter.readAgreement(one.id)).toMatchObject({
      status: 'CANCELLED',
      externalStatus: 'Unsubscribed',
      endTime: undefined,
      terms: undefined,
    });
    await own.stop();
  });

  test('that does not exist is undefined, without a call for other texts than ids', async () => {
    expect(await read('99999999-2222-4333-8444-555555555555')).toBeUndefined();
    const calls = world.service.log.calls.length;
    for (const id of ['nothing', '../x', '', 'a/b']) expect(await read(id)).toBeUndefined();
    expect(world.service.log.calls.length).toBe(calls);
  });
});

describe('the list of subscriptions', () => {
  test('is read page by page, with ended subscriptions', async () => {
    const own = await startWorld();
    const by = own.newSeller();
    const listed = by.addProduct({ plans: plans ?? [] });
    expect(await by.adapter.listAgreements?.()).toEqual({ items: [], cursor: undefined });
    const made = Array.from({ length: 103 }, () => purchaseOf(own.service, listed));
    // The plans of ended subscriptions are not read, which saves calls.
    for (const one of made.slice(0, 98)) own.service.buyerUnsubscribes(one);
    const first = await by.adapter.listAgreements?.();
    const second = await by.adapter.listAgreements?.({ cursor: first?.cursor });
    expect([first?.items.length, second?.items.length, second?.cursor]).toEqual([100, 3, undefined]);
    const found = [...(first?.items ?? []), ...(second?.items ?? [])];
    expect(new Set(found.map(({ externalId }) => externalId)).size).toBe(103);
    expect(found.filter(({ status }) => status === 'CANCELLED')).toHaveLength(98);
    await own.stop();
  });
});

describe('an approval', () => {
  test('activates the subscription, which takes minutes', async () => {
    const one = bought(false);
    const change = await seller.adapter.approveAgreement(one.id);
    expect(change).toMatchObject({ state: 'RUNNING' });
    expect(await read(one.id)).toMatchObject({ status: 'PENDING_START' });
    expect(await followed(Promise.resolve(change))).toMatchObject({ state: 'DONE' });
    expect(await read(one.id)).toMatchObject({ status: 'ACTIVE' });
    const before = callsOf(world.service, 'activateSubscription');
    expect(await seller.adapter.approveAgreement(one.id)).toMatchObject({ state: 'DONE' });
    expect(callsOf(world.service, 'activateSubscription')).toBe(before);
  });

  test('that fails at the marketplace ends with a reason', async () => {
    const one = bought(false);
    world.service.activationFails();
    expect(await followed(seller.adapter.approveAgreement(one.id))).toMatchObject({
      state: 'FAILED',
      code: 'ACTIVATION_FAILED',
    });
    await expect(seller.adapter.approveAgreement(one.id)).rejects.toMatchObject({
      kind: 'refused',
      message: 'CANCELLED',
    });
  });
});

describe('a change by the seller', () => {
  test('of the quantity is confirmed to the marketplace, which asks about it', async () => {
    const one = bought();
    const change = await seller.adapter.changeQuantity(one.id, 5);
    expect(change).toMatchObject({ state: 'RUNNING' });
    expect(await followed(Promise.resolve(change))).toMatchObject({ state: 'DONE' });
    expect(callsOf(world.service, 'updateOperation')).toBe(1);
    expect(await read(one.id)).toMatchObject({ quantity: 5 });
  });

  test('beyond the limits of the plan, or of a plan without seats, is refused', async () => {
    await expect(seller.adapter.changeQuantity(bought().id, 1000)).rejects.toMatchObject({
      kind: 'refused',
      readable: expect.stringContaining('limits of the plan'),
    });
    const flat = world.service.buyerPurchases(product, { planId: 'flat' });
    expect(await kindOf(seller.adapter.changeQuantity(flat.id, 3))).toBe('refused');
  });

  test('is repeated later while another change is in progress', async () => {
    const one = bought();
    world.service.buyerChangesPlan(one, 'flat');
    await expect(seller.adapter.changeQuantity(one.id, 3)).rejects.toMatchObject({ kind: 'throttled' });
    await expect(seller.adapter.cancelAgreement(one.id, 'key')).rejects.toMatchObject({ kind: 'throttled' });
  });

  test.each(['Failed', 'Conflict'] as const)('that ends with %s is shown', async (status) => {
    const one = bought();
    world.service.operationEnds(status);
    expect(await followed(seller.adapter.changeQuantity(one.id, 4))).toMatchObject({ state: 'FAILED' });
    expect(await read(one.id)).toMatchObject({ quantity: 2 });
  });

  test('of a subscription that was bought through a reseller is refused with the reason', async () => {
    const one = world.service.buyerPurchases(product, { planId: 'seats', throughReseller: true });
    world.service.becomesSubscribed(one);
    for (const change of [
      seller.adapter.cancelAgreement(one.id, 'key'),
      seller.adapter.changeQuantity(one.id, 9),
    ])
      await expect(change).rejects.toMatchObject({
        kind: 'refused',
        readable: expect.stringContaining('reseller'),
      });
  });

  test('cancels the subscription, also if the response was lost', async () => {
    const one = bought();
    world.service.dropNextAnswer('deleteSubscription', { afterCommit: true });
    expect(await kindOf(seller.adapter.cancelAgreement(one.id, 'key'))).toBe('unknown');
    await world.service.pass(minuteMs);
    expect(await seller.adapter.cancelAgreement(one.id, 'key')).toMatchObject({ state: 'DONE' });
    expect(callsOf(world.service, 'deleteSubscription')).toBeGreaterThan(0);
    expect(await read(one.id)).toMatchObject({ status: 'CANCELLED' });
  });

  test('that the marketplace does not have is unknown', async () => {
    for (const handle of ['operation/x/y', 'activation/', 'job/1', ''])
      expect(await seller.adapter.readChange?.(handle)).toMatchObject({ state: 'FAILED', isUnknown: true });
  });
});

test('a purchase is rejected once, before its approval only', async () => {
  const one = purchaseOf(world.service, product, { isActive: false });
  const { adapter } = seller;
  const before = callsOf(world.service, 'deleteSubscription');
  const asked = await adapter.rejectAgreement?.(one.id);
  expect(asked).toMatchObject({ state: 'RUNNING' });
  await world.service.settle();
  expect(await adapter.readChange?.((asked as { handle: string }).handle)).toMatchObject({ state: 'DONE' });
  expect(await adapter.rejectAgreement?.(one.id)).toMatchObject({ state: 'DONE' });
  expect(await adapter.readAgreement(one.id)).toMatchObject({ status: 'CANCELLED', needsApproval: false });
  expect(callsOf(world.service, 'deleteSubscription')).toBe(before + 1);
  const active = purchaseOf(world.service, product);
  expect(await kindOf(adapter.rejectAgreement?.(active.id))).toBe('refused');
});

test.each(['Failed', 'Conflict'] as const)(
  'a rejection that ends as %s at the marketplace is reported',
  async (end) => {
    const one = purchaseOf(world.service, product, { isActive: false });
    world.service.operationEnds(end);
    const asked = (await seller.adapter.rejectAgreement?.(one.id)) as { handle: string };
    await world.service.settle();
    expect(await seller.adapter.readChange?.(asked.handle)).toMatchObject({ state: 'FAILED' });
    expect(await seller.adapter.readAgreement(one.id)).toMatchObject({ needsApproval: true });
  },
);

describe('what the marketplace offers only in its portal', () => {
  test('is excluded by the capabilities, and refused with the reason', async () => {
    const { adapter } = seller;
    expect(adapter.describe()).toMatchObject({ privateOffers: true, extend: false });
    const calls = world.service.log.calls.length;
    const refusedCalls = [
      adapter.createProduct({} as never),
      adapter.updateProduct(product.offerId, { name: 'New', fulfillmentUrl: undefined }),
      adapter.publishProduct(product.offerId),
    ];
    for (const call of refusedCalls)
      await expect(call).rejects.toMatchObject({
        kind: 'refused',
        readable: expect.stringContaining('own portal'),
      });
    expect(await adapter.readOffer('offer')).toBeUndefined();
    expect(world.service.log.calls.length).toBe(calls);
  });

  test('without the role, listings are read through their subscriptions, which is said', async () => {
    const by = world.newSeller();
    world.service.forbid(by.app, 'graph');
    const listed = by.addProduct({ plans: plans ?? [] });
    const refused = [expect.stringMatching(/Only listings with purchases.*role Manager/)];
    expect(await by.adapter.listProducts()).toEqual({ items: [], cursor: undefined, refused });
    expect(await by.adapter.readProduct(listed.offerId)).toBeUndefined();
    purchaseOf(world.service, listed);
    expect(await by.adapter.listProducts()).toMatchObject({
      items: [{ externalId: listed.offerId }],
      refused,
    });
    expect(await by.adapter.readProduct(listed.offerId)).toMatchObject({
      externalId: listed.offerId,
      status: 'PUBLIC',
      terms: {
        currency: 'USD',
        commits: [
          { key: 'seats', rate: 100, length: 1, timeUnit: 'MONTH', minimumUsers: 1, maximumUsers: 100 },
          { key: 'seats', rate: 1000, length: 1, timeUnit: 'YEAR' },
          { key: 'flat', rate: 100 },
          { key: 'flat', rate: 1000 },
        ],
        dimensions: [
          { key: 'calls', planId: 'seats', rate: 1 },
          { key: 'calls', planId: 'flat', rate: 1 },
        ],
      },
    });
  });
});
