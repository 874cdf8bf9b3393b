import { expect } from 'vitest';
import type { Subscription } from '../../../fakes/mkB/fulfilment/subscriptions.ts';
import { createSales, type Played, pickOf, playOne } from '../sales.ts';
import { dayMs, hourMs, minuteMs } from '../world.ts';
import type { WorldB } from './side.ts';

/** The operations that the service has acknowledged, whose effects must exist in the end. */
export type AcknowledgedWork = {
  /** Names of offers by their ids. */
  offers: Map<string, string>;
  /** Offers whose cancellation was requested. */
  cancellations: Set<string>;
  /** Subscriptions whose buyers saw the seller’s page. */
  landed: Set<string>;
  /** Approved, rejected and cancelled subscriptions. */
  approved: Set<string>;
  ended: Set<string>;
  /** Units by entitlement. */
  usage: Map<string, number>;
};

const account = 'ac357579-e860-54a6-80b3-66958aea67fe:7471d04e-f696-4d20-af34-fa78d51e419c_2019-05-31';

/** Creates random actions of the seller, buyers and time. An impossible action has no effect. */
export function createLife(world: WorldB) {
  const { chance } = world;
  const acknowledged: AcknowledgedWork = {
    offers: new Map(),
    cancellations: new Set(),
    landed: new Set(),
    approved: new Set(),
    ended: new Set(),
    usage: new Map(),
  };
  const { land, ...landing } = landingActs(world, acknowledged);
  const acts = {
    ...landing,
    ...buyersActs(world),
    ...entitlementActs(world, acknowledged),
    ...offerActs(world, acknowledged),
  };
  const often = ['buy', 'approve', 'approve', 'approve', 'usage', 'usage', 'usage'] as const;
  return {
    acknowledged,
    act: () => playOne(world, acts, often),
    conclude: async () => {
      // The purchase of a private offer is unknown until its buyer lands.
      for (const one of world.service.subscriptions())
        if (one.privateOfferIds.length > 0 && one.status === 'PendingFulfillmentStart') await land(one);
    },
    /** Returns the time until the next action. */
    pauseMs: () => chance.pick([1000, minuteMs, 5 * minuteMs, hourMs, hourMs, dayMs]),
  };
}

/** Actions of buyers who come to the seller’s page. */
function landingActs(world: WorldB, { landed }: AcknowledgedWork) {
  const { chance, service, product, orgId, visit } = world;
  const land = async (one: Subscription): Promise<void> => {
    const token = service.purchaseToken(one);
    const path = `/public/signup/MKB/orgId/${orgId}?${new URLSearchParams({ token })}`;
    const replies = await Promise.all(Array.from({ length: 1 + chance.below(3) }, () => visit(path)));
    if (replies.includes(200)) landed.add(one.id);
    const known = [undefined, 200, 503];
    expect(replies.filter((status) => !known.includes(status))).toEqual([]);
  };
  return {
    land,
    buy: async (): Promise<Played> => {
      if (service.subscriptions().length >= 5) return 'IMPOSSIBLE';
      const one =
        chance.below(2) === 0
          ? service.buyerPurchases(product, { planId: 'seats', quantity: 1 + chance.below(9) })
          : service.buyerPurchases(product, { planId: chance.pick(['flat', 'pro']) });
      if (chance.below(5) > 0) await land(one);
    },
    landAgain: async (): Promise<Played> => {
      const one = subscriptionIn(world, 'PendingFulfillmentStart', 'Subscribed', 'Suspended');
      if (!one) return 'IMPOSSIBLE';
      await land(one);
    },
  };
}

/** Picks a subscription in one of the states that no operation changes. */
const subscriptionIn = (world: WorldB, ...states: readonly Subscription['status'][]) =>
  pickOf(
    world,
    world.service
      .subscriptions()
      .filter(
        ({ status, operations }) =>
          states.includes(status) &&
          !operations.some((one) => one.status === 'InProgress' || one.status === 'NotStarted'),
      ),
  );

