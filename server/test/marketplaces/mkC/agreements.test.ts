import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAgreementPort } from '../../../src/marketplaces/mkC/procurement/port.ts';
import type { Procurement } from '../../../src/marketplaces/mkC/procurement/procurement.ts';
import type { EntitlementList } from '../../../src/marketplaces/mkC/procurement/records.ts';
import { showEntitlement } from '../../../src/marketplaces/mkC/procurement/show.ts';
import { activate, type MkCWorld, operationsSince, type Seller, start, startWorld } from './world.fixture.ts';

const dayMs = 24 * 3_600_000;
let world: MkCWorld;
let seller: Seller;
beforeAll(async () => {
  world = await startWorld();
  seller = await world.newSeller();
});
beforeEach(() => world.service.clearFaults());
afterAll(() => world.stop());

const read = (id: string) => seller.adapter.readAgreement(id);
const offerName = (id: string) => `projects/1/services/s/privateOffers/${id}`;
const inDays = (days: number) => world.service.now() + days * dayMs;
const iso = (ms: number) => new Date(ms).toISOString();

describe('approval', () => {
  test('the account of the buyer is approved before its first order, and each once', async () => {
    const account = world.service.buyerSignsUp(seller.addProduct(), { approvals: ['signup', 'terms'] });
    const product = seller.addProduct();
    const orders = [1, 2].map(() => world.service.buyerPurchases(product, { account }));
    const before = world.service.log.calls.length;
    for (const { id } of orders) await seller.adapter.approveAgreement(id);
    const approvals = operationsSince(world, before).filter((name) => name.startsWith('approve'));
    expect(approvals).toEqual([
      'approveAccount',
      'approveAccount',
      'approveEntitlement',
      'approveEntitlement',
    ]);
    await world.service.settle();
    for (const { id } of orders)
      expect(await read(id)).toMatchObject({ status: 'ACTIVE', needsApproval: false });
  });

  test('an account whose approval was rejected is approved with the next order', async () => {
    const order = world.service.buyerPurchases(seller.addProduct());
    Object.assign(order.account.approvals[0] ?? {}, { state: 'REJECTED' });
    await seller.adapter.approveAgreement(order.id);
    await world.service.settle();
    expect(await read(order.id)).toMatchObject({ status: 'ACTIVE' });
  });

  test('approving what is approved or active has no effect; an order that ended is refused', async () => {
    const order = world.service.buyerPurchases(seller.addProduct());
    for (const _ of [1, 2]) await seller.adapter.approveAgreement(order.id);
    await world.service.settle();
    const before = world.service.log.calls.length;
    await seller.adapter.approveAgreement(order.id);
    expect(operationsSince(world, before)).toEqual(['getEntitlement']);
    world.service.buyerCancelsNow(order);
    await expect(seller.adapter.approveAgreement(order.id)).rejects.toMatchObject({ kind: 'refused' });
  });

  test('an order that cannot be approved for another reason is refused', async () => {
    const order = world.service.buyerPurchases(seller.addProduct());
    const fault = { code: 'FAILED_PRECONDITION', status: 400, message: 'no' };
    world.service.failNext('approveAccount', fault);
    await expect(seller.adapter.approveAgreement(order.id)).rejects.toMatchObject({ kind: 'refused' });
    expect(order.isApproved).toBe(false);
  });

  test('an approved order with a future start waits for its start, not for the seller', async () => {
    const startMs = inDays(30);
    const offer = { name: offerName('later'), months: 12, startMs };
    const { id } = world.service.buyerPurchases(seller.addProduct(), { offer });
    expect(await read(id)).toMatchObject({ status: 'PENDING_START', needsApproval: true });
    await seller.adapter.approveAgreement(id);
    await world.service.settle();
    expect(await read(id)).toMatchObject({
      status: 'PENDING_START',
      externalStatus: 'ENTITLEMENT_ACTIVATION_REQUESTED',
      needsApproval: false,
      startTime: iso(startMs),
    });
    const before = world.service.log.calls.length;
    await seller.adapter.approveAgreement(id);
    expect(operationsSince(world, before)).toEqual(['getEntitlement']);
    await expect(seller.adapter.rejectAgreement?.(id)).rejects.toMatchObject({ kind: 'refused' });
    await world.service.pass(31 * dayMs);
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', needsApproval: false });
  });

  test('a rejected order is removed by the marketplace; a second rejection has no effect', async () => {
    const { id } = world.service.buyerPurchases(seller.addProduct());
    for (const _ of [1, 2]) await seller.adapter.rejectAgreement?.(id, 'ä'.repeat(200));
    expect(await read(id)).toBeUndefined();
    const [call] = world.service.log.calls.filter(({ operation }) => operation === 'rejectEntitlement');
    expect(call?.input).toEqual({ reason: 'ä'.repeat(128) });
  });
});

describe('snapshots', () => {
  test('an order shows its buyer, product, plan and the marketplace’s record', async () => {
    const product = seller.addProduct();
    const order = await activate(world, seller, product, {
      plan: 'gold',
      offer: { name: offerName('po-1'), months: 12 },
      consumers: ['projects/buyer'],
    });
    expect(await read(order.id)).toMatchObject({
      externalId: order.id,
      externalProductId: product.externalName,
      externalBuyerId: order.account.id,
      externalOfferId: 'po-1',
      planId: 'gold',
      // Billed by usage: the order outlives the term of its offer.
      endTime: undefined,
      outlivesTerm: true,
      revision: order.updatedMs,
      buyerRequests: [],
      mirror: {
        mkCEntitlements: [
          {
            id: order.id,
            state: 'ENTITLEMENT_ACTIVE',
            plan: 'gold',
            provider: seller.providerId,
            usageReportingId: order.usageReportingId,
            consumers: [{ project: 'projects/buyer' }],
          },
        ],
        mkCPlans: [{ name: 'gold' }],
      },
    });
  });

  test('the states of an order are mapped, and each change increases the revision', async () => {
    const order = await activate(world, seller, seller.addProduct());
    const revisions: number[] = [];
    const shows = async (status: string) => {
      const shown = await read(order.id);
      expect(shown?.status).toBe(status);
      revisions.push(shown?.revision ?? 0);
    };
    await shows('ACTIVE');
    world.service.suspends(order);
    await shows('SUSPENDED');
    world.service.resumes(order);
    await shows('ACTIVE');
    world.service.buyerCancels(order);
    await shows('PENDING_CANCEL');
    world.service.buyerRevertsCancellation(order);
    await shows('ACTIVE');
    world.service.buyerChangesPlan(order, { plan: 'gold' });
    await shows('ACTIVE');
    world.service.buyerWithdrawsChange(order);
    world.service.buyerCancelsNow(order);
    await shows('CANCELLED');
    expect(revisions.every((one, at) => at === 0 || one > (revisions[at - 1] ?? 0))).toBe(true);
  });

  test('a term that is renewed is shown as a renewal, with its end; the first term is not', async () => {
    const order = await activate(world, seller, seller.addProduct(), {
      offer: { name: offerName('po-2'), months: 12 },
    });
    const first = await read(order.id);
    expect(first).toMatchObject({ autoRenew: true, renewals: [], endTime: iso(order.offerEndMs ?? 0) });
    world.service.renews(order);
    const second = await read(order.id);
    expect(second?.renewals).toEqual([
      { type: 'AutoRenew', startTime: first?.endTime, endTime: iso(order.offerEndMs ?? 0) },
    ]);
    world.service.buyerCancels(order);
    expect(await read(order.id)).toMatchObject({
      status: 'PENDING_CANCEL',
      autoRenew: false,
      endTime: iso(order.offerEndMs ?? 0),
    });
  });

  test('an offer with a fixed end does not renew, and a standard offer is not a private one', async () => {
    const endMs = inDays(90);
    const fixed = await activate(world, seller, seller.addProduct(), {
      offer: { name: offerName('po-3'), months: undefined, endMs },
    });
    const standard = await activate(world, seller, seller.addProduct(), {
      offer: { name: 'projects/1/services/s/standardOffers/silver', months: 1 },
    });
    expect(await read(fixed.id)).toMatchObject({ endTime: iso(endMs), autoRenew: false });
    expect(await read(standard.id)).toMatchObject({ externalOfferId: undefined, autoRenew: true });
  });

  test('an unknown state is not guessed: the order is read again later', () => {
    const one = { name: 'providers/p/entitlements/e', state: 'ENTITLEMENT_FROZEN' };
    expect(() => showEntitlement(one)).toThrow(expect.objectContaining({ kind: 'unreachable' }));
  });
});

describe('lists', () => {
  test('the list has all orders, or those that changed since a time', async () => {
    const own = await world.newSeller();
    const orders = [1, 2, 3].map(() => world.service.buyerPurchases(own.addProduct()));
    const all = await own.adapter.listAgreements?.();
    expect(all?.items.map(({ externalId }) => externalId)).toEqual(orders.map(({ id }) => id));
    const since = iso(world.service.now() + 1000);
    await world.service.pass(2000);
    const [changed] = orders;
    if (changed) await own.adapter.approveAgreement(changed.id);
    const page = await own.adapter.listAgreements?.({ since });
    expect(page?.items.map(({ externalId }) => externalId)).toEqual([changed?.id]);
  });

  test('the next page is read with the token of the page; orders in unknown states are named', async () => {
    const asked: (string | undefined)[] = [];
    const time = { createTime: start, updateTime: start };
    const pages: Record<string, EntitlementList> = {
      first: {
        entitlements: [
          { name: 'providers/p/entitlements/1', state: 'ENTITLEMENT_ACTIVE', ...time },
          { name: 'providers/p/entitlements/2', state: 'ENTITLEMENT_FROZEN', ...time },
        ],
        nextPageToken: 'second',
      },
      second: {},
    };
    const list: Procurement['list'] = async ({ cursor } = {}) => {
      asked.push(cursor);
      return pages[cursor ?? 'first'] ?? {};
    };
    const port = createAgreementPort({ list } as Procurement);
    const first = await port.listAgreements();
    expect(first.items.map(({ externalId }) => externalId)).toEqual(['1']);
    expect(first.refused).toEqual([expect.stringContaining('ENTITLEMENT_FROZEN')]);
    expect(await port.listAgreements({ cursor: first.cursor })).toEqual({ items: [], cursor: undefined });
    expect(asked).toEqual([undefined, 'second']);
  });
});

test('nothing differs from the format that the adapter supports', async () => {
  expect(await seller.adapter.findDifferences?.(AbortSignal.timeout(5000))).toEqual([]);
});