/** Actions of buyers and of the marketplace on subscriptions. */
function buyersActs(world: WorldB) {
  const { chance, service } = world;
  const on =
    (states: readonly Subscription['status'][], run: (one: Subscription) => unknown) =>
    async (): Promise<Played> => {
      const one = subscriptionIn(world, ...states);
      if (!one) return 'IMPOSSIBLE';
      run(one);
    };
  return {
    change: on(['Subscribed'], (one) => {
      if (one.quantity !== undefined) service.buyerChangesQuantity(one, 1 + chance.below(99));
      else service.buyerChangesPlan(one, one.planId === 'flat' ? 'pro' : 'flat');
    }),
    stopPaying: on(['Subscribed'], service.paymentFails),
    pay: on(['Suspended'], service.paymentArrives),
    unsubscribe: on(['Suspended'], service.buyerUnsubscribes),
    renew: on(['Subscribed'], service.renews),
  };
}

/** Actions of the seller on its sales. */
function entitlementActs(world: WorldB, { approved, ended, usage }: AcknowledgedWork) {
  const { chance, service, ask } = world;
  const { command, entitlementIn, reportUsage } = createSales(world);
  const seldom = async (run: () => Promise<Played>): Promise<Played> =>
    chance.below(4) === 0 ? run() : 'IMPOSSIBLE';
  return {
    approve: () => command('approve', 'PENDING_START', approved),
    reject: () => seldom(() => command('reject', 'PENDING_START', ended, { reason: 'Not sold here.' })),
    cancel: () => seldom(() => command('cancel', 'ACTIVE', ended)),
    setSeats: async (): Promise<Played> => {
      const one = await entitlementIn('ACTIVE');
      if (!one) return 'IMPOSSIBLE';
      await ask('patch', `/entitlement/${one.id}/seat?newSeat=${1 + chance.below(99)}`);
    },
    usage: () => reportUsage('calls', usage, (id) => service.subscription(id)?.activatedMs ?? 0),
  };
}

/** Returns the first moment of a month, a number of months from now. */
function monthAfter(nowMs: number, months: number): string {
  const now = new Date(nowMs);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString();
}

/** Actions of the seller and of buyers on private offers. */
function offerActs(world: WorldB, { offers, cancellations }: AcknowledgedWork) {
  const { chance, service, product, good } = world;
  let made = 0;
  const dayAfter = (days: number) =>
    `${new Date(service.now() + days * dayMs).toISOString().slice(0, 10)}T00:00:00.000Z`;
  return {
    createOffer: async (): Promise<Played> => {
      if (offers.size >= 3) return 'IMPOSSIBLE';
      const name = `Deal ${++made}`;
      const [listed] = await good('get', '/partner/MKB/product');
      if (!listed) return 'IMPOSSIBLE';
      const { id } = await good('post', '/offer', {
        partner: 'MKB',
        name,
        productID: listed.id,
        expireTime: dayAfter(10 + chance.below(20)),
        endTime: monthAfter(service.now(), 13),
        info: {
          currency: 'USD',
          mkBPrivateOffer: { beneficiaries: [{ id: account }] },
          commits: [{ key: 'flat', rate: 1200, length: 1, timeUnit: 'YEAR' }],
        },
      });
      offers.set(id, name);
    },
    cancelOffer: () => createSales(world).cancelOffer(offers, cancellations),
    acceptOffer: async (): Promise<Played> => {
      const today = new Date(service.now()).toISOString().slice(0, 10);
      const open = service
        .privateOffers()
        .filter(({ state, subState }) => state === 'live' && subState === 'pendingAcceptance')
        .filter(({ sent: { acceptBy = '9' } }) => acceptBy >= today);
      const one = pickOf(world, open);
      if (!one) return 'IMPOSSIBLE';
      service.buyerAcceptsOffer(one.id, product);
    },
  };
}
